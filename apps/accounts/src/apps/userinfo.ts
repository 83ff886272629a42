import type { FastifyRequest } from "fastify";
import { instantOf } from "@foyer/contract/wire-values";
import type { BrandApp } from "@foyer/contract/brand-apps";
import type { Person } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { appsOf, seesProduct } from "../grants/apps.ts";
import { authenticateApp } from "../grants/authenticate-app.ts";
import { type HeldLicense, ownHeldLicenses } from "../stores/held-license-store.ts";

/** The `licenses` claim: one entry for each held seat of a license that the app may see. `valid_until` is null without an end. */
export const licenseClaims = (held: readonly HeldLicense[], app: BrandApp) =>
  held
    .filter((row) => seesProduct(app, row.product_id))
    .map((row) => ({
      registration_id: row.registration_id,
      product_id: row.product_id,
      description: row.description,
      seat_id: row.seat_id,
      seat_status: row.seat_status,
      valid_until: row.valid_until && instantOf(row.valid_until),
      subscription_state: row.subscription_active === null ? null : row.subscription_active ? "active" : "inactive",
    }));

/** The claims about a person; the scopes of the app's token decide which of them it gets. */
export const accountClaims = ({ id, username, email }: Pick<Person, "id" | "username" | "email">) => ({
  sub: id,
  preferred_username: username,
  email,
  email_verified: true,
});

const BEARER = /^Bearer (aa_[\w-]{1,200})$/i;

/** True if the request has only a token, and nothing else that the provider would read. */
const isPlain = ({ method, url, headers }: FastifyRequest): boolean =>
  method === "GET" &&
  !url.includes("?") &&
  headers.origin === undefined &&
  (headers["content-length"] ?? "0") === "0" &&
  headers["transfer-encoding"] === undefined;

/**
 * Answers a plain `userinfo` request with a live token by one select. The library needs five, and ten times the time.
 *
 * @returns null for all other requests, which the library answers or refuses.
 */
export async function readUserinfo(deps: Deps, request: FastifyRequest): Promise<object | null> {
  const token = isPlain(request) ? BEARER.exec(request.headers.authorization ?? "")?.[1] : undefined;
  const person = token === undefined ? null : await authenticateApp(deps, token, "", ownHeldLicenses);
  const app = appsOf(deps.brand).get(person?.app?.id ?? "");
  const scopes = person?.app?.scopes ?? [];
  if (!person || !app || !scopes.includes("openid")) return null;
  const { sub, preferred_username, email, email_verified } = accountClaims(person);
  return {
    sub,
    ...(scopes.includes("profile") ? { preferred_username } : {}),
    ...(scopes.includes("email") ? { email, email_verified } : {}),
    ...(scopes.includes("licenses") ? { licenses: licenseClaims(ownHeldLicenses.of(person) ?? [], app) } : {}),
  };
}
