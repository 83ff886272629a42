import { expect, test } from "vitest";
import { pruneAppValues } from "../stores/app-token-store.ts";
import {
  appBrowser,
  appService,
  appTokens,
  basic,
  exchange,
  postForm,
  refreshWith,
  type Tokens,
  verifier,
} from "../testing/app-browser.ts";
import { makeAccounts, makeLicense, makeSeats, openSessions, password, signIn } from "../testing/factories.ts";
import { portal } from "../testing/test-accounts.ts";

const service = appService();

let count = 0;
/** Creates an account with a session and tokens of an app. */
async function somebody(params: Record<string, string> = { scope: "openid offline_access" }) {
  const name = `person${++count}`;
  await makeAccounts(service, name);
  const [session = ""] = await openSessions(service, name);
  return { name, session, tokens: await appTokens(service, session, params) };
}

const refresh = (token: string | undefined, instance = 0, ip = `198.51.100.${1 + (count % 250)}`) =>
  refreshWith(service, token, "notes", { instance, ip });

const userinfo = (token: string, instance = 0) => service.call("GET", "/oauth/userinfo", { token, instance });

/** Returns whether an app's access and refresh tokens are valid on the other instance. */
async function isAlive({ access_token: access, refresh_token: token }: Tokens): Promise<boolean[]> {
  return [(await userinfo(access, 1)).status === 200, (await refresh(token, 1)).status === 200];
}

test("OIDC-09 a refresh token is replaced, may be repeated for 10 s, and ends its grant when repeated later", async () => {
  const { name, session, tokens } = await somebody();
  const next = await refresh(tokens.refresh_token);
  expect(next.body.refresh_token).not.toBe(tokens.refresh_token);
  service.clock.advance(9);
  const lost = await Promise.all([0, 1, 0, 1].map((instance) => refresh(tokens.refresh_token, instance)));
  expect(lost.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  for (const { body } of lost) expect((await userinfo(body.access_token, 1)).status).toBe(200);
  service.clock.advance(3);
  expect((await refresh(next.body.refresh_token)).status).toBe(200);
  service.mailer.messages.length = 0;
  const stolen = await refresh(tokens.refresh_token, 1);
  expect([stolen.status, stolen.body.error]).toEqual([400, "invalid_grant"]);
  expect((await userinfo(lost[0]?.body.access_token)).status).toBe(401);
  expect((await refresh(lost[1]?.body.refresh_token)).status).toBe(400);
  await service.work();
  expect(service.mailer.messages.map(({ to, subject }) => [to, subject])).toEqual([
    [`${name}@example.com`, "Notes was signed out of your Example account"],
  ]);
  const { events } = (await service.get("user/events/", session)).body;
  expect(events[0]).toMatchObject({ kind: "app.token_reused", name: "Notes", by: "unknown" });
});

test("OIDC-08 OIDC-09 a code or token with a deleted row still ends its grant when it is used again (FAULT-35)", async () => {
  const { name, session, tokens } = await somebody();
  const code = (await appBrowser(service, "203.0.113.90").allow(session, { scope: "openid offline_access" })).get(
    "code",
  );
  const other = await exchange(service, code ?? "");
  const next = (await refresh(tokens.refresh_token)).body.refresh_token;
  service.clock.advance(29 * 86_400);
  const [kept, keptOther] = [(await refresh(next)).body, (await refresh(other.body.refresh_token)).body];
  service.clock.advance(11 * 86_400);
  await pruneAppValues(service.database.kysely, service.clock.now());
  const { rows } = await service.database.pool.query(
    "select count(*)::int as spent from app_tokens where consumed_at < $1",
    [new Date(service.clock.now().getTime() - 32 * 86_400_000)],
  );
  expect(rows).toEqual([{ spent: 0 }]);
  service.mailer.messages.length = 0;
  // Another app's use, a changed value and introspection end nothing.
  const sealed = tokens.refresh_token ?? "";
  await refreshWith(service, sealed, "own");
  await refresh(`${sealed.slice(0, -1)}${sealed.endsWith("A") ? "B" : "A"}`);
  await postForm(service, "revoke", { client_id: "own", token: sealed });
  expect((await refresh(kept.refresh_token)).status).toBe(200);
  expect((await refresh(sealed, 1)).body.error).toBe("invalid_grant");
  expect((await exchange(service, code ?? "", {}, 1)).body.error).toBe("invalid_grant");
  for (const { refresh_token: token } of [kept, keptOther]) expect((await refresh(token)).status).toBe(400);
  await service.work();
  expect(service.mailer.messages.map(({ to }) => to)).toEqual(Array(2).fill(`${name}@example.com`));
});

test("OIDC-09 tokens are tagged, long and stored as hashes; they expire after 15 min, 30 idle days and 365 days", async () => {
  const { tokens } = await somebody();
  expect(tokens.access_token).toMatch(/^aa_[\w-]{43}$/);
  expect(tokens.refresh_token).toMatch(/^ar_[\w-]{43}\.\w{20}\.[\w-]{22}$/);
  const { rows } = await service.database.pool.query(
    "select app_tokens::text, app_grants::text from app_tokens, app_grants",
  );
  const kept = JSON.stringify(rows);
  for (const token of [tokens.access_token, tokens.refresh_token ?? ""]) expect(kept).not.toContain(token);
  service.clock.advance(901);
  expect((await userinfo(tokens.access_token)).status).toBe(401);
  let held = (await refresh(tokens.refresh_token)).body;
  service.clock.advance(30 * 86_400 + 1);
  expect((await refresh(held.refresh_token)).body.error).toBe("invalid_grant");
  held = (await somebody()).tokens;
  for (let month = 0; month < 12; month++) {
    service.clock.advance(29 * 86_400);
    const { status, body } = await refresh(held.refresh_token);
    expect([month, status]).toEqual([month, 200]);
    held = body;
  }
  service.clock.advance(18 * 86_400);
  expect((await refresh(held.refresh_token)).body.error).toBe("invalid_grant");
});

test("OIDC-09 a refresh writes its three tokens in one transaction", async () => {
  const { tokens } = await somebody();
  const { pool } = service.database;
  const { rows: before } = await pool.query("select pg_current_xact_id()::text as id");
  expect((await refresh(tokens.refresh_token)).status).toBe(200);
  const { rows } = await pool.query(
    `select kind, consumed_at is not null as used, dense_rank() over (order by xmin::text::bigint) as place from app_tokens
     where xmin::text::bigint > $1 order by kind, used`,
    [before[0]?.id],
  );
  expect(rows).toEqual([
    { kind: "AccessToken", used: false, place: 1 },
    { kind: "RefreshToken", used: false, place: 1 },
    { kind: "RefreshToken", used: true, place: 1 },
  ]);
});

test("OIDC-09 a grant that ends while a refresh is under way gives no tokens, and nothing is written", async () => {
  const { tokens } = await somebody();
  const { pool } = service.database;
  const written = async () => {
    const { rows } = await pool.query(
      "select count(*)::int as tokens, count(consumed_at)::int as used, max(last_used_at) as used_at from app_tokens, app_grants",
    );
    return rows[0];
  };
  const before = await written();
  const ending = await pool.connect();
  try {
    await ending.query("begin");
    await ending.query("update app_grants set ended_at = $1 where ended_at is null", [service.clock.now()]);
    const refreshed = refresh(tokens.refresh_token);
    await expect
      .poll(async () => {
        const { rows } = await pool.query("select count(*)::int as waiting from pg_locks where not granted");
        return rows[0]?.waiting;
      })
      .toBeGreaterThan(0);
    await ending.query("commit");
    expect(await refreshed).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  } finally {
    ending.release();
  }
  expect(await written()).toEqual(before);
});

test("OIDC-09 without offline_access there is no refresh token", async () => {
  const { tokens } = await somebody({ scope: "openid" });
  expect(tokens).not.toHaveProperty("refresh_token");
});

test("OIDC-16 userinfo lists the licenses of held seats, and a removed seat disappears on both instances", async () => {
  const { name, session } = await somebody();
  await makeLicense(service, { id: "lic-1", owners: ["person1"] });
  await makeLicense(service, { id: "lic-2", owners: ["person1"], product_id: "TASK-3", description: "Task 3" });
  const gone = new Date(service.clock.now().getTime() - 1_000);
  await makeLicense(service, { id: "lic-3", owners: ["person1"], expires_date: gone });
  for (const id of ["lic-1", "lic-2", "lic-3"]) await makeSeats(service, id, name);
  const { access_token: access } = await appTokens(service, session, { scope: "openid licenses" });
  const listed = (await userinfo(access, 1)).body.licenses;
  expect(listed.map(({ registration_id: id }: { registration_id: string }) => id)).toEqual(["lic-1", "lic-2"]);
  expect(listed[0]).toEqual({
    registration_id: "lic-1",
    product_id: "OUTLINE-5",
    description: "Outliner 5",
    seat_id: `lic-1-${name}`,
    seat_status: "active",
    valid_until: null,
    subscription_state: null,
  });
  const seats = (await service.call("POST", "seats/", { token: access, body: {} })).body.seats;
  expect(seats.map(({ registration_id: id }: { registration_id: string }) => id)).toEqual(["lic-1", "lic-2"]);
  const [owner] = await openSessions(service, "person1");
  const removed = { seats: [{ id: `lic-1-${name}` }] };
  const answer = await service.call("DELETE", "registration_seats/lic-1/", { token: owner, body: removed });
  expect(answer.status).toBe(200);
  expect((await userinfo(access, 1)).body.licenses).toHaveLength(1);
  const plain = await appTokens(service, session, { scope: "openid" });
  expect((await userinfo(plain.access_token)).body).not.toHaveProperty("licenses");
});

/** Returns tokens of the app on a server, which authenticates itself. */
async function serverTokens(session: string, scope = "openid licenses offline_access") {
  const redirect = "https://server.example/callback";
  const browser = appBrowser(service, "198.51.100.251");
  const code = await browser.code(session, { client_id: "server", redirect_uri: redirect, scope });
  const form = { grant_type: "authorization_code", code, redirect_uri: redirect, code_verifier: verifier };
  const answer = await postForm(service, "token", form, { headers: basic() });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as Tokens;
}

test("OIDC-16 an app with products sees only those, in userinfo and in the calls", async () => {
  const { name, session } = await somebody();
  await makeLicense(service, { id: "lic-5", owners: [name] });
  await makeLicense(service, { id: "lic-6", owners: [name], product_id: "TASK-3" });
  await makeSeats(service, "lic-5", name);
  await makeSeats(service, "lic-6", name);
  const { access_token: access } = await serverTokens(session);
  const ids = (rows: { registration_id: string }[]) => rows.map(({ registration_id: id }) => id);
  expect(ids((await userinfo(access)).body.licenses)).toEqual(["lic-5"]);
  expect(ids((await service.call("POST", "seats/", { token: access, body: {} })).body.seats)).toEqual(["lic-5"]);
  expect(ids((await service.call("POST", "purchases/", { token: access, body: {} })).body.purchases)).toEqual([
    "lic-5",
  ]);
});

test("OIDC-19 revocation ends the grant immediately, and introspection answers an app only about its own tokens", async () => {
  const { session, tokens } = await somebody();
  const own = await serverTokens(session);
  const introspect = async (token: string, headers: Record<string, string> = basic()) =>
    (await postForm(service, "introspect", { token }, { headers })).body;
  expect(await introspect(own.access_token)).toMatchObject({
    active: true,
    client_id: "server",
    scope: "openid licenses offline_access",
  });
  expect(await introspect(own.refresh_token ?? "")).toMatchObject({ active: true });
  expect(await introspect(tokens.access_token)).toEqual({ active: false });
  expect(await introspect("aa_unknown")).toEqual({ active: false });
  expect(await introspect(session)).toEqual({ active: false });
  const asPublic = await postForm(service, "introspect", { token: tokens.access_token, client_id: "notes" });
  expect(asPublic.body).toEqual({ active: false });
  expect(await introspect(own.id_token)).toEqual({ active: false });
  expect(await introspect("no.such.token")).toEqual({ active: false });
  const revoke = (token: string, client = "notes") => postForm(service, "revoke", { token, client_id: client });
  expect((await revoke("aa_unknown")).status).toBe(200);
  for (const text of ["no.such.token", tokens.id_token]) {
    const answer = await revoke(text);
    expect([answer.status, answer.body]).toEqual([200, ""]);
  }
  expect((await revoke(own.access_token)).status).toBe(200);
  expect((await userinfo(own.access_token)).status).toBe(200);
  expect((await revoke(tokens.access_token)).status).toBe(200);
  expect(await isAlive(tokens)).toEqual([false, false]);
  const more = await somebody();
  expect((await revoke(more.tokens.refresh_token ?? "")).status).toBe(200);
  expect(await isAlive(more.tokens)).toEqual([false, false]);
});

test("OIDC-21 a person sees her connected apps and ends one, which must ask again", async () => {
  const { name, session, tokens } = await somebody();
  const other = await somebody();
  const { apps } = (await service.get("user/apps/", session)).body;
  expect(apps).toEqual([
    {
      id: expect.stringMatching(/^gr_/),
      app: { id: "notes", name: "Notes" },
      device_name: null,
      scopes: ["openid", "offline_access"],
      created: expect.any(String),
      last_used: expect.any(String),
    },
  ]);
  const path = `user/apps/${apps[0].id}/`;
  expect((await service.call("DELETE", path, { token: other.session })).status).toBe(404);
  expect((await service.call("DELETE", path, { token: session })).status).toBe(200);
  expect(await isAlive(tokens)).toEqual([false, false]);
  expect((await service.call("DELETE", path, { token: session })).status).toBe(404);
  const browser = appBrowser(service, "198.51.100.252");
  const request = await browser.ask({ scope: "openid" });
  expect((await browser.answer(request, session, {})).body.next).toBe("consent");
  const { rows } = await service.database.pool.query(
    "select kind from security_events where account_id = (select id from accounts where username = $1) order by id",
    [name],
  );
  expect(rows.map(({ kind }) => kind)).toEqual(["app.allowed", "app.ended"]);
});

test("OIDC-21 OIDC-22 every act that ends all sessions ends all grants, including pending codes and devices", async () => {
  const fresh = "quiet-harbor-1973";
  const ends: Record<string, (name: string, session: string) => Promise<{ status: number }>> = {
    "ending the other sessions": (_name, session) => service.call("DELETE", "user/sessions/", { token: session }),
    "a new password": (_name, session) =>
      service.post("user/", { old_password: password, new_password: fresh, new_password_2: fresh }, session),
    "closing the account": (name, session) => service.post("user/close/", { account_name: name, password }, session),
  };
  for (const [title, end] of Object.entries(ends)) {
    const { name, session, tokens } = await somebody();
    const browser = appBrowser(service, "198.51.100.253");
    const code = await browser.code(session);
    const { access } = await signIn(service, name);
    const ended = await end(name, access);
    expect([title, ended.status]).toEqual([title, 200]);
    expect([title, ...(await isAlive(tokens))]).toEqual([title, false, false]);
    expect([title, (await exchange(service, code)).body.error]).toEqual([title, "invalid_grant"]);
    expect((await service.post("user/", {}, tokens.access_token)).status, title).toBe(401);
  }
});

test("OIDC-21 staff see a person's apps and end one, which is recorded; a merge ends all", async () => {
  await makeAccounts(service, { username: "stella", right: "admin" });
  const { access } = await signIn(service, "stella");
  const { name, session, tokens } = await somebody();
  const page = await service.get(`admin/accounts/${name}/`, access);
  const [shown] = page.body.apps;
  expect(shown.app.name).toBe("Notes");
  const path = `admin/accounts/${name}/apps/${shown.id}/end/`;
  expect((await service.post(path, { reason: "lost laptop" }, session)).status).toBe(404);
  const preview = await service.post(path, { reason: "lost laptop", preview: true }, access);
  expect([preview.status, ...(await isAlive(tokens))]).toEqual([200, true, true]);
  expect((await service.post(path, { reason: "lost laptop" }, access)).status).toBe(200);
  expect(await isAlive(tokens)).toEqual([false, false]);
  const { acts } = (await service.get(`admin/acts/?target=account:${name}`, access)).body;
  expect(acts[0]).toMatchObject({ act: "account.end_app", reason: "lost laptop", before: { app: "Notes" } });
  expect((await service.post(path, { reason: "again" }, access)).status).toBe(404);

  const merged = await somebody();
  const merge = { into: name, reason: "the same person", password };
  const answer = await service.post(`admin/accounts/${merged.name}/merge/`, merge, access);
  expect([answer.status, ...(await isAlive(merged.tokens))]).toEqual([200, false, false]);
});

test("OIDC-22 a view-as session can allow nothing", async () => {
  await makeAccounts(service, { username: "sam", right: "admin" });
  const { name } = await somebody();
  const { access } = await signIn(service, "sam");
  const view = await service.post(`admin/accounts/${name}/view/`, { reason: "to look" }, access);
  const token = view.body.token.access_token;
  const browser = appBrowser(service, "198.51.100.254");
  const request = await browser.ask();
  for (const call of [
    browser.answer(request, token),
    service.post("app_devices/", { user_code: "BBBB-BBBB", allow: true }, token),
  ]) {
    const { status, body } = await call;
    expect([status, body.code]).toEqual([403, 2001]);
  }
  // Staff members sign in to apps as themselves.
  const tokens = await appTokens(service, access, { scope: "openid account.read" });
  const asStaff = await service.get("admin/search/?q=x", tokens.access_token);
  expect([asStaff.status, asStaff.body.code]).toEqual([403, 2005]);
});

test("OIDC-23 an app signs its user out: our screen asks, then redirects to the app with its state", async () => {
  const { session } = await somebody();
  const { id_token: hint } = await serverTokens(session, "openid");
  const browser = appBrowser(service, "198.51.100.249");
  const end = async (query: Record<string, string>) =>
    browser.call("GET", `/oauth/end_session?${new URLSearchParams(query).toString()}`);
  const screen = async (query: Record<string, string>) => {
    const answer = await end(query);
    const address = new URL(String(answer.headers["location"]), portal);
    expect([answer.status, address.pathname, answer.body]).toEqual([
      303,
      "/sign-out",
      expect.stringMatching(/^(Redirecting.*)?$/),
    ]);
    return `app_sign_outs/${address.searchParams.get("request")}/`;
  };
  const uri = "https://server.example/bye";
  const asked = await screen({ id_token_hint: hint, post_logout_redirect_uri: uri, state: "s t" });
  expect((await browser.call("GET", asked)).body).toEqual({ app: { id: "server", name: "Server" } });
  expect((await service.call("POST", asked, {})).status).toBe(410);
  expect((await browser.call("POST", asked)).body).toEqual({ url: `${uri}?state=s+t` });
  expect((await browser.call("POST", asked)).status).toBe(410);
  expect((await browser.call("POST", await screen({}))).body).toEqual({ url: null });
  const unsigned = await screen({ client_id: "server", post_logout_redirect_uri: uri });
  expect((await browser.call("POST", unsigned)).body).toEqual({ url: null });
  // The session ends too, without a redirect. The page names no app, because the app is not proved.
  for (const query of [
    { id_token_hint: hint, post_logout_redirect_uri: "https://evil.example/" },
    { id_token_hint: hint, client_id: "notes", post_logout_redirect_uri: uri },
    { id_token_hint: `${hint.slice(0, -4)}AAAA`, post_logout_redirect_uri: uri },
    { id_token_hint: "none", post_logout_redirect_uri: uri },
    { client_id: "nobody", post_logout_redirect_uri: uri },
  ]) {
    const unproved = await screen(query);
    expect([query, (await browser.call("GET", unproved)).body]).toEqual([query, { app: null }]);
    expect((await browser.call("POST", unproved)).body).toEqual({ url: null });
  }
});

test("OIDC-24 pages of listed origins may call, others may not", async () => {
  const { session } = await somebody();
  const at = { client_id: "page", redirect_uri: "https://page.example/callback", scope: "openid" };
  const { access_token: access } = await appTokens(service, session, at);
  const ask = async (method: "GET" | "POST", path: string, origin: string, headers: Record<string, string> = {}) => {
    const answer = await service.call(method, path, {
      headers: { origin, ...headers },
      ...(method === "POST"
        ? { form: { client_id: "page", token: "x", grant_type: "refresh_token", refresh_token: "x" } }
        : {}),
    });
    return answer.headers["access-control-allow-origin"];
  };
  const listed = "https://page.example";
  const bearer = { authorization: `Bearer ${access}` };
  expect(await ask("GET", "/oauth/userinfo", listed, bearer)).toBe(listed);
  expect(await ask("POST", "/oauth/token", listed)).toBe(listed);
  expect(await ask("POST", "/oauth/revoke", listed)).toBe(listed);
  expect(await ask("GET", "/oauth/jwks", "https://evil.example")).toBe("https://evil.example");
  expect(await ask("GET", "/.well-known/openid-configuration", "https://evil.example")).toBe("https://evil.example");
  for (const path of ["/oauth/token", "/oauth/revoke"])
    expect(await ask("POST", path, "https://evil.example")).toBeUndefined();
  expect(await ask("GET", "/oauth/userinfo", "https://evil.example", bearer)).toBeUndefined();
  for (const path of ["/oauth/device_authorization", "/oauth/introspect"])
    expect(await ask("POST", path, listed)).toBeUndefined();
  expect(await ask("GET", "/oauth/authorize?client_id=page", listed)).toBeUndefined();
});

test("OIDC-24 a page of a listed origin can read that it asked too often or too much", async () => {
  const ask = async (origin: string, form: Record<string, string>, ip = "192.0.2.91") => {
    const sent = { client_id: "page", grant_type: "refresh_token", refresh_token: "x", ...form };
    const { status, headers } = await postForm(service, "token", sent, { ip, headers: { origin } });
    return [status, headers["access-control-allow-origin"], headers["access-control-expose-headers"]];
  };
  const big = { padding: "a".repeat(16_384) };
  const read = ["https://page.example", "retry-after, www-authenticate"];
  expect(await ask("https://page.example", big)).toEqual([400, ...read]);
  expect(await ask("https://evil.example", big)).toEqual([400, undefined, undefined]);
  for (let at = 0; at < 60; at++) await ask("https://page.example", {});
  expect(await ask("https://page.example", {})).toEqual([429, ...read]);
  expect(await ask("https://evil.example", {})).toEqual([429, undefined, undefined]);
});

test("OIDC-16 userinfo for a token in the header equals the library's answer for the same token", async () => {
  const { session, name } = await somebody();
  await makeLicense(service, { id: "told", owners: [name], expires_date: new Date("2031-05-06T07:08:09.250Z") });
  await makeSeats(service, "told", name);
  for (const scope of ["openid", "openid profile", "openid email", "openid profile email licenses", "email licenses"]) {
    const { access_token: access } = await appTokens(service, session, { scope });
    const ours = await userinfo(access);
    // A form is left to the library.
    const theirs = await service.call("POST", "/oauth/userinfo", { form: { access_token: access } });
    expect([scope, ours.status, ours.body]).toEqual([scope, theirs.status, theirs.body]);
    for (const header of ["cache-control", "content-type", "vary"])
      expect([header, ours.headers[header]]).toEqual([header, theirs.headers[header]]);
  }
});

test("OIDC-25 an account has at most 20 live grants of an app; a further one ends the one that is idle longest", async () => {
  const { name, tokens } = await somebody({ client_id: "own", scope: "openid offline_access" });
  let session = "";
  for (let at = 0; at < 20; at++) {
    service.clock.advance(61);
    await service.forgetTries();
    [session = ""] = await openSessions(service, name);
    await appTokens(service, session, { client_id: "own", scope: "openid offline_access" });
  }
  const { apps } = (await service.get("user/apps/", session)).body;
  expect(apps).toHaveLength(20);
  expect((await refreshWith(service, tokens.refresh_token, "own")).body.error).toBe("invalid_grant");
});

test("OIDC-25 an app may call the token endpoint 60 times a minute from one address", async () => {
  const statuses = new Set<number>();
  for (let at = 0; at < 60; at++) statuses.add((await refresh("ar_unknown", 0, "192.0.2.88")).status);
  expect([...statuses]).toEqual([400]);
  expect((await refresh("ar_unknown", 1, "192.0.2.88")).status).toBe(429);
  expect((await refresh("ar_unknown", 0, "192.0.2.89")).status).toBe(400);
});
