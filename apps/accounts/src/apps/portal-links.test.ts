import { needsProvedSession } from "@foyer/contract/endpoint";
import { accountsEndpoints } from "@foyer/contract/endpoints";
import { beforeAll, expect, test } from "vitest";
import {
  appBrowser,
  appService,
  appTokens,
  claimsOf,
  exchange,
  returned,
  type Tokens,
} from "../testing/app-browser.ts";
import { makeAccounts, makeLicense, openSessions, password } from "../testing/factories.ts";
import { portal } from "../testing/test-accounts.ts";

const service = appService();
let session: string;
let tokens: Tokens;

beforeAll(async () => {
  await makeAccounts(service, { username: "sam", right: "admin" });
  [session = ""] = await openSessions(service, "sam");
  tokens = await appTokens(service, session, { scope: "openid portal offline_access" });
});

const make = (path: string, token = tokens.access_token) =>
  service.call("POST", "portal_link/", { token, body: { path } });
/** Opens the portal by a new link of the app with that token. @returns the access token of the session. */
const enter = async (token?: string): Promise<string> =>
  (await open(codeOf((await make("/", token)).body.url))).body.token.access_token;
const codeOf = (url: string): string => new URL(url).searchParams.get("code") ?? "";
const open = (code: string, instance = 0) =>
  service.call("POST", "portal_link/open/", { body: { code }, instance, ip: `198.51.100.${20 + instance}` });

test("OIDC-20 an app opens the portal once, for an hour, without a proof and without staff rights", async () => {
  const { body } = await make("/manage-team?license=1");
  expect(body).toEqual({ url: expect.stringMatching(`^${portal}/from-app\\?code=pl_`), expires_in: 60 });
  const codes = await Promise.all(Array.from({ length: 10 }, (_, at) => open(codeOf(body.url), at % 2)));
  const [won, ...more] = codes.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  expect(codes.filter(({ body: refused }) => refused.code === 1053)).toHaveLength(9);
  const { token, userinfo, path, app } = won?.body ?? {};
  expect([path, app, userinfo.username]).toEqual(["/manage-team?license=1", { id: "notes", name: "Notes" }, "sam"]);
  expect([token.refresh_token, token.expires_in]).toEqual(["", 3_600]);
  const here = token.access_token;
  const { sessions } = (await service.get("user/sessions/", here)).body;
  expect(sessions[0]).toMatchObject({ current: true, opened_from: "Notes" });
  expect((await service.post("user/email/", {}, here)).status).toBe(404);
  const change = await service.call("DELETE", "user/second_factor/", { token: here, body: {} });
  expect([change.status, change.body.code]).toEqual([403, 2002]);
  expect((await service.get("admin/search/?q=sam", here)).status).toBe(404);
  expect((await service.get("admin/search/?q=sam", session)).status).toBe(200);
  // This session cannot sign in another app, because that requires the password.
  const browser = appBrowser(service, "203.0.113.60");
  const path2 = `app_requests/${await browser.ask()}/`;
  expect((await browser.post(path2, { allow: true }, { token: here })).body).toEqual({ next: "proof" });
  await browser.post("user/proof/", { password }, { token: here });
  const going = (await browser.post(path2, { allow: true }, { token: here })).body;
  expect(going.next).toBe("go");
  // The other app learns that she proved her password later, because an app opened the session without a proof.
  const back = returned(await browser.follow(going.url));
  const { id_token: idToken } = (await exchange(service, back.get("code") ?? "")).body as Tokens;
  expect(claimsOf(idToken)).toMatchObject({ amr: ["pwd"] });
  service.clock.advance(3_601);
  expect((await service.get("user/sessions/", here)).status).toBe(401);
});

test("OIDC-20 a link is invalid after 61 s and after the end of its grant, which also ends the session that it opened", async () => {
  [session = ""] = await openSessions(service, "sam");
  tokens = await appTokens(service, session, { scope: "openid portal offline_access" });
  const late = codeOf((await make("/")).body.url);
  service.clock.advance(61);
  expect((await open(late)).body.code).toBe(1053);
  const opened = await enter();
  const waiting = codeOf((await make("/")).body.url);
  const { apps } = (await service.get("user/apps/", session)).body;
  for (const { id } of apps) await service.call("DELETE", `user/apps/${id}/`, { token: session });
  expect((await service.get("user/sessions/", opened)).status).toBe(401);
  expect((await open(waiting)).body.code).toBe(1053);
  const { rows } = await service.database.pool.query("select app_portal_links::text from app_portal_links");
  expect(JSON.stringify(rows)).not.toContain(waiting);
});

test("OIDC-20 OIDC-21 a session that an app opened stays open after it has changed the password or ended the others", async () => {
  await makeAccounts(service, "nora");
  const fresh = "quiet-harbor-1973";
  const change = { old_password: password, new_password: fresh, new_password_2: fresh };
  for (const [method, path, body] of [
    ["DELETE", "user/sessions/", undefined],
    ["POST", "user/", change],
  ] as const) {
    const [own = ""] = await openSessions(service, "nora");
    const app = await appTokens(service, own, { scope: "openid portal offline_access" });
    const open1 = await enter(app.access_token);
    const open2 = await enter(app.access_token);
    expect((await service.call(method, path, { token: open1, body })).status).toBe(200);
    const { status, body: listed } = await service.get("user/sessions/", open1);
    expect([path, status, listed.sessions?.length]).toEqual([path, 200, 1]);
    for (const ended of [open2, own]) expect((await service.get("user/sessions/", ended)).status).toBe(401);
    expect((await service.call("GET", "/oauth/userinfo", { token: app.access_token })).status).toBe(401);
  }
});

test("OIDC-20 a session that an app opened changes nothing of value before a proof, on any call (FAULT-30)", async () => {
  await makeAccounts(service, "tess");
  await makeLicense(service, { id: "handed", owners: ["tess"] });
  const [own = ""] = await openSessions(service, "tess");
  const app = await appTokens(service, own, { scope: "openid portal" });
  const here = await enter(app.access_token);
  const seats = () => service.database.pool.query("select from seats where license_id = 'handed'");
  const invite = (key?: string) => {
    const headers = key === undefined ? {} : { "idempotency-key": key };
    return service.call("POST", "registration_seats/handed/", {
      token: here,
      body: { seats: "x@example.com" },
      headers,
    });
  };
  for (const endpoint of accountsEndpoints.filter(needsProvedSession)) {
    const path = endpoint.path.replace(":id", "handed").replaceAll(/:\w+/g, "none");
    // The body selects the call among those of its path.
    const chooser = endpoint.name === "releaseSeats" ? { release: [] } : {};
    const { status, body } = await service.call(endpoint.method, path, { token: here, body: chooser });
    expect([endpoint.name, status, body.code, body.session_proof]).toEqual([endpoint.name, 403, 2002, true]);
  }
  const refused = await Promise.all(Array.from({ length: 8 }, (_, at) => invite(`repeat-${at % 2}`)));
  expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 2002));
  expect((await seats()).rowCount).toBe(0);
  const passed = accountsEndpoints.filter(
    (one) => one.access === "person" && one.beforeProof && one.refusals.includes("permission.proof_required" as never),
  );
  for (const { method, path } of passed) {
    const answer = await service.call(method, path.replaceAll(/:\w+/g, "none"), {
      token: here,
      body: { new_email_address: "t@example.com" },
    });
    expect([path, answer.status >= 400]).toEqual([path, true]);
  }
  expect((await service.post("user/proof/", { password: "wrong" }, here)).body.code).toBe(3022);
  expect((await invite()).body.code).toBe(2002);
  expect((await service.post("user/proof/", { password }, here)).status).toBe(200);
  // A key of a refused request is free: the repeat after the proof acts.
  expect([(await invite("repeat-0")).status, (await seats()).rowCount]).toEqual([200, 1]);
});

test("KEY-06 all sessions that one app opens share their tries of the password (FAULT-25)", async () => {
  await makeAccounts(service, "opal");
  const [own = ""] = await openSessions(service, "opal");
  const app = await appTokens(service, own, { scope: "openid portal" });
  const opened: string[] = [];
  for (let time = 0; time < 2; time++) opened.push(await enter(app.access_token));
  const codes: number[] = [];
  for (let guess = 0; guess < 12; guess++)
    codes.push((await service.post("user/proof/", { password: "wrong" }, opened[guess % 2])).body.code);
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 3022), 1003, 1003]);
  expect((await service.post("user/proof/", { password }, own)).status).toBe(200);
});

test("OIDC-20 a link leads only to pages of the portal", async () => {
  [session = ""] = await openSessions(service, "sam");
  tokens = await appTokens(service, session, { scope: "openid portal" });
  for (const path of ["/", "/manage-team", "/admin/customers?q=x#y", `/?${"a".repeat(510)}`]) {
    expect([path, (await make(path)).status]).toEqual([path, 200]);
  }
  const wrong = [
    "",
    "manage-team",
    "//evil.example/",
    "/\\evil.example",
    "/%2f/evil.example",
    "/nowhere",
    "/manage-team/../nowhere",
    "/\tmanage-team",
    "https://evil.example/",
    `/?${"a".repeat(511)}`,
  ];
  for (const path of wrong) {
    const { status, body } = await make(path);
    expect([path, status, body.code, body.errors?.[0]?.field]).toEqual([path, 422, 4_000, "path"]);
  }
  expect((await make("/", session)).status).toBe(403);
});
