import { beforeAll, expect, test } from "vitest";
import { authenticator } from "../second-factor/take-code.ts";
import {
  appBrowser,
  appService,
  appTokens,
  authorizeUrl,
  claimsOf,
  exchange,
  returned,
} from "../testing/app-browser.ts";
import { cookieLines } from "../testing/browser.ts";
import { makeAccounts, openSessions, signIn } from "../testing/factories.ts";
import { portal } from "../testing/test-accounts.ts";

const service = appService();
let maya: string;

beforeAll(async () => {
  await makeAccounts(service, "olive", "maya", "ida");
  [maya = ""] = await openSessions(service, "maya");
});

test("OIDC-07 prompt=none shows no page", async () => {
  const browser = appBrowser(service, "203.0.113.6");
  const silent = async (params: Record<string, string> = {}) => {
    const answer = await browser.call("GET", authorizeUrl({ prompt: "none", ...params }));
    return returned(answer);
  };
  expect((await silent()).get("error")).toBe("login_required");
  const [session = ""] = await openSessions(service, "olive");
  await browser.allow(session, { scope: "openid" });
  expect((await silent({ scope: "openid licenses account.read portal" })).get("error")).toBe("consent_required");
  const code = (await silent()).get("code") ?? "";
  expect((await exchange(service, code)).status).toBe(200);
  expect((await silent({ client_id: "own" })).get("code")).toMatch(/^ac_/);
  expect((await silent({ prompt: "none login" })).get("error")).toBe("invalid_request");
  service.clock.advance(120);
  expect((await silent({ max_age: "60" })).get("error")).toBe("login_required");
  await service.get("signout/", session);
  expect((await silent()).get("error")).toBe("login_required");
});

test("OIDC-07 prompt=none knows the portal's session in a browser that no app has used, until it ends (FAULT-36)", async () => {
  const browser = appBrowser(service, "203.0.113.61");
  const silent = async (params: Record<string, string> = {}) =>
    returned(await browser.call("GET", authorizeUrl({ prompt: "none", client_id: "own", ...params })));
  expect((await silent()).get("error")).toBe("login_required");
  browser.cookies.clear();
  const inPortal = { headers: { "x-session-cookie": "1", origin: portal } };
  const entered = await browser.post("signin/", { username: "ida", password: "amber-lantern-42" }, inPortal);
  const line = cookieLines(entered).find((each) => each.includes("foyer-portal-session"));
  expect(line).toMatch(/; Path=\/oauth\/authorize; HttpOnly; SameSite=Lax; Secure$/);
  const forged = [...browser.cookies].map(([name, value]) => [name, value.replace(/.$/, "_")] as const);
  const other = appBrowser(service, "203.0.113.62");
  for (const [name, value] of forged) other.cookies.set(name, value);
  const back = returned(await other.call("GET", authorizeUrl({ prompt: "none", client_id: "own" })));
  expect(back.get("error")).toBe("login_required");
  const token = (await browser.post("refresh/", {}, inPortal)).body.token.access_token;
  const { body } = await exchange(service, (await silent()).get("code") ?? "", { client_id: "own" });
  expect(claimsOf(body.id_token)).toMatchObject({ amr: ["pwd"] });
  expect((await silent({ client_id: "notes" })).get("error")).toBe("consent_required");
  await browser.call("GET", "signout/", { token, ...inPortal });
  expect((await silent()).get("error")).toBe("login_required");
});

test("OIDC-07 with a second factor, prompt=login asks for both factors and says when both were proved (FAULT-36)", async () => {
  await makeAccounts(service, "fay");
  const { access } = await signIn(service, "fay");
  const { secret } = (await service.post("user/second_factor/", {}, access)).body;
  const codeNow = () => authenticator(secret).generate({ timestamp: service.clock.now().getTime() });
  await service.post("user/second_factor/confirm/", { otp: codeNow() }, access);
  const enter = async () => {
    service.clock.advance(60);
    const { body } = await service.post("signin/", { username: "fay", password: "amber-lantern-42", otp: codeNow() });
    return body.token.access_token as string;
  };
  const before = await enter();
  service.clock.advance(100);
  const browser = appBrowser(service, "203.0.113.63");
  const path = `app_requests/${await browser.ask({ client_id: "own", prompt: "login" })}/`;
  await browser.post("user/proof/", { password: "amber-lantern-42" }, { token: before });
  expect((await browser.post(path, {}, { token: before })).body).toEqual({ next: "sign_in" });
  const answered = await browser.post(path, {}, { token: await enter() });
  const claimsAt = async (url: string) => {
    const code = returned(await browser.follow(url)).get("code") ?? "";
    const { body } = await exchange(service, code, { client_id: "own" });
    return claimsOf(body.id_token);
  };
  const { amr, auth_time: at, iat } = await claimsAt(answered.body.url);
  expect([amr, Math.abs(Number(iat) - Number(at)) <= 2]).toEqual([["pwd", "otp"], true]);
});

test("OIDC-07 prompt=none with an id token of another person gets login_required, and no grant", async () => {
  const { id_token: hint } = await appTokens(service, maya);
  const browser = appBrowser(service, "203.0.113.24");
  const [session = ""] = await openSessions(service, "olive");
  await browser.allow(session);
  const grants = async () => (await service.get("user/apps/", session)).body.apps.length;
  const before = await grants();
  const silent = async (id_token_hint: string) =>
    returned(await browser.call("GET", authorizeUrl({ prompt: "none", id_token_hint })));
  expect((await silent(hint)).get("error")).toBe("login_required");
  expect(await grants()).toBe(before);
  const { id_token: own } = await appTokens(service, session);
  expect((await silent(own)).get("code")).toMatch(/^ac_/);
});

test("OIDC-07 an app that expects another person gets login_required and no grant if this person proves herself", async () => {
  const { id_token: hint } = await appTokens(service, maya, { client_id: "own" });
  const { access } = await signIn(service, "olive");
  const browser = appBrowser(service, "203.0.113.25");
  const grants = async () => (await service.get("user/apps/", access)).body.apps.length;
  const before = await grants();
  service.clock.advance(1);
  const path = `app_requests/${await browser.ask({ client_id: "own", id_token_hint: hint })}/`;
  expect((await browser.post(path, {}, { token: access })).body).toEqual({ next: "proof" });
  await browser.post("user/proof/", { password: "amber-lantern-42" }, { token: access });
  const { body } = await browser.post(path, {}, { token: access });
  const back = returned(await browser.follow(body.url));
  expect([back.get("error"), back.get("state")]).toEqual(["login_required", "the-state"]);
  expect(await grants()).toBe(before);
  expect((await browser.allow(maya, { client_id: "own", id_token_hint: hint })).get("code")).toMatch(/^ac_/);
});

test("OIDC-07 prompt=login and an exceeded max_age ask for the password again", async () => {
  const { access } = await signIn(service, "olive");
  service.clock.advance(100);
  const browser = appBrowser(service, "203.0.113.7");
  for (const params of [{ prompt: "login" }, { max_age: "60" }, { max_age: "0" }]) {
    const path = `app_requests/${await browser.ask({ client_id: "own", ...params })}/`;
    service.clock.advance(1);
    expect((await browser.post(path, { allow: true }, { token: access })).body).toEqual({ next: "proof" });
    await browser.post("user/proof/", { password: "amber-lantern-42" }, { token: access });
    const answered = await browser.post(path, {}, { token: access });
    expect(answered.body.next).toBe("go");
    const back = returned(await browser.follow(answered.body.url));
    expect(back.get("code")).toMatch(/^ac_/);
    service.clock.advance(100);
  }
  const free = await browser.ask({ client_id: "own", max_age: "3600" });
  expect((await browser.answer(free, access, {})).body.next).toBe("go");
});

test("OIDC-07 OIDC-25 silent renewals of a browser go on with one grant, and leave those of other devices alone", async () => {
  const scope = "openid email";
  const [session = ""] = await openSessions(service, "ida");
  const [elsewhere, browser] = [appBrowser(service, "203.0.113.41"), appBrowser(service, "203.0.113.42")];
  const sidOf = async (code: string | null) => {
    const { body } = await exchange(service, code ?? "");
    return claimsOf(body.id_token).sid;
  };
  const renew = async (wanted = scope) => {
    const back = await browser.call("GET", authorizeUrl({ prompt: "none", scope: wanted }));
    return sidOf(returned(back).get("code"));
  };
  const other = await sidOf((await elsewhere.allow(session, { scope: `${scope} offline_access` })).get("code"));
  const own = await sidOf((await browser.allow(session, { scope })).get("code"));
  for (let renewal = 0; renewal < 4; renewal++) {
    service.clock.advance(20 * 60);
    expect(await renew()).toBe(own);
  }
  const narrow = await renew("openid");
  expect(await renew("openid")).toBe(narrow);
  const [now = ""] = await openSessions(service, "ida");
  const { body } = await service.call("GET", "user/apps/", { token: now });
  const ids = new Set(body.apps.map(({ id }: { id: string }) => id));
  expect(ids).toEqual(new Set([narrow, other, own]));
});
