import { afterAll, describe, expect, test } from "vitest";
import { lifetimes } from "../lifetimes.ts";
import { makeAccounts, openSessions, outcomeOf, password, signIn } from "../testing/factories.ts";
import { heldPasswords } from "../testing/held-passwords.ts";
import { codeNow, turnOnFactor } from "../testing/second-factor.ts";
import { type Answer, serviceCredential, startAccounts } from "../testing/test-accounts.ts";

// Staff rights depend on how a session was opened. Sandbox mode off, two instances, limits on.

const reason = "asked for by the management";

const passwords = heldPasswords();
const hash = await passwords.hash(password);
const service = await startAccounts({ instances: 2, sandbox: false, passwords });
afterAll(() => service.close());

const ask = async (token: string, instance = 1, at = service): Promise<string> =>
  outcomeOf(await at.call("GET", "admin/acts/", { token, instance }));
const read = async (token: string, instance = 1): Promise<string> =>
  outcomeOf(await service.call("POST", "user/", { token, body: {}, instance }));
const introspect = async (token: string, at = service): Promise<{ is_staff: boolean; staff_rights: string[] }> =>
  (await at.call("POST", "internal/introspect/", { token: serviceCredential, body: { token }, instance: 1 })).body;

let people = 0;
async function person(isStaff: boolean, at = service): Promise<string> {
  const username = `person${++people}`;
  await makeAccounts(at, { username, is_staff: isStaff, password_hash: hash });
  return username;
}

/** Opens a session by the password and a code. A code works once, so the clock advances to the next one. */
async function signInByCode(username: string, secret: string, at = service) {
  at.clock.advance(30);
  const answer = await at.post("signin/", { username, password, otp: codeNow(at, secret) });
  expect(outcomeOf(answer)).toBe("200");
  const { access_token: access, refresh_token: refresh, refresh_expires_in: idle } = answer.body.token;
  return { access, refresh, idle };
}

/** Creates a staff member with the session in which she turned her factor on. */
async function staffMember() {
  const username = await person(true);
  const { access } = await signIn(service, username);
  expect(await ask(access)).toBe("404 2004");
  return { username, access, ...(await turnOnFactor(service, access)) };
}

describe("staff rights", () => {
  test("R-12 a session opened by the password alone has no staff rights, with or without a second factor", async () => {
    const { username, access, secret } = await staffMember();
    // A session as an instance of the previous version opens it, without stored methods.
    const [old = ""] = await openSessions(service, username);
    expect([await ask(old, 0), await ask(old, 1)]).toEqual(["404 2004", "404 2004"]);
    expect(await introspect(old)).toMatchObject({ active: true, is_staff: false, staff_rights: [] });
    const told = (await service.post("user/", {}, old)).body.userinfo;
    expect(told).toMatchObject({ is_staff: true, second_factor: true, sign_in_again: true });
    // The session keeps customer rights.
    expect(await read(old)).toBe("200");

    const byCode = (await signInByCode(username, secret)).access;
    for (const token of [access, byCode]) {
      expect(await ask(token)).toBe("200");
      expect(await introspect(token)).toMatchObject({ is_staff: true });
      expect((await service.post("user/", {}, token)).body.userinfo).not.toHaveProperty("sign_in_again");
    }
  });

  test("R-12 a session opened by a code with a customer's idle limit has no staff rights", async () => {
    const { username, secret } = await staffMember();
    const { access, refresh } = await signInByCode(username, secret);
    // A session opened in sandbox mode.
    await service.database.pool.query(
      "update sessions set idle_seconds = $1, ends_at = ends_at + interval '30 days' from accounts where accounts.id = account_id and username = $2",
      [lifetimes.refreshToken, username],
    );
    expect(await ask(access)).toBe("404 2004");
    const refreshed = await service.post("refresh/", { refresh_token: refresh });
    expect(refreshed.body.userinfo.sign_in_again).toBe(true);
    expect(await ask(refreshed.body.token.access_token)).toBe("404 2004");
  });

  test("R-12 the session in which staff turn a factor on gets the limits of staff", async () => {
    const username = await person(false);
    const { access, refresh } = await signIn(service, username);
    // An operator's SQL statement gives rights without ending sessions.
    await service.database.pool.query(
      "update accounts set is_staff = true, staff_rights = '{admin}' where username = $1",
      [username],
    );
    await turnOnFactor(service, access);
    expect(await ask(access)).toBe("200");
    const { rows } = await service.database.pool.query<{ whole: number; idle: number }>(
      `select extract(epoch from ends_at - $2::timestamptz)::int as whole, idle_seconds as idle
       from sessions join accounts on accounts.id = account_id where username = $1`,
      [username, service.clock.now()],
    );
    expect(rows).toEqual([{ whole: lifetimes.staffSession, idle: lifetimes.staffIdle }]);
    service.clock.advance(lifetimes.staffIdle + 1);
    expect(outcomeOf(await service.post("refresh/", { refresh_token: refresh }))).toBe("401 1002");
  });

  test("R-12 with the sandboxes on, the password alone is enough only for staff without a factor", async () => {
    const sandbox = await startAccounts({ instances: 2, passwords });
    const username = await person(true, sandbox);
    const { access } = await signIn(sandbox, username);
    expect(await ask(access, 1, sandbox)).toBe("200");
    const { secret } = await turnOnFactor(sandbox, access);
    expect(await ask(access, 1, sandbox)).toBe("200");
    const [old = ""] = await openSessions(sandbox, username);
    expect(await ask(old, 1, sandbox)).toBe("404 2004");
    expect(await introspect(old, sandbox)).toMatchObject({ is_staff: false, staff_rights: [] });
    const { access: byCode } = await signInByCode(username, secret, sandbox);
    expect(await ask(byCode, 1, sandbox)).toBe("200");
    await sandbox.close();
  });
});

describe("what ends sessions", () => {
  test("R-44 a person with changed rights must sign in again: no old session gets administrator rights", async () => {
    const chief = await staffMember();
    const username = await person(false);
    const first = await signIn(service, username);
    const { secret } = await turnOnFactor(service, first.access);
    const old = await signInByCode(username, secret);
    expect(old.idle).toBe(lifetimes.refreshToken);
    const setRights = (rights: string[]): Promise<Answer> =>
      service.post(`admin/accounts/${username}/rights/`, { reason, rights, password }, chief.access);

    const given = await setRights(["admin"]);
    expect(given.body.after).toEqual({ rights: ["admin"], sessions_ended: 2 });
    expect([await ask(old.access), await ask(first.access, 0)]).toEqual(["401 1002", "401 1002"]);
    expect((await service.post("refresh/", { refresh_token: old.refresh })).status).toBe(401);

    const own = await signInByCode(username, secret);
    expect([own.idle, await ask(own.access)]).toEqual([lifetimes.staffIdle, "200"]);
    expect(outcomeOf(await setRights([]))).toBe("200");
    expect([await ask(own.access), await read(own.access, 0)]).toEqual(["401 1002", "401 1002"]);
  });

  test("R-12 a sign-in concurrent with becoming staff opens a session with the limits of staff", async () => {
    const chief = await staffMember();
    const username = await person(false);
    const held = passwords.hold();
    const signingIn = service.call("POST", "signin/", { body: { username, password }, instance: 1 });
    await held.checked(1);
    const given = service.post(`admin/accounts/${username}/rights/`, { reason, rights: ["admin"] }, chief.access);
    expect(outcomeOf(await given)).toBe("200");
    held.letGo();
    expect((await signingIn).body.token.refresh_expires_in).toBe(lifetimes.staffIdle);
  });

  test("KEY-10 turning the factor on, or off, ends all other sessions on every instance", async () => {
    const username = await person(false);
    const here = await signIn(service, username);
    const there = await signIn(service, username, 1);
    const { codes } = await turnOnFactor(service, here.access);
    expect([await read(here.access), await read(there.access), await read(there.access, 0)]).toEqual([
      "200",
      "401 1002",
      "401 1002",
    ]);
    expect((await service.post("refresh/", { refresh_token: there.refresh })).status).toBe(401);
    const [other = ""] = await openSessions(service, username);
    const proof = { password, otp: codes[0] };
    const off = await service.call("DELETE", "user/second_factor/", { token: here.access, body: proof });
    expect(outcomeOf(off)).toBe("200");
    expect([await read(here.access), await read(other), await read(other, 0)]).toEqual(["200", "401 1002", "401 1002"]);
    // Turning it off changes nothing when it is not on.
    const [stays = ""] = await openSessions(service, username);
    await service.call("DELETE", "user/second_factor/", { token: here.access, body: { password } });
    expect(await read(stays)).toBe("200");
  });

  test("R-16 a sign-in by a recovery code ends all other sessions", async () => {
    const username = await person(false);
    const lost = await signIn(service, username);
    const { codes } = await turnOnFactor(service, lost.access);
    const recovered = await service.post("signin/", { username, password, otp: codes[0] });
    expect(outcomeOf(recovered)).toBe("200");
    expect(await read(lost.access)).toBe("401 1002");
    expect((await service.post("refresh/", { refresh_token: lost.refresh })).status).toBe(401);
    expect(await read(recovered.body.token.access_token)).toBe("200");
  });
});
