import { caseCount } from "@foyer/testing/random-cases";
import fc from "fast-check";
import { expect, test } from "vitest";
import { appSecrets, locationOf, redirectUri, testApps } from "../testing/app-browser.ts";
import { testAccounts } from "../testing/test-accounts.ts";
import { routes } from "./provider-plugin.ts";

const service = testAccounts({
  apps: testApps,
  appSecrets,
  limitsOff: "hundreds of requests from few addresses, to see what each of them is answered",
});

const endpoints = routes
  .filter(([method]) => method !== "OPTIONS")
  .map(([method, path]) => [method, path.replace(":code", "x")] as const);

const names = [
  "client_id redirect_uri response_type response_mode scope state nonce code_challenge code_challenge_method prompt max_age",
  "login_hint ui_locales claims request request_uri grant_type code code_verifier refresh_token device_code token client_secret",
  "client_assertion client_assertion_type id_token_hint post_logout_redirect_uri device_name foyer_asked foyer_fault __proto__",
].flatMap((line) => line.split(" "));

const value = fc.oneof(
  fc.constantFrom(
    "notes",
    "own",
    "server",
    "tv",
    "nobody",
    redirectUri,
    "code",
    "openid offline_access",
    "none",
    "S256",
  ),
  fc.constantFrom(
    "refresh_token",
    "authorization_code",
    "urn:ietf:params:oauth:grant-type:device_code",
    "-1",
    "1e99",
    "{}",
  ),
  fc.constantFrom("https://evil.example/", "//evil.example", "a".repeat(43), "\u0000", "\ud800", "null", "[]"),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const params = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 12 });
const header = fc.constantFrom(
  undefined,
  "Basic bm90ZXM6",
  "Basic !!!!",
  "Basic c2VydmVyOiVaWg==",
  "Bearer x",
  "Bearer",
  "Bearer aa_\u00e9",
  "Digest x",
);
const type = fc.constantFrom(
  "application/x-www-form-urlencoded",
  "application/json",
  "text/plain",
  "multipart/form-data",
);
const runs = caseCount("APP_REQUESTS", { usual: 20, torture: 10_000 });
const seed = process.env["SEED"];

const written = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`).join("&");

test.each(endpoints)(
  "OIDC-26 malformed requests to %s %s get no 5xx, no redirect to an unlisted address, and no answer that can be framed",
  async (method, path) => {
    await fc.assert(
      fc.asyncProperty(
        params,
        fc.string({ maxLength: 30 }),
        header,
        type,
        async (pairs, noise, authorization, contentType) => {
          const text = `${written(pairs)}${noise.includes("\n") ? "" : `&${encodeURI(noise.toWellFormed())}`}`;
          const answer = await service.call(method, method === "GET" ? `${path}?${text}` : path, {
            ...(method === "POST" ? { raw: text } : {}),
            headers: { "content-type": contentType, ...(authorization === undefined ? {} : { authorization }) },
          });
          expect(answer.status).toBeLessThan(500);
          const location = locationOf(answer);
          expect(location).toMatch(
            /^$|^http:\/\/127\.0\.0\.1\/callback\?|^\/(authorize|sign-out)\?request=|^\/oauth\/(authorize|end_session)(\?|$)/,
          );
          expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
          expect(JSON.stringify(answer.body)).not.toMatch(/select .* from |node_modules|oops! /i);
        },
      ),
      { numRuns: runs, ...(seed === undefined ? {} : { seed: Number(seed) }) },
    );
  },
);
