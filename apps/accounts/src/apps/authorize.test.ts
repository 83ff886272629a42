import * as client from "openid-client";
import { beforeAll, expect, test } from "vitest";
import {
  appBrowser,
  appService,
  appTokens,
  authorizeUrl,
  basic,
  challengeOf,
  exchange,
  locationOf,
  postForm,
  redirectUri,
  refreshWith,
  returned,
  verifier,
} from "../testing/app-browser.ts";
import { cookieLines } from "../testing/browser.ts";
import { makeAccounts, openSessions } from "../testing/factories.ts";
import { portal, type TestAccounts } from "../testing/test-accounts.ts";

const service = appService();
let olive: string;
let maya: string;
let ida: string;

beforeAll(async () => {
  await makeAccounts(service, "olive", "maya", "ida");
  [olive = "", maya = "", ida = ""] = await openSessions(service, "olive", "maya", "ida");
});

/** The `fetch` of a relying party, which calls the service directly. */
const wire: client.CustomFetch = async (address, { body: sent, headers, method }) => {
  const { pathname, search } = new URL(address);
  const answer = await service.call(method === "POST" ? "POST" : "GET", `${pathname}${search}`, {
    ...(sent instanceof URLSearchParams ? { raw: sent.toString() } : {}),
    headers,
  });
  const body = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
  return new Response(answer.status === 204 ? null : body, {
    status: answer.status,
    headers: { "content-type": String(answer.headers["content-type"]) },
  });
};

test("OIDC-01 OIDC-15 openid-client discovers the provider unchanged and signs in with it", async () => {
  const config = await client.discovery(new URL(portal), "notes", {}, client.None(), { [client.customFetch]: wire });
  const metadata = config.serverMetadata();
  expect(metadata).toMatchObject({
    issuer: portal,
    authorization_endpoint: `${portal}/oauth/authorize`,
    token_endpoint: `${portal}/oauth/token`,
    device_authorization_endpoint: `${portal}/oauth/device_authorization`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  });
  expect(metadata.grant_types_supported?.toSorted()).toEqual([
    "authorization_code",
    "refresh_token",
    "urn:ietf:params:oauth:grant-type:device_code",
  ]);
  expect(metadata.id_token_signing_alg_values_supported?.toSorted()).toEqual(["EdDSA", "RS256"]);
  expect(metadata.scopes_supported).toEqual(expect.arrayContaining(["openid", "licenses", "account.read", "portal"]));
  const other = await service.get("/.well-known/oauth-authorization-server");
  expect(other.body.token_endpoint).toBe(metadata.token_endpoint);

  const pkce = client.randomPKCECodeVerifier();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: "http://127.0.0.1:7777/callback",
    scope: "openid profile email offline_access",
    code_challenge: await client.calculatePKCECodeChallenge(pkce),
    code_challenge_method: "S256",
    state: "s",
    nonce: "n",
  });
  const browser = appBrowser(service, "203.0.113.1");
  const asked = await browser.call("GET", `${url.pathname}${url.search}`);
  const request = new URL(locationOf(asked), portal).searchParams.get("request") ?? "";
  const { body } = await browser.answer(request, olive);
  const back = await browser.follow(body.url);
  const tokens = await client.authorizationCodeGrant(config, new URL(locationOf(back)), {
    pkceCodeVerifier: pkce,
    expectedState: "s",
    expectedNonce: "n",
  });
  const claims = tokens.claims();
  expect(claims).toMatchObject({
    iss: portal,
    aud: "notes",
    nonce: "n",
    preferred_username: "olive",
    email: "olive@example.com",
    email_verified: true,
    amr: ["pwd"],
    sid: expect.stringMatching(/^gr_/),
  });
  expect(claims).not.toHaveProperty("licenses");
  expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(600);
  expect(Math.abs((claims?.["auth_time"] as number) - Date.now() / 1_000)).toBeLessThan(60);
  expect(tokens.expires_in).toBe(900);
  const again = await client.refreshTokenGrant(config, tokens.refresh_token ?? "");
  const userinfo = await client.fetchUserInfo(config, again.access_token, claims?.sub ?? "");
  expect(userinfo).toEqual({
    sub: claims?.sub,
    preferred_username: "olive",
    email: "olive@example.com",
    email_verified: true,
  });
});

test("OIDC-02 OIDC-03 a request that cannot be redirected to its app gets a page with 400 that names nothing", async () => {
  const attempts = [
    authorizeUrl({ client_id: "nobody" }),
    authorizeUrl({ client_id: undefined }),
    ...[
      "http://127.0.0.1:1@evil.example",
      "//evil.example",
      "http://evil.example/callback",
      "http://localhost/callback",
      "http://127.0.0.1/other",
      "http://127.0.0.1/callback/",
      "http://127.0.0.1/callback?x=1",
      "http://127.0.0.1/callback#x",
      "http://me@127.0.0.1:7/callback",
      "http://127.0.0.1%2fcallback",
      "https://127.0.0.1/callback",
      "com.example.notes:/other",
      "javascript:alert(1)",
      `http://127.0.0.1/${"a".repeat(3_000)}`,
    ].map((address) => authorizeUrl({ redirect_uri: address })),
    authorizeUrl({ redirect_uri: undefined }),
    authorizeUrl({ client_id: "server", redirect_uri: undefined }),
    `${authorizeUrl()}&redirect_uri=${encodeURIComponent(redirectUri)}`,
    authorizeUrl().replace(encodeURIComponent(redirectUri), encodeURIComponent(encodeURIComponent(redirectUri))),
    authorizeUrl({ state: "\u0000" }),
    "/oauth/authorize/unknown",
  ];
  for (const [at, url] of attempts.entries()) {
    const accept = ["text/html", "application/json", "*/*"][at % 3] ?? "";
    const answer = await service.call("GET", url, { headers: { accept } });
    expect([url, answer.status, locationOf(answer)]).toEqual([url, 400, ""]);
    expect(answer.headers["content-type"]).toMatch(/^text\/html/);
    expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.body).toContain("Go back to the app");
    expect(answer.body).not.toMatch(/evil|nobody|redirect|invalid|Notes/);
  }
});

test("OIDC-04 OIDC-05 a request without PKCE or with invalid parameters is redirected with invalid_request and its state", async () => {
  const wrong: readonly (readonly [string, string?])[] = [
    [authorizeUrl({ code_challenge: undefined, code_challenge_method: undefined })],
    [authorizeUrl({ code_challenge_method: "plain" })],
    [authorizeUrl({ code_challenge_method: undefined })],
    [authorizeUrl({ code_challenge: "short" })],
    [authorizeUrl({ response_type: "token" })],
    [authorizeUrl({ response_type: "code id_token" })],
    [authorizeUrl({ response_mode: "fragment" })],
    [authorizeUrl({ response_mode: "form_post" })],
    [authorizeUrl({ nonce: "n".repeat(513) })],
    [authorizeUrl({ scope: `openid ${"a".repeat(256)}` })],
    [`${authorizeUrl()}&nonce=a&nonce=b`],
    [`${authorizeUrl()}&claims=%7B%7D&claims=%7B%7D`],
    [authorizeUrl({ state: "s".repeat(513) }), "s".repeat(513)],
  ];
  for (const [url, state = "the-state"] of wrong) {
    const answer = await service.call("GET", url);
    expect([url, answer.status, locationOf(answer).split("?")[0]]).toEqual([url, 303, redirectUri]);
    const params = Object.fromEntries(returned(answer));
    expect([url, params]).toEqual([
      url,
      { error: "invalid_request", error_description: expect.any(String), state, iss: portal },
    ]);
  }
  const unknown = await service.call("GET", authorizeUrl({ scope: "openid payments" }));
  expect(locationOf(unknown)).toContain("/authorize?request=");
  const answer = await appBrowser(service, "203.0.113.2").allow(olive, { nonce: "n", state: "ünïcode &=" });
  expect(Object.fromEntries(answer)).toEqual({ code: expect.any(String), state: "ünïcode &=", iss: portal });
});

test("OIDC-05 OIDC-10 a request without a scope is one for openid, and one with unknown scopes gets invalid_scope", async () => {
  for (const [number, scope] of [undefined, ""].entries()) {
    const code = await appBrowser(service, `203.0.113.${30 + number}`).code(olive, { scope });
    const { status, body } = await exchange(service, code);
    expect([scope, status, body.scope, typeof body.id_token]).toEqual([scope, 200, "openid", "string"]);
  }
  const refused = returned(await service.call("GET", authorizeUrl({ scope: "payments cards" })));
  expect([refused.get("error"), refused.get("state"), refused.get("iss")]).toEqual([
    "invalid_scope",
    "the-state",
    portal,
  ]);
});

test("OIDC-05 a request by POST means the same, and reaches the same browser's cookies", async () => {
  const browser = appBrowser(service, "203.0.113.23");
  const [path, query = ""] = authorizeUrl({ state: "a b&c=ü" }).split("?");
  const form = { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" };
  const sent = await browser.call("POST", path ?? "", { raw: query, headers: form });
  expect([sent.status, locationOf(sent)]).toEqual([303, `${path}?${query}`]);
  expect(new URL(locationOf(await browser.call("GET", locationOf(sent))), portal).pathname).toBe("/authorize");
  for (const [raw, type] of [
    [query, "text/plain"],
    [`${query}&login_hint=${"a".repeat(9_000)}`, form["content-type"]],
    ["a".repeat(17_000), form["content-type"]],
  ] as const) {
    const refused = await browser.call("POST", path ?? "", { raw, headers: { "content-type": type } });
    expect([refused.status >= 400 && refused.status < 500, locationOf(refused)]).toEqual([true, ""]);
    expect(refused.headers["content-type"]).toContain("text/html");
  }
});

test("OIDC-01 another method at an endpoint gets 405 with the accepted methods", async () => {
  for (const [method, path, allow] of [
    ["GET", "/oauth/token", "POST, OPTIONS"],
    ["DELETE", "/oauth/userinfo", "GET, POST, OPTIONS"],
    ["GET", "/oauth/introspect", "POST"],
    ["PUT", "/oauth/authorize", "GET, POST"],
    ["POST", "/oauth/jwks", "GET, OPTIONS"],
    ["POST", "/.well-known/openid-configuration", "GET, OPTIONS"],
  ] as const) {
    const answer = await service.call(method, path);
    expect([path, answer.status, answer.headers["allow"]]).toEqual([path, 405, allow]);
  }
  expect((await service.call("GET", "/oauth/nowhere")).status).toBe(404);
});

test("OIDC-06 only the browser that made a request can answer it, and a refusal is access_denied", async () => {
  const browser = appBrowser(service, "203.0.113.3");
  const request = await browser.ask({ login_hint: "olive", scope: "openid email" });
  const path = `app_requests/${request}/`;
  expect((await browser.call("GET", path)).body).toEqual({
    app: { id: "notes", name: "Notes" },
    scopes: ["openid", "email"],
    login_hint: "olive",
  });
  // A person who gets the screen's address from another person cannot sign that person in as herself.
  const victim = appBrowser(service, "203.0.113.4");
  await victim.ask();
  for (const other of [victim, { call: (...given: Parameters<TestAccounts["call"]>) => service.call(...given) }]) {
    expect((await other.call("GET", path)).status).toBe(410);
    const answer = await other.call("POST", path, { body: { allow: true }, token: maya });
    expect([answer.status, answer.body.code]).toEqual([410, 1051]);
    expect((await other.call("DELETE", path)).status).toBe(410);
  }
  expect((await browser.post(path, {})).status).toBe(401);
  expect((await browser.post(path, {}, { token: ida })).body).toEqual({ next: "consent" });
  const denied = await browser.call("DELETE", path);
  const back = await browser.follow(denied.body.url);
  expect(returned(back).get("error")).toBe("access_denied");
  expect(returned(back).get("state")).toBe("the-state");
  expect((await browser.follow(denied.body.url)).status).toBe(400);
});

test("OIDC-06 an allowed app is not asked about again until a scope is added, and an own app never", async () => {
  const browser = appBrowser(service, "203.0.113.5");
  const answer = async (params: Record<string, string>) => {
    const request = await browser.ask(params);
    return (await browser.answer(request, maya, {})).body.next;
  };
  expect(await answer({ scope: "openid email" })).toBe("consent");
  await browser.allow(maya, { scope: "openid email" });
  expect(await answer({ scope: "openid email" })).toBe("go");
  expect(await answer({ scope: "openid" })).toBe("go");
  expect(await answer({ scope: "openid email licenses" })).toBe("consent");
  expect(await answer({ scope: "openid email offline_access" })).toBe("consent");
  expect(await answer({ scope: "openid", prompt: "consent" })).toBe("consent");
  expect(await answer({ client_id: "own", scope: "openid offline_access" })).toBe("go");
});

test("OIDC-08 a code works once within 60 s, for its app, redirect address and verifier", async () => {
  const browser = appBrowser(service, "203.0.113.8");
  const newCode = async () => await browser.code(maya);
  const refused = async (form: Record<string, string>) => {
    const { status, body } = await exchange(service, await newCode(), form);
    return [status, body.error];
  };
  const bad = [400, "invalid_grant"];
  expect(await refused({ client_id: "own" })).toEqual(bad);
  expect(await refused({ redirect_uri: "http://127.0.0.1:1/callback" })).toEqual(bad);
  expect(await refused({ code_verifier: challengeOf("another") })).toEqual(bad);
  expect(await refused({ code_verifier: "short" })).toEqual(bad);
  expect(await refused({ code_verifier: "a".repeat(129) })).toEqual(bad);
  const late = await newCode();
  service.clock.advance(61);
  expect((await exchange(service, late)).body.error).toBe("invalid_grant");
  const code = await newCode();
  const first = await exchange(service, code);
  expect(first.status).toBe(200);
  const { access_token: access } = first.body;
  expect((await service.call("GET", "/oauth/userinfo", { token: access, instance: 1 })).status).toBe(200);
  expect((await exchange(service, code, {}, 1)).body.error).toBe("invalid_grant");
  for (const instance of [0, 1]) {
    expect((await service.call("GET", "/oauth/userinfo", { token: access, instance })).status).toBe(401);
  }
});

test("OIDC-08 a code's late second use, or one with another verifier, ends what its first use gave", async () => {
  const browser = appBrowser(service, "203.0.113.21");
  const isDead = async (access: string) => (await service.call("GET", "/oauth/userinfo", { token: access })).status;
  const uses: readonly (readonly [number, Record<string, string>])[] = [
    [61, {}],
    [0, { code_verifier: challengeOf("another") }],
    [0, { redirect_uri: "http://127.0.0.1:1/callback" }],
  ];
  for (const [seconds, form] of uses) {
    const code = await browser.code(maya);
    const { access_token: access } = (await exchange(service, code)).body;
    service.clock.advance(seconds);
    // Another app cannot end it: it never had the code.
    expect((await exchange(service, code, { client_id: "own" })).body.error).toBe("invalid_grant");
    expect([form, await isDead(access)]).toEqual([form, 200]);
    expect((await exchange(service, code, form, 1)).body.error).toBe("invalid_grant");
    expect([form, await isDead(access)]).toEqual([form, 401]);
  }
});

test("OIDC-06 two requests of one browser, answered by two people, both return to the app", async () => {
  const browser = appBrowser(service, "203.0.113.22");
  await browser.allow(olive);
  const answered = async (token: string) => {
    const request = await browser.ask();
    const { url } = (await browser.answer(request, token)).body;
    // A browser keeps this cookie for each request's own address.
    const resume = [...browser.cookies].filter(([name]) => name.includes("resume"));
    return { pathname: new URL(url).pathname, resume };
  };
  const requests = [await answered(olive), await answered(maya)];
  const subjects = new Set<string>();
  for (const { pathname, resume } of requests) {
    for (const [name, value] of resume) browser.cookies.set(name, value);
    const code = returned(await browser.call("GET", pathname)).get("code") ?? "";
    const { access_token: access } = (await exchange(service, code)).body;
    subjects.add((await service.call("GET", "/oauth/userinfo", { token: access })).body.sub);
  }
  expect(subjects.size).toBe(2);
});

test("OIDC-06 two apps that ask at once from a browser without cookies are both answered there (FAULT-34)", async () => {
  const browser = appBrowser(service, "203.0.113.64");
  const asked = await Promise.all(["notes", "own"].map((id) => browser.call("GET", authorizeUrl({ client_id: id }))));
  for (const answer of asked) {
    // A browser keeps this cookie for each request's own address.
    const resume = cookieLines(answer).flatMap((line) => /^(\w[\w-]*resume(?:\.sig)?)=([^;]*)/.exec(line) ?? []);
    for (let n = 0; n < resume.length; n += 3) browser.cookies.set(resume[n + 1] ?? "", resume[n + 2] ?? "");
    const request = new URL(locationOf(answer), portal).searchParams.get("request") ?? "";
    const { body } = await browser.answer(request, maya);
    expect(body.next).toBe("go");
    expect(returned(await browser.follow(body.url)).get("code")).toMatch(/^ac_/);
  }
});

test("OIDC-08 one approval that is resumed eight times at once gives one code (FAULT-37)", async () => {
  const browser = appBrowser(service, "203.0.113.65");
  const request = await browser.ask();
  const { body } = await browser.answer(request, maya);
  const { pathname } = new URL(body.url);
  const backs = await Promise.all(
    Array.from({ length: 8 }, (_, n) => browser.call("GET", pathname, { instance: n % 2 })),
  );
  expect(backs.filter((back) => locationOf(back).includes("code="))).toHaveLength(1);
  expect(new Set(backs.map(({ status }) => status))).toEqual(new Set([303, 400]));
});

test("OIDC-08 of 20 concurrent uses of a code on two instances, one succeeds", async () => {
  const code = await appBrowser(service, "203.0.113.9").code(maya);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => exchange(service, code, { code_verifier: verifier }, at % 2)),
  );
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(answers.every(({ status, body }) => status === 200 || body.error === "invalid_grant")).toBe(true);
  expect(statuses).toEqual([200, ...Array<number>(19).fill(400)]);
});

test("OIDC-10 the token endpoint accepts only small forms and answers with the errors of RFC 6749", async () => {
  const raw = async (body: string, type: string) => {
    const answer = await service.call("POST", "/oauth/token", { raw: body, headers: { "content-type": type } });
    expect(answer.headers["cache-control"]).toBe("no-store");
    return [answer.status, answer.body.error];
  };
  const form = "application/x-www-form-urlencoded";
  expect(await raw('{"grant_type":"refresh_token"}', "application/json")).toEqual([400, "invalid_request"]);
  expect(await raw("grant_type=refresh_token", "text/plain")).toEqual([400, "invalid_request"]);
  expect(await raw(`client_id=notes&x=${"a".repeat(16_384)}`, form)).toEqual([400, "invalid_request"]);
  expect(await raw("client_id=notes&client_id=own", form)).toEqual([400, "invalid_request"]);
  expect(await raw("client_id=notes&grant_type=password&resource=a&resource=b", form)).toEqual([
    400,
    "invalid_request",
  ]);
  expect(await raw("client_id=notes&code=%00", form)).toEqual([400, "invalid_request"]);
  const fields = (count: number) => Array.from({ length: count }, (_, number) => `&f${number}=1`).join("");
  const password = "client_id=notes&grant_type=password";
  expect(await raw(`${password}${fields(98)}`, form)).toEqual([400, "unsupported_grant_type"]);
  expect(await raw(`${password}${fields(99)}`, form)).toEqual([400, "invalid_request"]);
  expect(await raw("client_id=tv&grant_type=authorization_code&code=x&redirect_uri=x", form)).toEqual([
    400,
    "unauthorized_client",
  ]);
  // As Java's own client asks, whatever it wants.
  const java = { accept: "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2" };
  const asJava = await refreshWith(service, "ar_unknown", "notes", { headers: java });
  expect([asJava.status, asJava.body.error]).toEqual([400, "invalid_grant"]);
  const unread = await service.call("GET", "/oauth/userinfo", { token: "aa_unknown", headers: java });
  expect([unread.status, unread.body.error]).toEqual([401, "invalid_token"]);
  const wrong = [
    { headers: basic("server", "wrong") },
    { headers: basic("nobody", "wrong") },
    { headers: basic("server", "") },
    { headers: basic("server", "100% wrong") },
    { headers: { authorization: "Basic server" } },
    { headers: { authorization: "Digest server" } },
    { form: { client_id: "server", client_secret: "wrong" } },
    { form: { client_id: "nobody", client_secret: "wrong" } },
  ];
  for (const { headers = {}, form = {} } of wrong) {
    const refreshing = { grant_type: "refresh_token", refresh_token: "x", ...form };
    const answer = await postForm(service, "token", refreshing, { headers });
    expect([answer.status, answer.body.error]).toEqual([401, "invalid_client"]);
    expect(answer.headers["www-authenticate"]).toContain("Basic ");
    expect(JSON.stringify(answer.body)).not.toMatch(/not found|invalid secret/);
  }
  const { refresh_token: token } = await appTokens(service, olive, { scope: "openid email offline_access" });
  const wider = await postForm(service, "token", {
    grant_type: "refresh_token",
    client_id: "notes",
    refresh_token: token,
    scope: "openid licenses",
  });
  expect([wider.status, wider.body.error]).toEqual([400, "invalid_scope"]);
});
