import { createHash } from "node:crypto";
import { appSecretName, type BrandApp } from "@foyer/contract/brand-apps";
import type { ClientMetadata } from "oidc-provider";
import type { Brand } from "@foyer/contract/brand";
import { type Apps, appsOf } from "../grants/apps.ts";

/** Secrets of web apps from the environment, by app id. */
export type AppSecrets = ReadonlyMap<string, string>;

/** Returns the stored hash of a secret. */
export const secretHash = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const SECRET_LENGTH_MIN = 32;

/** True if the app runs on a server and has a secret. An app in a browser lists its origins instead. */
const keepsSecret = (app: BrandApp): boolean => app.kind === "web" && app.origins === undefined;

/** Returns one line for each web app without a valid secret: `APP_SECRET_TIME_SHEETS: is missing …`. */
export function secretFaults(apps: Apps, secrets: AppSecrets): string[] {
  return [...apps.values()].filter(keepsSecret).flatMap(({ id }) => {
    const secret = secrets.get(id);
    if (secret === undefined)
      return [`${appSecretName(id)}: is missing; the web app ${id} of the brand proves by it who it is`];
    return secret.length < SECRET_LENGTH_MIN ? [`${appSecretName(id)}: must have at least 32 characters`] : [];
  });
}

/** True for a web app on its developer's machine. Its addresses are valid on any port, like those of a native app. */
const isOnOwnMachine = ({ redirectUris }: BrandApp): boolean => redirectUris.some((uri) => uri.startsWith("http:"));

/** Returns an app as a client of the provider. */
export function clientOf(app: BrandApp, secrets: AppSecrets): ClientMetadata {
  const secret = secrets.get(app.id);
  const isConfidential = app.kind === "web" && secret !== undefined;
  const hasRedirects = app.kind !== "device";
  return {
    client_id: app.id,
    client_name: app.name,
    application_type: app.kind === "web" && !isOnOwnMachine(app) ? "web" : "native",
    token_endpoint_auth_method: isConfidential ? "client_secret_basic" : "none",
    ...(isConfidential ? { client_secret: secretHash(secret) } : {}),
    redirect_uris: app.redirectUris,
    ...(app.postLogoutRedirectUris ? { post_logout_redirect_uris: app.postLogoutRedirectUris } : {}),
    response_types: hasRedirects ? ["code"] : [],
    grant_types: [
      ...(hasRedirects ? ["authorization_code"] : []),
      ...(app.kind === "web" ? [] : [DEVICE_GRANT]),
      "refresh_token",
    ],
    scope: app.scopes.join(" "),
    id_token_signed_response_alg: app.idTokenAlgorithm ?? "RS256",
  };
}

/** Returns one line for each web app of the brand without a valid secret in the environment. */
export function appSecretFaults(brand: Brand, env: Readonly<Record<string, string | undefined>>): string[] {
  const given = (brand.apps ?? []).flatMap(({ id }) => {
    const secret = env[appSecretName(id)];
    return secret === undefined || secret === "" ? [] : [[id, secret] as const];
  });
  return secretFaults(appsOf(brand), new Map(given));
}

/** Paths that pages of web apps may call, and documents that are readable from every origin. */
const askedByPages: ReadonlySet<string> = new Set(["/oauth/token", "/oauth/revoke", "/oauth/userinfo"]);
const openToAll = (path: string): boolean => path.startsWith("/.well-known/") || path === "/oauth/jwks";

/** True if a page of that origin may read the answers of that path. */
export function isReadBy(apps: Apps, path: string, origin: string): boolean {
  if (openToAll(path)) return true;
  return askedByPages.has(path) && [...apps.values()].some((app) => app.origins?.includes(origin));
}
