import { accountsEndpoints } from "@foyer/contract/endpoints";
import { type Scope, scopeNames } from "@foyer/contract/scopes";
import { beforeAll, expect, test } from "vitest";
import { after } from "../lifetimes.ts";
import { hashOf } from "../secrets/secret-values.ts";
import { insertToken } from "../stores/app-token-store.ts";
import { insertGrant } from "../stores/grant-store.ts";
import { appService, appTokens } from "../testing/app-browser.ts";
import { makeAccounts, openSessions } from "../testing/factories.ts";
import { serviceCredential } from "../testing/test-accounts.ts";

const service = appService({ instances: 1 });
let olive: string;
const tokens = new Map<Scope, string>();

/** Returns an access token of an app with one scope. */
async function tokenWith(scope: Scope, accountId: string): Promise<string> {
  const { kysely } = service.database;
  const now = service.clock.now();
  const id = `gr_${scope}`;
  const times = { created_at: now, last_used_at: now, expires_at: after(now, 3_600) };
  const grant = { id, account_id: accountId, app_id: "notes", scopes: [scope], device_name: null, session_id: null };
  await kysely.transaction().execute((tx) => insertGrant(tx, { ...grant, ...times }));
  const token = `aa_of_${scope}`;
  const [hash, payload] = [hashOf(token), { scope, kind: "AccessToken" }];
  const { expires_at } = times;
  await insertToken(kysely, now, { hash, kind: "AccessToken", grant_id: id, payload, expires_at });
  return token;
}

beforeAll(async () => {
  const ids = await makeAccounts(service, { username: "olive", right: "admin" });
  [olive = ""] = await openSessions(service, "olive");
  for (const scope of scopeNames) tokens.set(scope, await tokenWith(scope, ids.get("olive") ?? ""));
});

const addresses = [...Map.groupBy(accountsEndpoints, ({ method, path }) => `${method} ${path}`)].filter(
  ([, [first]]) =>
    ["person", "manager", "customer", "signup"].includes(first?.access ?? "") || first?.access.startsWith("staff:"),
);

test("OIDC-17 every call accepts exactly the scopes of the table, and any other scope gets 403 2005", async () => {
  expect(addresses.length).toBeGreaterThan(60);
  for (const [, endpoints] of addresses) {
    for (const [scope, token] of tokens) {
      // Calls with the same address are distinguished by their bodies. An empty body selects the last one.
      const endpoint = endpoints.at(-1);
      if (!endpoint) continue;
      const answer = await service.call(endpoint.method, endpoint.path.replaceAll(/:\w+/g, "x"), { token, body: {} });
      const opens = endpoint.scopes?.includes(scope) ?? false;
      const isShut = answer.status === 403 && answer.body.code === 2005;
      expect([endpoint.name, scope, isShut]).toEqual([endpoint.name, scope, !opens]);
      if (!isShut) continue;
      const wanted = endpoint.scopes ? `, scope="${endpoint.scopes.join(" ")}"` : "";
      expect(answer.headers["www-authenticate"]).toBe(`Bearer error="insufficient_scope"${wanted}`);
    }
  }
});

test("OIDC-17 of the specification's calls, apps can use only the reads of the own account", () => {
  const open = accountsEndpoints.filter(({ scopes }) => scopes).map(({ name, scopes }) => [name, scopes]);
  expect(Object.fromEntries(open)).toEqual({
    activate: ["licenses"],
    listActivations: ["licenses"],
    validateActivation: ["licenses"],
    freeActivation: ["licenses"],
    makeMachineFile: ["licenses"],
    readUser: ["account.read"],
    listPersonalSeats: ["account.read", "licenses"],
    listPurchases: ["account.read", "licenses"],
    createPortalLink: ["portal"],
  });
});

test("OIDC-17 an app's token is no session, and its other values are not accepted as tokens", async () => {
  const [session = ""] = await openSessions(service, "olive");
  const own = await appTokens(service, session, { scope: "openid offline_access account.read" });
  const before = (await service.get("user/sessions/", olive)).body.sessions.length;
  expect(before).toBe(2);
  const user = await service.call("POST", "user/", { token: own.access_token, body: {} });
  expect([user.status, user.body.userinfo.username]).toEqual([200, "olive"]);
  // An app has no staff rights, even if its user does.
  const change = { old_password: "a", new_password: "b", new_password_2: "b" };
  expect((await service.post("user/", change, own.access_token)).body.code).toBe(2005);
  for (const token of [own.refresh_token, own.id_token, "aa_unknown"]) {
    expect((await service.call("POST", "seats/", { token, body: {} })).status).toBe(401);
  }
  for (const token of [own.access_token, own.refresh_token]) {
    const answer = await service.post("refresh/", { refresh_token: token });
    expect([answer.status, answer.body.code]).toEqual([401, "invalid_grant"]);
  }
  expect((await service.call("GET", "/oauth/userinfo", { token: session })).status).toBe(401);
  const told = await service.post("internal/introspect/", { token: own.access_token }, serviceCredential);
  expect(told.body).toMatchObject({
    active: true,
    username: "olive",
    is_staff: false,
    staff_rights: [],
    app: { id: "notes", scopes: ["openid", "offline_access", "account.read"] },
  });
});
