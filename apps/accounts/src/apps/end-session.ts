import type { KoaContextWithOIDC } from "oidc-provider";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { hashOf, newToken } from "../secrets/secret-values.ts";
import { browserHashOf } from "./browser-cookie.ts";
import { pageWanted } from "./page-wanted.ts";
import { saveRequest } from "./request-store.ts";

/** Returns the address that an app wants after signing its user out, or nothing for our own page. */
export interface EndSessionPayload {
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
    // A request that the provider refuses, for an old hint or an unlisted address, ends the session all the same.
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
