import { createPublicKey, createVerify, verify } from "node:crypto";
import { keyringOf } from "@foyer/service-kit/keyring";
import { beforeAll, expect, test } from "vitest";
import { endWhatWasOpen } from "../after-restore.ts";
import { appBrowser, appService, appTokens, basic, postForm, refreshWith, verifier } from "../testing/app-browser.ts";
import { makeAccounts, openSessions } from "../testing/factories.ts";
import { testKeyring } from "../testing/test-accounts.ts";
import { missingAppKeys, resealAppKeys, rotateKeys } from "./signing-keys.ts";

const service = appService();

beforeAll(async () => {
  await makeAccounts(service, "olive");
});

interface PublicKey {
  readonly kid: string;
  readonly alg: string;
  readonly [member: string]: unknown;
}

async function published(instance = 0): Promise<PublicKey[]> {
  const answer = await service.call("GET", "/oauth/jwks", { instance });
  expect(answer.headers["cache-control"]).toBe("public, max-age=300");
  return JSON.parse(answer.body).keys;
}

/** True if one of these keys signed the token. */
function isSigned(token: string, keys: readonly PublicKey[]): boolean {
  const [head = "", body = "", signature = ""] = token.split(".");
  const { alg, kid } = JSON.parse(Buffer.from(head, "base64url").toString()) as { alg: string; kid: string };
  const key = keys.find((each) => each.kid === kid && each.alg === alg);
  if (!key) return false;
  const publicKey = createPublicKey({ key: { ...key }, format: "jwk" });
  const [text, signed] = [Buffer.from(`${head}.${body}`), Buffer.from(signature, "base64url")];
  if (alg === "EdDSA") return verify(null, text, publicKey, signed);
  return createVerify("RSA-SHA256").update(text).verify(publicKey, signed);
}

const newIdToken = async (): Promise<string> => {
  const [session = ""] = await openSessions(service, "olive");
  return (await appTokens(service, session)).id_token;
};

test("OIDC-18 keys are published without their private half, one of each algorithm, and encrypted in the database", async () => {
  const [one, other] = await Promise.all([published(0), published(1)]);
  expect(one.map(({ alg }) => alg).toSorted()).toEqual(["EdDSA", "RS256"]);
  expect(other).toEqual(one);
  for (const key of one) for (const secret of ["d", "p", "q", "dp", "dq", "qi"]) expect(key).not.toHaveProperty(secret);
  const { rows } = await service.database.pool.query("select sealed from app_keys");
  for (const { sealed } of rows) expect(sealed).toMatch(/^v1:[0-9a-f]{8}:/);
  expect(isSigned(await newIdToken(), one)).toBe(true);
});

test("OIDC-18 an app that requests EdDSA gets it", async () => {
  const [session = ""] = await openSessions(service, "olive");
  const redirect = "https://server.example/callback";
  const params = { client_id: "server", redirect_uri: redirect, scope: "openid" };
  const code = await appBrowser(service, "203.0.113.40").code(session, params);
  const form = { grant_type: "authorization_code", code, redirect_uri: redirect, code_verifier: verifier };
  const { body } = await postForm(service, "token", form, { headers: basic() });
  expect(JSON.parse(Buffer.from(body.id_token.split(".")[0], "base64url").toString()).alg).toBe("EdDSA");
  expect(isSigned(body.id_token, await published())).toBe(true);
});

test("OIDC-18 a new key signs, the old one is published for 30 days, and a restore keeps both", async () => {
  const { kysely } = service.database;
  const before = await published();
  const old = await newIdToken();
  await rotateKeys(kysely, testKeyring, service.clock.now());
  const both = await published(1);
  expect(both).toHaveLength(4);
  // Every instance signs with it within seconds, and an instance that has just returned its keys immediately.
  await published(0);
  const fresh = await newIdToken();
  expect(isSigned(fresh, before)).toBe(false);
  expect([isSigned(fresh, both), isSigned(old, both)]).toEqual([true, true]);
  const [session = ""] = await openSessions(service, "olive");
  const tokens = await appTokens(service, session, { scope: "openid offline_access" });
  await endWhatWasOpen(kysely, service.clock.now());
  expect((await service.call("GET", "/oauth/userinfo", { token: tokens.access_token })).status).toBe(401);
  expect((await refreshWith(service, tokens.refresh_token)).body.error).toBe("invalid_grant");
  expect(await published()).toEqual(both);
  service.clock.advance(30 * 86_400 + 60);
  const later = await published();
  expect([later.length, isSigned(fresh, later), isSigned(old, later)]).toEqual([2, true, false]);
});

test("OIDC-18 keys are encrypted again with the installation's first key, and missing encryption keys are reported", async () => {
  const { kysely } = service.database;
  const [former, next] = [
    "a-key-for-the-secrets-of-tests-0123456789",
    "another-key-for-the-secrets-of-tests-0123",
  ] as const;
  const anew = keyringOf([next, former]);
  expect(await missingAppKeys(kysely, keyringOf([next]))).toEqual([testKeyring.ids[0]]);
  const { sealed, unreadable } = await resealAppKeys(kysely, anew);
  expect([sealed > 0, unreadable]).toEqual([true, 0]);
  expect(await missingAppKeys(kysely, keyringOf([next]))).toEqual([]);
  expect(await resealAppKeys(kysely, anew)).toEqual({ sealed: 0, unreadable: 0 });
});
