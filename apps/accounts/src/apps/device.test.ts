import * as oauth from "oauth4webapi";
import { beforeAll, expect, test } from "vitest";
import { appService, postForm } from "../testing/app-browser.ts";
import { makeAccounts, openSessions } from "../testing/factories.ts";
import { portal } from "../testing/test-accounts.ts";

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";

const service = appService();
let olive: string;
let ip = 0;

beforeAll(async () => {
  await makeAccounts(service, "olive", "maya");
  [olive = ""] = await openSessions(service, "olive");
});

const begin = (form: Record<string, string> = {}, from = `198.51.100.${++ip}`) =>
  postForm(service, "device_authorization", { client_id: "tv", scope: "openid offline_access", ...form }, { ip: from });

const poll = async (code: string, form: Record<string, string> = {}, instance = 0) => {
  const { status, body } = await postForm(
    service,
    "token",
    { grant_type: GRANT, client_id: "tv", device_code: code, ...form },
    { instance },
  );
  return { status, error: body.error as string | undefined, body };
};

const answer = (code: string, allow: boolean, token = olive) =>
  service.call("POST", "app_devices/", { body: { user_code: code, allow }, token });

test("OIDC-11 a device gets its two codes, and oauth4webapi reads them", async () => {
  const answered = await begin({ device_name: "Living room <b>" });
  const as = { issuer: portal, device_authorization_endpoint: `${portal}/oauth/device_authorization` };
  const response = new Response(JSON.stringify(answered.body), { headers: { "content-type": "application/json" } });
  const read = await oauth.processDeviceAuthorizationResponse(as, { client_id: "tv" }, response);
  expect(read).toMatchObject({ expires_in: 600, interval: 5, verification_uri: `${portal}/device` });
  expect(read.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect(read.verification_uri_complete).toBe(`${portal}/device?user_code=${read.user_code}`);
  expect(read.device_code.length).toBeGreaterThanOrEqual(22);
  expect(answered.headers["cache-control"]).toBe("no-store");
  for (const form of [
    { device_name: "a".repeat(65) },
    { device_name: "a\nb" },
    { device_name: "a\u202eb" },
    { scope: `openid ${"a".repeat(256)}` },
  ]) {
    const refused = await begin(form);
    expect([form, refused.status, refused.body.error]).toEqual([form, 400, "invalid_request"]);
  }
  expect((await begin({ client_id: "own" })).status).toBe(200);
  const unknown = await begin({ scope: "payments" });
  expect([unknown.status, unknown.body.error]).toEqual([400, "invalid_scope"]);
  const web = await begin({ client_id: "page" });
  expect([web.status, web.body.error]).toEqual([400, "unauthorized_client"]);
  const nobody = await begin({ client_id: "nobody" });
  expect([nobody.status, nobody.body.error]).toEqual([401, "invalid_client"]);
});

test("OIDC-12 polling waits, slows down, and gets tokens of one grant once", async () => {
  const { device_code: code, user_code: typed } = (await begin({ device_name: "TV" })).body;
  expect((await poll(code)).error).toBe("authorization_pending");
  expect((await poll(code, {}, 1)).error).toBe("slow_down");
  service.clock.advance(9);
  expect((await poll(code)).error).toBe("slow_down");
  service.clock.advance(16);
  expect((await poll(code)).error).toBe("authorization_pending");
  expect((await poll(code, { client_id: "own" })).error).toBe("invalid_grant");
  expect((await answer(typed, true)).status).toBe(200);
  expect((await answer(typed, true)).body.code).toBe(1052);
  const first = await poll(code);
  expect(first.status).toBe(200);
  const again = await poll(code, {}, 1);
  expect(again.status).toBe(200);
  const apps = (await service.get("user/apps/", olive)).body.apps;
  expect(apps.map(({ device_name: name }: { device_name: string }) => name)).toEqual(["TV"]);
  service.clock.advance(11);
  expect((await poll(code)).error).toBe("invalid_grant");
});

test("OIDC-12 a refused or late device gets access_denied or expired_token", async () => {
  const refused = (await begin()).body;
  await answer(refused.user_code, false);
  expect((await poll(refused.device_code)).error).toBe("access_denied");
  // The answer was lost.
  service.clock.advance(60);
  expect((await poll(refused.device_code, {}, 1)).error).toBe("access_denied");
  const late = (await begin()).body;
  service.clock.advance(601);
  expect((await poll(late.device_code)).error).toBe("expired_token");
  expect((await answer(late.user_code, true)).status).toBe(422);
  expect((await poll("ad_unknown")).error).toBe("invalid_grant");
});

test("OIDC-12 20 concurrent answers and polls create one grant", async () => {
  const { device_code: code, user_code: typed } = (await begin()).body;
  const before = (await service.get("user/apps/", olive)).body.apps.length;
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      service.call("POST", "app_devices/", { body: { user_code: typed, allow: true }, token: olive, instance: at % 2 }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const polls = await Promise.all(Array.from({ length: 20 }, (_, at) => poll(code, {}, at % 2)));
  expect(polls.every(({ status }) => status === 200)).toBe(true);
  expect((await service.get("user/apps/", olive)).body.apps.length).toBe(before + 1);
});

test("OIDC-13 a code is accepted in any notation, and wrong codes are limited", async () => {
  await service.forgetTries();
  const { user_code: code } = (await begin()).body;
  const [one, two] = code.split("-");
  const look = (typed: string, token = olive, from = "192.0.2.50") =>
    service.call("POST", "app_devices/look/", { body: { user_code: typed }, token, ip: from });
  for (const typed of [code, `${one}${two}`.toLowerCase(), ` ${one} ${two} `, `${one}–${two}`]) {
    expect((await look(typed)).body.user_code).toBe(code);
  }
  for (let at = 0; at < 5; at++) {
    const wrong = await look(at === 0 ? "no code at all" : "BBBB-BBBB");
    expect([wrong.status, wrong.body.code, wrong.body.message]).toEqual([
      422,
      1052,
      "This code is wrong or has expired.",
    ]);
  }
  const limited = await look(code);
  expect([limited.status, limited.body.code]).toEqual([429, 1003]);
  const names = Array.from({ length: 4 }, (_, at) => `guesser${at}`);
  await makeAccounts(service, ...names);
  const tokens = await openSessions(service, ...names);
  for (const token of tokens) {
    for (let at = 0; at < 4; at++) await look("CCCC-CCCC", token);
  }
  expect((await look(code, tokens[0])).status).toBe(429);
  expect((await look(code, tokens[0], "192.0.2.99")).status).toBe(200);
  expect((await service.call("POST", "app_devices/look/", { body: { user_code: code } })).status).toBe(401);
});

test("OIDC-14 the question describes the device and its request", async () => {
  await service.forgetTries();
  const { user_code: code } = (await begin({ device_name: "TV <script>" }, "198.51.100.200")).body;
  const look = (from: string) =>
    service.call("POST", "app_devices/look/", { body: { user_code: code }, token: olive, ip: from });
  const described = (await look("198.51.100.200")).body;
  expect(described).toEqual({
    app: { id: "tv", name: "TV" },
    scopes: ["openid", "offline_access"],
    device_name: "TV <script>",
    asked_at: expect.any(String),
    ip: "198.51.100.200",
    is_own_network: true,
    user_code: code,
  });
  expect((await look("203.0.113.77")).body.is_own_network).toBe(false);
  // The complete address fills in the code and grants nothing.
  const before = (await service.get("user/apps/", olive)).body.apps.length;
  await service.call("GET", `/device?user_code=${code}`, { token: olive });
  expect((await service.get("user/apps/", olive)).body.apps.length).toBe(before);
});

test("OIDC-25 a network can start 10 device sign-ins a minute", async () => {
  const statuses: number[] = [];
  for (let at = 0; at < 11; at++) statuses.push((await begin({}, "192.0.2.77")).status);
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  const refused = await begin({}, "192.0.2.77");
  expect(refused.body.error).toBe("temporarily_unavailable");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
});
