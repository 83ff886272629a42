import type { KoaContextWithOIDC, Provider } from "oidc-provider";
import type { Apps } from "../grants/apps.ts";
import type { Deps } from "../deps.ts";
import { DEVICE_GRANT, isReadBy } from "./clients.ts";
import { namingGrant } from "./reuse.ts";

/** Allows only pages of listed origins to read an answer. The provider identifies the app too late for that, or not at all. */
export function corsGuard(apps: Apps) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    if (isReadBy(apps, ctx.path, ctx.get("origin"))) return;
    for (const name of Object.keys(ctx.response.headers)) {
      if (name.startsWith("access-control-")) ctx.remove(name);
    }
  };
}

/** Paths at which an app authenticates. */
const provesApps: ReadonlySet<string> = new Set([
  "/oauth/token",
  "/oauth/revoke",
  "/oauth/introspect",
  "/oauth/device_authorization",
]);

const VERIFIER = /^[\w.~-]{43,128}$/;

const isError = (body: unknown, code: string): body is { error: string; error_description?: unknown } =>
  typeof body === "object" && body !== null && "error" in body && body.error === code;

/** Answers 401 to an `Authorization` header that does not authenticate an app: not Basic, unreadable, or without a secret. */
function answerUnproved(ctx: KoaContextWithOIDC): void {
  const body: unknown = ctx.body;
  if (!provesApps.has(ctx.path) || !isError(body, "invalid_request")) return;
  if (!/authorization header/i.test(String(body.error_description))) return;
  body.error = "invalid_client";
  ctx.status = 401;
}

/**
 * Answers a text in the form of an id token like any other text that is no token of the app. The provider would refuse it, and an
 * app that checks a text from a user would take that for its own fault.
 */
function answerStructured(ctx: KoaContextWithOIDC): void {
  if (!isError(ctx.body, "unsupported_token_type")) return;
  if (ctx.path === "/oauth/introspect") ctx.body = { active: false };
  if (ctx.path === "/oauth/revoke") ctx.body = "";
  ctx.status = 200;
}

/**
 * Corrects the provider's answers: the supported response mode, the polling interval, the challenge of a 401, and answers about
 * texts that are no tokens. Also corrects the errors for an invalid verifier and an invalid `Authorization` header.
 */
export async function correct(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  answerStructured(ctx);
  answerUnproved(ctx);
  // The provider adds it only for an app that sent its secret in a header.
  if (ctx.status === 401 && !ctx.res.hasHeader("www-authenticate"))
    ctx.set("www-authenticate", `Basic realm="${ctx.oidc.provider.issuer}"`);
  const body: unknown = ctx.body;
  if (typeof body !== "object" || body === null) return;
  if (ctx.path.startsWith("/.well-known/")) Object.assign(body, { response_modes_supported: ["query"] });
  if (ctx.path === "/oauth/device_authorization" && ctx.status === 200) Object.assign(body, { interval: 5 });
  if (!("error" in body) || body.error !== "invalid_request") return;
  const isDevice = ctx.path === "/oauth/device_authorization";
  if (ctx.path !== "/oauth/token" && !isDevice) return;
  const { code_verifier: verifier, grant_type: named } = ctx.oidc.params ?? {};
  const wanted = isDevice ? DEVICE_GRANT : named;
  if (typeof verifier === "string" && !VERIFIER.test(verifier)) Object.assign(body, { error: "invalid_grant" });
  if (typeof wanted === "string" && ctx.oidc.client?.grantTypeAllowed(wanted) === false)
    Object.assign(body, { error: "unauthorized_client" });
}

/** Tags the provider's tokens like our other tokens, so that scanners recognize leaked ones and each shows its kind. */
export function tagTokens(
  { AccessToken, AuthorizationCode, DeviceCode, RefreshToken }: Provider,
  deps: Pick<Deps, "serviceCredential">,
): void {
  for (const [model, tag] of [
    [AuthorizationCode, "ac"],
    [AccessToken, "aa"],
    [RefreshToken, "ar"],
    [DeviceCode, "ad"],
  ] as const) {
    // The provider creates values through each model.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const prototype = model.prototype as unknown as {
      generateTokenId(this: { readonly grantId?: string }, ...given: unknown[]): string;
    };
    // oxlint-disable-next-line typescript/unbound-method -- it is applied to its token
    const { generateTokenId: untagged } = prototype;
    prototype.generateTokenId = function tagged(...given) {
      const value = `${tag}_${untagged.apply(this, given)}`;
      const isUsedOnce = tag === "ac" || tag === "ar";
      return isUsedOnce && this.grantId !== undefined ? namingGrant(deps, value, this.grantId) : value;
    };
  }
}
