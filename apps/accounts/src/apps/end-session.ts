import type { KoaContextWithOIDC } from "oidc-provider";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { hashOf, newToken } from "../secrets/secret-values.ts";
import { browserHashOf } from "./browser-cookie.ts";
import { saveRequest } from "./request-store.ts";

/** Where an app that signed its user out wants her to go; nothing for a page of ours. */
export interface EndSessionPayload {
  readonly kind: "EndSession";
  readonly appId: string | null;
  readonly returnTo: string | null;
}

function returnAddress({ oidc }: KoaContextWithOIDC): string | null {
  const { post_logout_redirect_uri: uri, state } = oidc.params ?? {};
  // Without a hint nobody vouches for the app that asks.
  if (oidc.entities.IdTokenHint === undefined || typeof uri !== "string") return null;
  const address = new URL(uri);
  if (typeof state === "string") address.searchParams.set("state", state);
  return address.href;
}

/**
 * Has the portal's screen ask before this browser's session ends, in place of the provider's pages: what the provider has
 * found to be right of the request is kept until then.
 */
export function endSessionScreen(deps: Deps) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    if (ctx.path !== "/oauth/end_session" || ctx.status !== 200) return;
    const request = newToken("pl");
    const now = deps.clock.now();
    const payload: EndSessionPayload = {
      kind: "EndSession",
      appId: ctx.oidc.entities.IdTokenHint ? (ctx.oidc.client?.clientId ?? null) : null,
      returnTo: returnAddress(ctx),
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
