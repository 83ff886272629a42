import type { FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { appsOf } from "../grants/apps.ts";
import { authenticateApp } from "../grants/authenticate-app.ts";
import { accountClaims, licenseClaims } from "./claims.ts";
import { ownHeldLicenses } from "../stores/held-license-store.ts";

const BEARER = /^Bearer (aa_[\w-]{1,200})$/i;

/** True when a request has nothing that the provider would read except its token. */
const isPlain = ({ method, url, headers }: FastifyRequest): boolean =>
  method === "GET" &&
  !url.includes("?") &&
  headers.origin === undefined &&
  (headers["content-length"] ?? "0") === "0" &&
  headers["transfer-encoding"] === undefined;

/**
 * The answer to an app that asks with a live token for the person behind it, by one select. The library takes five, and ten times
 * the time.
 *
 * @returns null for everything else: the library then decides and answers, also every refusal.
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
