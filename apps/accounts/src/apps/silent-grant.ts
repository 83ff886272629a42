import { inTransaction } from "@foyer/service-kit/db";
import { Refusal } from "@foyer/service-kit/errors";
import type { KoaContextWithOIDC } from "oidc-provider";
import type { Deps } from "../deps.ts";
import { consentedScopes } from "../grants/grant-store.ts";
import { openGrant, renewGrant } from "../grants/open-grant.ts";
import { lockHolder } from "../passwords/prove-password.ts";
import { allowedScopes, type Apps } from "./apps.ts";
import { browserHashOf } from "./browser-cookie.ts";
import { expectsAnother } from "./policy.ts";
import { originOf } from "./provider-request.ts";
import { findBrowserSession } from "./request-store.ts";

/**
 * Returns the grant for a request with `prompt=none`, from the portal session in which this browser last answered, if there
 * is nothing to ask: the one that the app has there already, or a new one. Null otherwise.
 */
export async function silentGrant(deps: Deps, apps: Apps, ctx: KoaContextWithOIDC): Promise<string | null> {
  const { client, session } = ctx.oidc;
  const app = apps.get(client?.clientId ?? "");
  if (!ctx.oidc.prompts.has("none") || !app || session?.accountId === undefined || expectsAnother(ctx)) return null;
  const maxAge = ctx.oidc.params?.["max_age"];
  if (maxAge !== undefined && session.past(Number(maxAge))) return null;
  const { db, clock } = deps;
  const now = clock.now();
  const live = await findBrowserSession(db, browserHashOf(deps, ctx), now);
  if (live?.account_id !== session.accountId) return null;
  const wanted = allowedScopes(app, [...ctx.oidc.requestParamOIDCScopes]);
  const held = app.isOwn ? wanted : await consentedScopes(db, live.account_id, app.id);
  if (!wanted.every((scope) => held.includes(scope))) return null;
  const opened = inTransaction(db, async (tx) => {
    await lockHolder(tx, { id: live.account_id, sessionId: live.session_id });
    const wants = { accountId: live.account_id, app, scopes: wanted, deviceName: null, sessionId: live.session_id };
    return (await renewGrant(tx, now, wants)) ?? openGrant(tx, now, wants, originOf(ctx.req));
  });
  // The session ended concurrently.
  return opened.catch((error: unknown) => (error instanceof Refusal ? null : Promise.reject(error)));
}
