import type { BrandApp } from "@foyer/contract/brand-apps";
import { beforeAll, expect, test } from "vitest";
import {
  appBrowser,
  appService,
  appTokens,
  authorizeUrl,
  exchange,
  locationOf,
  refreshWith,
  testApps,
} from "../testing/app-browser.ts";
import { makeAccounts, openSessions } from "../testing/factories.ts";

/** The instance whose brand lists fewer scopes and another address for the app. */
const CHANGED = 1;
const scope = "openid email offline_access account.read licenses portal";
const newUri = "com.example.notes:/signed-in";

const changes: Readonly<Record<string, Partial<BrandApp>>> = {
  page: { redirectUris: ["http://localhost/callback", "http://127.0.0.1:3000/callback"] },
  notes: { redirectUris: [newUri], scopes: ["openid", "offline_access", "licenses"] },
};
const changedApps = testApps.map((app) => ({ ...app, ...changes[app.id] }));
const service = appService({ changedApps });
let olive: string;

beforeAll(async () => {
  await makeAccounts(service, "olive");
  [olive = ""] = await openSessions(service, "olive");
});

test("OIDC-02 OIDC-17 a scope that the brand takes from an app is gone from its codes, grants and tokens", async () => {
  const tokens = await appTokens(service, olive, { scope });
  const code = await appBrowser(service, "203.0.113.1").code(olive, { scope });
  const call = async (path: string, token: string, body: object) =>
    (await service.call("POST", path, { token, body, instance: CHANGED })).body.code;
  const userinfo = async (token: string) => {
    const asked = { token, instance: CHANGED };
    const quick = await service.call("GET", "/oauth/userinfo", asked);
    const slow = await service.call("POST", "/oauth/userinfo", asked);
    return [quick, slow].map(({ body }) => Object.keys(body).toSorted());
  };
  const narrow = ["licenses", "sub"];
  expect(await call("portal_link/", tokens.access_token, { path: "/" })).toBe(2005);
  expect(await userinfo(tokens.access_token)).toEqual([narrow, narrow]);
  const refreshed = await refreshWith(service, tokens.refresh_token, "notes", { instance: CHANGED });
  const exchanged = await exchange(service, code, {}, CHANGED);
  for (const { status, body } of [refreshed, exchanged]) {
    expect([status, String(body.scope).split(" ").toSorted()]).toEqual([200, ["licenses", "offline_access", "openid"]]);
    expect(await userinfo(body.access_token)).toEqual([narrow, narrow]);
  }
});

test("OIDC-02 a request from before a scope was removed continues without it", async () => {
  const browser = appBrowser(service, "203.0.113.2");
  const request = await browser.ask({ scope, redirect_uri: newUri });
  const answered = await browser.answer(request, olive, { allow: true }, CHANGED);
  const back = await browser.follow(answered.body.url, CHANGED);
  expect(locationOf(back)).toContain(`${newUri}?code=`);
});

test.each([true, false])(
  "OIDC-03 no answer is sent to an address that the brand has taken from its app: allow %s",
  async (allow) => {
    const browser = appBrowser(service, "203.0.113.3");
    const answered = await browser.answer(await browser.ask(), olive, { allow });
    const back = await browser.follow(answered.body.url, CHANGED);
    expect([back.status, locationOf(back)]).toEqual([400, ""]);
    expect((await service.call("GET", authorizeUrl(), { instance: CHANGED })).status).toBe(400);
  },
);

test("OIDC-21 the connected apps list only scopes that the brand still lists", async () => {
  const { body } = await service.call("GET", "user/apps/", { token: olive, instance: CHANGED });
  const scopes = body.apps.flatMap((app: { scopes: string[] }) => app.scopes);
  expect(new Set(scopes)).toEqual(new Set(["openid", "offline_access", "licenses"]));
});

test("OIDC-02 an app that the brand no longer lists gets 401, and must ask again when it is listed again (FAULT-37)", async () => {
  const tokens = await appTokens(service, olive, { scope: "openid offline_access", client_id: "own" });
  const own = { token: tokens.access_token };
  expect((await service.call("GET", "/oauth/userinfo", own)).status).toBe(200);
  const instance = await service.join(testApps.filter(({ id }) => id !== "own"));
  for (const method of ["GET", "POST"] as const) {
    const answer = await service.call(method, "/oauth/userinfo", { ...own, instance });
    expect([method, answer.status, answer.body.error]).toEqual([method, 401, "invalid_token"]);
  }
  const { apps } = (await service.call("GET", "user/apps/", { token: olive, instance })).body;
  expect(JSON.stringify(apps)).not.toContain('"own"');
  // The first instance still lists the app, as a later start with the old brand would.
  expect((await service.call("GET", "/oauth/userinfo", own)).status, "its grants have ended").toBe(401);
  expect((await refreshWith(service, tokens.refresh_token, "own")).status).toBe(400);
});

test("OIDC-31 a web app on its developer's machine is redirected to on any port, and other hosts get a page (FAULT-40)", async () => {
  const asked = async (redirect_uri: string, instance: number) => {
    const url = authorizeUrl({ client_id: "page", redirect_uri });
    return (await service.call("GET", url, { instance })).status;
  };
  for (const address of ["localhost:5173/callback", "localhost/callback", "127.0.0.1:3000/callback"]) {
    const statuses = [await asked(`http://${address}`, CHANGED), await asked(`http://${address}`, 0)];
    expect([address, ...statuses]).toEqual([address, 303, 400]);
  }
  for (const address of [
    "http://localhost:5173/other",
    "http://localhost.evil.example/callback",
    "https://localhost/callback",
  ])
    expect([address, await asked(address, CHANGED)]).toEqual([address, 400]);
});
