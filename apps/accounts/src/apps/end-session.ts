import type { KoaContextWithOIDC } from "oidc-provider";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { hashOf, newToken } from "../secrets/secret-values.ts";
import { pageWanted } from "./provider-request.ts";
import { browserHashOf, shownBrowsers } from "./browser-cookie.ts";
import { deleteRequest, findRequest, saveRequest } from "./request-store.ts";
import type { BrowserOrigin } from "./answer-request.ts";
import { appsOf } from "../grants/apps.ts";

/** A stored request of an app to sign its user out. Without `returnTo`, our own page stays open. */
interface EndSessionPayload {
  readonly kind: "EndSession";
  readonly appId: string | null;
  readonly returnTo: string | null;
}

function returnAddress({ oidc }: KoaContextWithOIDC): string | null {
  const { post_logout_redirect_uri: uri, state } = oidc.params ?? {};
  if (typeof uri !== "string") return null;
  const address = new URL(uri);
  if (typeof state === "string") address.searchParams.set("state", state);
  return address.href;
}

/**
 * Lets the portal's screen ask before this browser's session ends, instead of the provider's pages. Stores what the
 * provider validated of the request until then.
 */
export function endSessionScreen(deps: Deps) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    if (ctx.path !== "/oauth/end_session" || ctx.status >= 500) return;
    const isProved = ctx.status === 200 && ctx.oidc.entities.IdTokenHint !== undefined;
    // A request that the provider refuses because of an old hint or an unlisted address ends the session too.
    pageWanted.delete(ctx.req);
    const request = newToken("pl");
    const now = deps.clock.now();
    const payload: EndSessionPayload = {
      kind: "EndSession",
      // Without an id token as a hint, the app is not proved.
      appId: isProved ? (ctx.oidc.client?.clientId ?? null) : null,
      returnTo: isProved ? returnAddress(ctx) : null,
    };
    await saveRequest(deps.db, {
      hash: hashOf(request),
      payload: { ...payload },
      browser_hash: browserHashOf(deps, ctx),
      created_at: now,
      expires_at: after(now, lifetimes.appRequest),
    });
    ctx.respond = true;
    ctx.body = "";
    ctx.redirect(`/sign-out?${new URLSearchParams({ request }).toString()}`);
    ctx.status = 303;
  };
}

async function ownRequest(deps: Deps, code: string, { headers }: BrowserOrigin): Promise<EndSessionPayload> {
  const row = await findRequest(deps.db, hashOf(code), deps.clock.now());
  const isOwn = shownBrowsers(deps, headers["cookie"]).some((browser) => row?.browser_hash.equals(browser));
  if (!row || !isOwn || row.payload["kind"] !== "EndSession") refuse("app_request.dead");
  // Only `endSessionScreen` stores this kind.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return row.payload as unknown as EndSessionPayload;
}

/** Returns the app that signs its user out, or null if the app is not proved. */
export async function readAppSignOut(deps: Deps, code: string, origin: BrowserOrigin) {
  const { appId } = await ownRequest(deps, code, origin);
  const app = appsOf(deps.brand).get(appId ?? "");
  return { app: app ? { id: app.id, name: app.name } : null };
}

/** Returns the address after the sign-out. Only the first call returns it. */
export async function finishAppSignOut(
  deps: Deps,
  code: string,
  origin: BrowserOrigin,
): Promise<{ url: string | null }> {
  const { returnTo } = await ownRequest(deps, code, origin);
  await deleteRequest(deps.db, hashOf(code));
  return { url: returnTo };
}
