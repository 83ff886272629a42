import { inTransaction } from "@foyer/service-kit/db";
import { Refusal } from "@foyer/service-kit/errors";
import type { KoaContextWithOIDC, Provider } from "oidc-provider";
import type { Deps } from "../deps.ts";
import { consentedScopes } from "../stores/grant-store.ts";
import { openGrant, renewGrant } from "../grants/open-grant.ts";
import { lockHolder } from "../passwords/prove-password.ts";
import { portalRefreshHash } from "../sessions/refresh-cookie.ts";
import { allowedScopes, type Apps } from "../grants/apps.ts";
import { browserHashesOf, browserHashOf } from "./browser-cookie.ts";
import { expectsAnother } from "./policy.ts";
import { originOf } from "./provider-request.ts";
import { authenticationOf } from "./provider-time.ts";
import { findBrowserSession, findPortalSession, noteBrowserSession } from "./request-store.ts";

/**
 * Returns the grant for a request with `prompt=none`, from the portal session in which this browser last answered. It is the
 * grant that the app already has in that session, or a new one. Null if a question is necessary.
 */
export async function silentGrant(deps: Deps, apps: Apps, ctx: KoaContextWithOIDC): Promise<string | null> {
  const { client, session } = ctx.oidc;
  const app = apps.get(client?.clientId ?? "");
  if (!ctx.oidc.prompts.has("none") || !app || session?.accountId === undefined || expectsAnother(ctx)) return null;
  const maxAge = ctx.oidc.params?.["max_age"];
  if (maxAge !== undefined && session.past(Number(maxAge))) return null;
  const { db, clock } = deps;
  const now = clock.now();
  const live = await findBrowserSession(db, browserHashesOf(deps, ctx), now);
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

/** The part of the provider's session that is read and written here. */
interface ProviderSession {
  readonly accountId?: string;
  loginAccount(login: { accountId: string; loginTs: number; amr: string[]; transient: boolean }): void;
}

/**
 * Lets a request with `prompt=none` use the portal's session, if no app has used this browser yet. Otherwise the provider knows
 * only browsers in which a person has answered an app.
 */
export function adoptPortalSession(provider: Provider, deps: Deps): void {
  // The provider reads its session by this call, in each of its routes.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const model = provider.Session as unknown as {
    get(this: unknown, ctx: KoaContextWithOIDC): Promise<ProviderSession>;
  };
  const get = model.get.bind(model);
  model.get = async (ctx) => {
    const session = await get(ctx);
    if (session.accountId !== undefined || ctx.path !== "/oauth/authorize" || ctx.query["prompt"] !== "none")
      return session;
    const hash = portalRefreshHash(deps, ctx.req.headers.cookie);
    const now = deps.clock.now();
    const live = hash && (await findPortalSession(deps.db, hash, now));
    if (!live) return session;
    await noteBrowserSession(deps.db, browserHashOf(deps, ctx), live.session_id, now);
    const { at: loginTs, amr } = authenticationOf(deps, live);
    session.loginAccount({ accountId: live.account_id, loginTs, amr, transient: true });
    return session;
  };
}
