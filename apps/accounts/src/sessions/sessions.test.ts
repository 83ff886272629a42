import { hash } from "@node-rs/argon2";
import { afterAll, describe, expect, test } from "vitest";
import { passwordHasher } from "../passwords/password-hasher.ts";
import { findAccountNamed } from "../stores/account-store.ts";
import { makeAccounts, password, signIn } from "../testing/factories.ts";
import { cheapPasswords } from "../testing/cheap-passwords.ts";
import { startAccounts } from "../testing/test-accounts.ts";

const service = await startAccounts({ passwords: passwordHasher() });
afterAll(() => service.close());
await makeAccounts(
  service,
  "maria",
  "hugo",
  { username: "gone", state: 300 },
  { username: "merged", state: 301 },
  { username: "dormant", password_hash: null },
);

const userOf = (token: string) => service.post("user/", undefined, token);

describe("signing in", () => {
  test("ACC-01 the right name and password open a session, by form and by JSON", async () => {
    const form = await service.call("POST", "signin/", { form: { username: " Maria", password } });
    expect(form.status).toBe(200);
    expect(form.body.token).toMatchObject({ token_type: "Bearer", expires_in: 900, refresh_expires_in: 604_800 });
    expect(form.body.userinfo).toEqual({
      id: expect.any(String),
      username: "maria",
      email: "maria@example.com",
      pending_email: null,
      customer_id: [],
      seats: 0,
      is_staff: false,
      account_state: 100,
      second_factor: false,
    });
    const json = await service.post("signin/", { username: "maria", password });
    expect(json.status).toBe(200);
    expect(json.body.token.access_token).not.toBe(form.body.token.access_token);
  });

  test("ACC-01 R-04 unknown names, wrong passwords and accounts without one get the same answer", async () => {
    const answers = await Promise.all([
      service.post("signin/", { username: "nobody", password }),
      service.post("signin/", { username: "maria", password: "wrong" }),
      service.post("signin/", { username: "dormant", password }),
      service.post("signin/", { username: "gone", password: "wrong" }),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual(answers[0]?.body);
      expect(Object.keys(answer.headers)).toEqual(Object.keys(answers[0]?.headers ?? {}));
    }
    expect(answers[0]?.body.code).toBe(1001);
  });

  test("SIGNIN-07 only the right password reveals that an account is closed", async () => {
    for (const [username, state] of [
      ["gone", 300],
      ["merged", 301],
    ] as const) {
      const answer = await service.post("signin/", { username, password });
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ code: 1004, userinfo: { account_state: state } });
      expect(answer.body.token).toBeUndefined();
    }
  });

  test("ACC-01 a missing field is named, and a wrong type is refused", async () => {
    const answer = await service.post("signin/", { username: ["maria"] });
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((error: { field: string }) => error.field).toSorted()).toEqual([
      "password",
      "username",
    ]);
  });

  test("R-03 a weaker hash is replaced at sign-in, and an excessively expensive one is refused at once", async () => {
    const weak = await hash(password, { algorithm: 2, memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await makeAccounts(
      service,
      { username: "weak", password_hash: weak },
      { username: "extravagant", password_hash: weak.replace("m=8192", "m=8388608") },
    );
    await signIn(service, "weak");
    const stored = (await findAccountNamed(service.database.kysely, "weak"))?.password_hash;
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signIn(service, "weak");
    const mostBefore = process.resourceUsage().maxRSS;
    const answer = await service.post("signin/", { username: "extravagant", password });
    expect(answer.body.code).toBe(1001);
    // In KiB; the hash demands 8 GiB.
    expect(process.resourceUsage().maxRSS - mostBefore).toBeLessThan(1_048_576);
  });
});

describe("a session", () => {
  test("ACC-04 shows its person, with her seats and customers", async () => {
    const { access } = await signIn(service, "hugo");
    const { body } = await userOf(access);
    expect(body.userinfo).toMatchObject({ username: "hugo", seats: 0, customer_id: [] });
  });

  test("ACC-03 R-16 signing out invalidates both of its tokens and no other session's", async () => {
    const [one, other] = [await signIn(service, "maria"), await signIn(service, "maria")];
    expect(await service.get("signout/", one.access)).toMatchObject({ status: 200, body: { status: "success" } });
    expect(await userOf(one.access)).toMatchObject({ status: 401, body: { code: 1002 } });
    expect(await service.post("refresh/", { refresh_token: one.refresh })).toMatchObject({
      status: 401,
      body: { code: "invalid_grant" },
    });
    expect((await userOf(other.access)).status).toBe(200);
  });

  test("R-14 an access token is valid for 15 minutes, a refresh token for 7 idle days, the session for 30 days", async () => {
    const { access, refresh } = await signIn(service, "maria");
    service.clock.advance(14 * 60);
    expect((await userOf(access)).status).toBe(200);
    service.clock.advance(2 * 60);
    expect(await userOf(access)).toMatchObject({ status: 401, body: { code: 1002 } });

    service.clock.advance(7 * 86_400);
    expect(await service.post("refresh/", { refresh_token: refresh })).toMatchObject({
      status: 401,
      body: { code: 1002 },
    });

    let current = await signIn(service, "maria");
    for (let day = 0; day < 29; day++) {
      service.clock.advance(86_400);
      const { status, body } = await service.post("refresh/", { refresh_token: current.refresh });
      expect(status).toBe(200);
      current = { access: body.token.access_token, refresh: body.token.refresh_token };
      if (day === 28) expect(body.token.refresh_expires_in).toBe(86_400);
    }
    service.clock.advance(86_401);
    const dead = await service.post("refresh/", { refresh_token: current.refresh });
    expect(dead).toMatchObject({ status: 401, body: { code: 1002 } });
  });

  test("ACC-02 R-15 a refresh spends the token; a repeat within 10 s gives the same pair, a later one ends the session", async () => {
    const { refresh } = await signIn(service, "maria");
    const first = await service.post("refresh/", { refresh_token: refresh });
    expect(first.status).toBe(200);
    service.clock.advance(9);
    const again = await service.post("refresh/", { refresh_token: refresh });
    expect(again.body.token.access_token).toBe(first.body.token.access_token);
    expect(again.body.token.refresh_token).toBe(first.body.token.refresh_token);
    expect(again.body.token.expires_in).toBe(891);
    expect((await userOf(first.body.token.access_token)).status).toBe(200);

    service.clock.advance(2);
    const stolen = await service.post("refresh/", { refresh_token: refresh });
    expect(stolen).toMatchObject({ status: 401, body: { code: "invalid_grant" } });
    expect((await userOf(first.body.token.access_token)).status).toBe(401);
    expect((await service.post("refresh/", { refresh_token: first.body.token.refresh_token })).body.code).toBe(
      "invalid_grant",
    );
  });

  test("ACC-02 R-15 a repeat after its successor was spent gets 409 1006 and ends nothing", async () => {
    const { refresh } = await signIn(service, "maria");
    const first = await service.post("refresh/", { refresh_token: refresh });
    const second = await service.post("refresh/", { refresh_token: first.body.token.refresh_token });
    expect(await service.post("refresh/", { refresh_token: refresh })).toMatchObject({
      status: 409,
      body: { code: 1006 },
    });
    expect((await userOf(second.body.token.access_token)).status).toBe(200);
  });

  test("R-46 R-62 refresh/ stores no Idempotency-Key for any token; a repeat has a separate grace period", async () => {
    const { refresh } = await signIn(service, "maria");
    const turn = (refresh_token: string, key: string) =>
      service.call("POST", "refresh/", { body: { refresh_token }, headers: { "idempotency-key": key } });
    const [first, again] = [await turn(refresh, "one"), await turn(refresh, "one")];
    expect([first.status, again.status]).toEqual([200, 200]);
    for (let at = 0; at < 10; at++) await turn(`rt_${at}`, `key-${at}`);
    expect((await service.database.pool.query("select from idempotency_keys")).rows).toEqual([]);
  });

  test("ACC-02 an unknown refresh token gets invalid_grant", async () => {
    const answer = await service.post("refresh/", { refresh_token: "rt_unknown" });
    expect(answer).toMatchObject({ status: 401, body: { code: "invalid_grant" } });
  });

  test("R-16 a closed account's session is invalid at every endpoint, and only its owner learns why", async () => {
    await makeAccounts(service, "closing");
    const { access, refresh } = await signIn(service, "closing");
    await service.database.kysely
      .updateTable("accounts")
      .set({ state: 300 })
      .where("username", "=", "closing")
      .execute();
    expect(await userOf(access)).toMatchObject({ status: 401, body: { code: 30003 } });
    expect(await service.post("purchases/", undefined, access)).toMatchObject({ status: 401, body: { code: 1002 } });
    expect((await service.post("refresh/", { refresh_token: refresh })).status).toBe(403);
  });

  test("R-11 a new installation has no account, and no default credentials work", async () => {
    const fresh = await startAccounts({ passwords: cheapPasswords() });
    const { rows } = await fresh.database.pool.query("select 1 from accounts");
    expect(rows).toEqual([]);
    for (const username of ["admin", "administrator", "root", "staff", "test", "guest", "foyer"]) {
      for (const text of ["admin", "password", username, ""]) {
        expect((await fresh.post("signin/", { username, password: text })).body.code).toBe(1001);
      }
    }
    await fresh.close();
  });

  test("R-13 tokens are opaque, 256 bits, and only their hashes are stored", async () => {
    const tokens = new Set<string>();
    for (let round = 0; round < 5; round++) {
      const { access, refresh } = await signIn(service, "hugo");
      for (const token of [access, refresh]) {
        expect(token).toMatch(/^(at|rt)_[\w-]{43}$/);
        tokens.add(token.slice(3, 9));
      }
    }
    expect(tokens.size).toBe(10);
    const rows = await service.database.kysely.selectFrom("sessions").selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/(at|rt)_[\w-]{43}/);
  });

  test("R-19 a token in the URL or the body is ignored", async () => {
    const { access } = await signIn(service, "hugo");
    expect((await service.call("POST", `user/?access_token=${access}`, {})).status).toBe(401);
    expect((await service.post("user/", { access_token: access })).status).toBe(401);
  });
});
