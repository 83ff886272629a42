import { describe, expect, test } from "vitest";
import {
  makeAccounts,
  makeLicense,
  makeSeats,
  password,
  setAccount,
  setRight,
  signIn,
  tellSubscription,
} from "../testing/factories.ts";
import { mailedToken, mailTo } from "../testing/mails.ts";
import { refusal, serviceCredential, testAccounts } from "../testing/test-accounts.ts";

const service = testAccounts({ instances: 2 });
let made = 0;

const DAY = 86_400;
const newName = () => `closer${++made}`;
/** Each person asks from a separate address, because limits are on. */
const ipOf = (name: string) => `198.51.100.${Number(name.replaceAll(/\D/g, "")) % 250}`;

async function person(): Promise<{ name: string; address: string; access: string; refresh: string }> {
  const name = newName();
  await makeAccounts(service, name);
  return { name, address: `${name}@example.com`, ...(await signIn(service, name)) };
}

/** A call from the address of that person. */
const from = (name: string, path: string, body: object, instance = 0, token?: string) =>
  service.call("POST", path, { body, token, instance, ip: ipOf(name) });
const close = (name: string, token: string, more: object = {}, instance = 0) =>
  from(name, "user/close/", { account_name: name, password, ...more }, instance, token);
const enter = (name: string, instance = 0) => from(name, "signin/", { username: name, password }, instance);
const open = (token: string, name: string, instance = 0) => from(name, "user/come_back/", { token }, instance);
const blockersOf = async (token: string) => (await service.get("user/close/", token)).body.blockers;

describe("what keeps an account open", () => {
  test("ERASE-01 a subscription that renews, until it is canceled or the license has another manager who pays", async () => {
    const { name, access } = await person();
    const license = `${name}-paid`;
    await makeLicense(service, { id: license, owners: [name], product_id: "OUTLINE-5-SUB-ANNUAL-WEB" });
    await tellSubscription(service, license);
    expect(await blockersOf(access)).toEqual([
      { kind: "subscription", registration_id: license, description: "Outliner 5" },
    ]);
    expect(await close(name, access)).toMatchObject({
      status: 409,
      body: { code: 1010, blockers: [{ kind: "subscription" }] },
    });
    expect((await service.post("user/", {}, access)).status).toBe(200);

    await tellSubscription(service, license, { cancel_at_period_end: true }, { sequence: 2 });
    expect(await blockersOf(access)).toEqual([]);
    expect((await close(name, access)).status).toBe(200);
  });

  test("ERASE-01 a subscription that her customer pays for, although other accounts manage the license", async () => {
    const [name, other] = [newName(), newName()];
    await makeAccounts(service, { username: name, customer_ids: [`cus_${name}`] }, other);
    const license = `${name}-payer`;
    await makeLicense(service, { id: license, owners: [other], product_id: "OUTLINE-5-SUB-ANNUAL-WEB" });
    await tellSubscription(service, license, { customer_id: `cus_${name}` });
    const { access } = await signIn(service, name);
    expect(await blockersOf(access)).toMatchObject([{ kind: "subscription", registration_id: license }]);
    const { access: others } = await signIn(service, other);
    expect(await blockersOf(others)).toMatchObject([{ kind: "subscription" }]);
  });

  test("ERASE-01 the only manager of a license in which others hold seats, until another account manages it", async () => {
    const { name, access } = await person();
    const [holder, heir] = [newName(), newName()];
    await makeAccounts(service, holder, heir);
    const license = `${name}-team`;
    await makeLicense(service, { id: license, owners: [name] });
    await makeSeats(service, license, name);
    expect(await blockersOf(access)).toEqual([]);
    await makeSeats(service, license, holder);
    expect(await blockersOf(access)).toMatchObject([{ kind: "only_manager", registration_id: license }]);
    expect((await close(name, access)).status).toBe(409);
    await service.post(`licenses/${license}/managers/`, { account_name: heir }, access);
    expect((await close(name, access)).status).toBe(200);
  });

  test("ERASE-01 a staff account", async () => {
    const { name, access } = await person();
    await setRight(service, name, "read");
    expect(await blockersOf(access)).toEqual([{ kind: "staff" }]);
    expect((await close(name, access)).status).toBe(409);
  });

  test("ERASE-01 closing requires the password and the account's name, and says what ends and until when the owner can come back", async () => {
    const { name, access } = await person();
    const { body } = await service.get("user/close/", access);
    const now = service.clock.now().getTime();
    expect(body.ends).toEqual({ sessions: 1, seats: 0, licenses: 0 });
    expect(Date.parse(body.come_back_until) - now).toBe(30 * DAY * 1_000);
    expect(Date.parse(body.erased_by) - now).toBe(60 * DAY * 1_000);
    expect(await close(name, access, { password: "wrong" })).toMatchObject({ status: 422, body: { code: 3022 } });
    expect(await close("somebody", access)).toMatchObject({
      status: 422,
      body: { code: 4000, errors: [{ field: "account_name" }] },
    });
    expect((await service.post("user/", {}, access)).status).toBe(200);
  });
});

describe("a closed account", () => {
  test("ERASE-02 sessions, refresh tokens and open links end at once, on the other instance too", async () => {
    const { name, address, access, refresh } = await person();
    const other = await signIn(service, name, 1);
    await from(name, "password_reset/", { email_address: address });
    const reset = await mailedToken(service, address);
    expect((await close(name, access)).status).toBe(200);
    for (const token of [access, other.access]) {
      expect((await service.call("GET", "user/sessions/", { token, instance: 1 })).status).toBe(401);
      const introspected = await service.post("internal/introspect/", { token }, serviceCredential);
      expect(introspected.body).toEqual({ active: false });
    }
    expect((await from(name, "refresh/", { refresh_token: refresh }, 1)).status).toBe(401);
    const fresh = "sapphire-window-7";
    const used = { token: reset, new_password: fresh, new_password_2: fresh };
    expect(refusal(await from(name, "password_reset/confirm/", used))).toEqual([410, 3028]);
  });

  test("ERASE-02 the mailed link reopens it within 30 days, once, without signing in", async () => {
    const { name, address, access } = await person();
    await close(name, access);
    const mail = await mailTo(service, address);
    expect(mail.subject).toContain("You closed");
    const token = await mailedToken(service, address);
    service.clock.advance(29 * DAY);
    expect(await open(token, name, 1)).toMatchObject({ status: 200, body: { username: name } });
    expect((await service.get("user/sessions/", access)).status).toBe(401);
    expect((await enter(name)).status).toBe(200);
    expect(await open(token, name)).toMatchObject({ status: 410, body: { code: 1011 } });
  });

  test("ERASE-02 the right password gets that answer with the offer of a new link, and after 30 days without it", async () => {
    const { name, address, access } = await person();
    await close(name, access);
    const told = await enter(name, 1);
    expect(told).toMatchObject({ status: 403, body: { code: 1004, userinfo: { account_state: 300 } } });
    const until = Date.parse(told.body.userinfo.come_back_until);
    expect(until - service.clock.now().getTime()).toBe(30 * DAY * 1_000);
    const ask = (given = password, username = name) =>
      from(username, "user/come_back/request/", { username, password: given });
    const { status, body } = await ask(password, (await person()).name);
    expect([status, body.message]).toEqual([422, "This account is open. You can sign in."]);
    expect(await ask("wrong")).toMatchObject({ status: 401, body: { code: 1001 } });
    const first = await mailedToken(service, address);
    expect((await ask()).status).toBe(200);
    const second = await mailedToken(service, address);
    expect(second).not.toBe(first);
    expect((await open(first, name)).status).toBe(410);
    service.clock.advance(30 * DAY);
    expect((await ask()).body.code).toBe(1004);
    expect((await enter(name)).body.userinfo).toEqual({ account_state: 300 });
    expect((await open(second, name)).status).toBe(410);
  });

  test("ERASE-02 its owner cannot reopen an account that staff closed, nor one whose address another account has now", async () => {
    const { name, address, access } = await person();
    await close(name, access);
    const token = await mailedToken(service, address);
    const again = newName();
    await makeAccounts(service, { username: again, email: address });
    expect(await open(token, name)).toMatchObject({ status: 422, body: { code: 11010 } });
    await service.database.kysely.deleteFrom("accounts").where("username", "=", again).execute();
    await setAccount(service, name, { closed_by: "staff" });
    expect((await open(token, name)).status).toBe(410);
    expect((await enter(name)).body.userinfo).toEqual({ account_state: 300 });
  });
});

describe("closing concurrently with other calls", () => {
  test("ERASE-02 six concurrent sign-ins: none of their sessions is alive afterwards, not even after coming back", async () => {
    const { name, address, access } = await person();
    const [closed, ...entered] = await Promise.all([
      close(name, access),
      ...Array.from({ length: 6 }, (_, index) => enter(name, index % 2)),
    ]);
    expect(closed?.status).toBe(200);
    const tokens = entered.filter(({ status }) => status === 200).map(({ body }) => body.token);
    const isDead = async () => {
      for (const { access_token: token, refresh_token } of tokens) {
        expect((await service.call("GET", "user/sessions/", { token, instance: 1 })).status).toBe(401);
        expect((await service.call("POST", "refresh/", { body: { refresh_token } })).status).not.toBe(200);
      }
    };
    await isDead();
    expect((await open(await mailedToken(service, address), name)).status).toBe(200);
    await isDead();
  });

  test("ERASE-01 of two concurrent closings one counts; of a closing and a password change the first one counts", async () => {
    const { name, access } = await person();
    const second = await signIn(service, name, 1);
    const both = await Promise.all([close(name, access), close(name, second.access, {}, 1)]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401]);

    const other = await person();
    const thief = await signIn(service, other.name, 1);
    const fresh = "sapphire-window-7";
    const change = { old_password: password, new_password: fresh, new_password_2: fresh };
    const [closed, changed] = await Promise.all([
      close(other.name, thief.access, {}, 1),
      from(other.name, "user/", change, 0, other.access),
    ]);
    // The second call finds its session ended or its password changed.
    expect([
      [200, 401],
      [422, 200],
      [401, 200],
    ]).toContainEqual([closed.status, changed.status]);
  });

  test("ERASE-01 a seat accepted during the manager's closing keeps the account open, or is accepted after it", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { name, access } = await person();
      const guest = await person();
      const license = `${name}-race`;
      await makeLicense(service, { id: license, owners: [name] });
      await makeSeats(service, license, guest.address);
      const seats = service.database.kysely.selectFrom("seats").where("license_id", "=", license);
      const { reference } = await seats.select("reference").executeTakeFirstOrThrow();
      const [closed, accepted] = await Promise.all([
        close(name, access),
        from(guest.name, "user/accept_invite/new/", { reference_id: reference }, 1, guest.access),
      ]);
      // Either the seat was taken first and keeps the account open, or the account was closed before the seat was taken.
      expect([closed.status, accepted.status]).toSatisfy(([one, two]) => (one === 409 && two === 200) || one === 200);
    }
  });
});
