import type { KoaContextWithOIDC, Provider } from "oidc-provider";
import type { Deps } from "../deps.ts";
import { appsOf } from "../grants/apps.ts";
import { originOf } from "./provider-request.ts";

/** The provider's errors at the endpoints that apps and their browsers call. */
const refused = [
  "authorization.error",
  "device_authorization.error",
  "end_session.error",
  "grant.error",
  "introspection.error",
  "revocation.error",
  "userinfo.error",
] as const;

interface ProviderError {
  readonly error?: string;
  readonly error_description?: string;
  readonly error_detail?: string;
}

/**
 * Logs why an app was refused. Our pages name no reason, and the token endpoint returns only a code, so the log is the only place
 * for the app's developer. An app that polls for its user's answer is not refused.
 */
export function logRefusals(provider: Provider, { brand, log }: Pick<Deps, "brand" | "log">): void {
  const apps = appsOf(brand);
  const write = (ctx: KoaContextWithOIDC, { error, error_description, error_detail }: ProviderError): void => {
    if (error === "authorization_pending") return;
    const named = ctx.oidc.params?.["client_id"] ?? ctx.oidc.client?.clientId;
    const app = typeof named === "string" && apps.has(named) ? named : null;
    const { requestId } = originOf(ctx.req);
    log.info({ requestId, app, error, reason: error_detail ?? error_description }, "an app was refused");
  };
  for (const event of refused) provider.on(event as never, write as never);
}
