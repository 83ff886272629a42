import { accountsEndpoints } from "@foyer/contract/endpoints";
import { textFields } from "@foyer/contract/secret-fields";
import { afterAll, expect, test } from "vitest";
import { cookieLines, newBrowser, type TestBrowser } from "../testing/browser.ts";
import { makeAccounts, password } from "../testing/factories.ts";
import { confirmedSignUp } from "../testing/mails.ts";
import { type Answer, portal, serviceCredential, startAccounts } from "../testing/test-accounts.ts";

const service = await startAccounts({ instances: 2 });
afterAll(() => service.close());
await makeAccounts(service, "cora", "carl", { username: "chief", is_staff: true });

const NAME = "__Secure-foyer-refresh";
const inPortal = { "x-session-cookie": "1", origin: portal };
const browser = (): TestBrowser => newBrowser(service, "198.51.100.7");
const enter = (from: TestBrowser, username = "cora", headers: Readonly<Record<string, string>> = inPortal) =>
  from.post("signin/", { username, password }, { headers });
const renew = (from: TestBrowser, headers: Readonly<Record<string, string>> = inPortal, body: object = {}) =>
  from.post("refresh/", body, { headers });
const outcome = ({ status, body }: Answer): unknown => [status, body.code];
const isAlive = async ({ body }: Answer): Promise<boolean> =>
  (await service.post("user/", {}, body.token.access_token)).status === 200;
const refreshLine = (answer: Answer): string => cookieLines(answer).find((line) => line.startsWith(NAME)) ?? "";

test("R-53 the portal's refresh token is in a cookie for refresh/ alone, which no script can read (FAULT-31)", async () => {
  const own = browser();
  const entered = await enter(own);
  expect(entered.body.token).toMatchObject({ refresh_token: "", expires_in: 900, refresh_expires_in: 604_800 });
  expect(refreshLine(entered)).toMatch(
    /^__Secure-foyer-refresh=rt_[\w-]{43}; Max-Age=604800; Path=\/api\/1\.1\/refresh\/; HttpOnly; SameSite=Strict; Secure$/,
  );
  const renewed = await renew(own);
  expect([renewed.status, renewed.body.token.refresh_token]).toEqual([200, ""]);
  expect(refreshLine(renewed)).not.toBe(refreshLine(entered));
  expect([await isAlive(entered), await isAlive(renewed)]).toEqual([false, true]);
  expect(JSON.stringify([entered.body, renewed.body])).not.toContain("rt_");
});

test("R-53 every call that opens a session can put its refresh token into the cookie (FAULT-31)", async () => {
  const opening = accountsEndpoints.filter(({ reply }) =>
    textFields(reply).some(({ path }) => path === "token.refresh_token"),
  );
  // A session that an app opened has no refresh token.
  expect(opening.map(({ name }) => name).toSorted()).toEqual(
    ["completeSignUp", "openPortalLink", "refreshSession", "signIn", "signInByPasskey"].toSorted(),
  );
  const token = await confirmedSignUp(service, "cleo@example.com");
  const body = { new_account_name: "cleo", new_password: "amber-lantern-42", new_password_2: "amber-lantern-42" };
  const from = browser();
  const made = await from.post("user/", body, { token, headers: inPortal });
  expect([made.status, made.body.token.refresh_token]).toEqual([200, ""]);
  expect((await renew(from)).body.userinfo.username).toBe("cleo");
});

test("R-15 of two tabs that send one cookie both get a working pair, and a repeat after 10 s ends the session (FAULT-31)", async () => {
  const own = browser();
  await enter(own);
  const spent = own.cookies.get(NAME) ?? "";
  const headers = { ...inPortal, cookie: `${NAME}=${spent}` };
  const pairs = await Promise.all(
    [0, 1].map((instance) => service.call("POST", "refresh/", { body: {}, headers, instance })),
  );
  expect(pairs.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(pairs.map(({ body }) => body.token.access_token)).size).toBe(1);
  service.clock.advance(11);
  expect(outcome(await service.call("POST", "refresh/", { body: {}, headers }))).toEqual([401, "invalid_grant"]);
  expect(await Promise.all(pairs.map(isAlive))).toEqual([false, false]);
});

test.each([
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: `${portal}.evil.example` },
  { origin: "https://evil-portal.example.com" },
  { origin: portal.replace("https:", "http:") },
  { origin: `${portal}:444` },
  { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  { origin: "https://other.example.com", "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "none" },
])("R-53 a page of another origin cannot use, set or remove the cookie: %o (FAULT-31)", async (foreign) => {
  const own = browser();
  const entered = await enter(own);
  const headers = { "x-session-cookie": "1", "sec-fetch-site": "cross-site", ...foreign };
  const { access_token: token } = entered.body.token;
  for (const answer of [
    await renew(own, headers),
    await enter(own, "carl", headers),
    await own.call("GET", "signout/", { token, headers }),
  ]) {
    expect([outcome(answer), cookieLines(answer)]).toEqual([[403, 2001], []]);
  }
  expect(await isAlive(entered)).toBe(true);
  expect((await renew(own)).status).toBe(200);
});

test("ACC-02 other clients keep both tokens in the body, and no cookie counts without the header (FAULT-31)", async () => {
  const own = browser();
  await enter(own);
  const plain = await enter(browser(), "carl", {});
  expect(plain.body.token.refresh_token).toMatch(/^rt_/);
  expect(refreshLine(plain)).toBe("");
  const next = await service.post("refresh/", { refresh_token: plain.body.token.refresh_token });
  expect([next.status, refreshLine(next)]).toEqual([200, ""]);
  expect(next.body.token.refresh_token).toMatch(/^rt_/);
  expect(outcome(await renew(own, {}))).toEqual([422, 4_000]);
  expect(outcome(await renew(browser()))).toEqual([401, 1_002]);
  // A token that an earlier version of the portal stored moves into the cookie.
  const from = browser();
  const moved = await renew(from, inPortal, { refresh_token: next.body.token.refresh_token });
  expect([moved.status, moved.body.token.refresh_token, refreshLine(moved) === ""]).toEqual([200, "", false]);
  expect((await renew(from)).body.userinfo.username).toBe("carl");
});

test("ACC-03 signing out removes the cookie, and the end of a staff member's view does not (FAULT-31)", async () => {
  const staff = browser();
  const { access_token: token } = (await enter(staff, "chief")).body.token;
  const reason = "customer asked by phone";
  const view = await service.post("admin/accounts/cora/view/", { reason }, token);
  const seen = view.body.token.access_token;
  const ended = await staff.call("GET", "signout/", { token: seen, headers: inPortal });
  expect([ended.status, cookieLines(ended)]).toEqual([200, []]);
  const left = await staff.call("GET", "signout/", { token, headers: inPortal });
  expect(refreshLine(left)).toMatch(/=none; Max-Age=0; Path=\/api\/1\.1\/refresh\/;/);
});

test("DESK-01 with a desk, its forms get a cookie that names the session, and the purchase service reads the person by it", async () => {
  const withDesk = await startAccounts({ brand: { consumerDesk: { countries: "all" } } });
  try {
    await makeAccounts(withDesk, "dora");
    const own = newBrowser(withDesk, "198.51.100.8");
    const lines = cookieLines(await own.post("signin/", { username: "dora", password }, { headers: inPortal }));
    const desk = lines.filter((line) => line.includes("portal-desk"));
    expect(desk.map((line) => /Path=[^;]+; HttpOnly; SameSite=Lax; Secure$/.exec(line)?.[0])).toEqual([
      "Path=/withdraw; HttpOnly; SameSite=Lax; Secure",
      "Path=/cancel; HttpOnly; SameSite=Lax; Secure",
    ]);
    const cookies = desk.map((line) => line.split(";")[0]).join("; ");
    const visitor = async (text: string) =>
      (await withDesk.post("internal/desk_visitors/", { cookies: text }, serviceCredential)).body.visitor;
    expect(await visitor(cookies)).toEqual({ username: "dora", email: "dora@example.com", customer_ids: [] });
    // A changed seal names nobody, the cookie is no token, and it ends with the session.
    expect(await visitor(cookies.replaceAll(/.(?=;|$)/g, "-"))).toBeNull();
    expect((await withDesk.post("user/", {}, cookies.split("=")[1]?.slice(0, 86))).status).toBe(401);
    await renew(own);
    expect(await visitor(cookies)).toBeNull();
  } finally {
    await withDesk.close();
  }
  const none = cookieLines(await enter(browser()));
  expect(none.filter((line) => line.includes("desk"))).toEqual([]);
});
