import { withAsciiDomain } from "@foyer/domain/addresses";
import { openPool } from "@foyer/service-kit/db";
import { describe, expect, test, vi } from "vitest";
import {
  accountRow,
  holdAccount,
  makeAccounts,
  makeLicense,
  makeSeats,
  password,
  setAccount,
  signIn,
} from "../testing/factories.ts";
import { memorySyncStore } from "../testing/fakes.ts";
import { mailedToken } from "../testing/mails.ts";
import { serviceCredential, testAccounts } from "../testing/test-accounts.ts";

const DAY = 86_400;
const synced = memorySyncStore();
let syncIsDown = false;
const syncStore = {
  ...synced,
  deleteAll: async (username: string) => {
    if (syncIsDown) throw new Error("the sync store does not answer");
    await synced.deleteAll(username);
  },
};
const service = testAccounts({ instances: 2, syncStore });
let made = 0;

interface Closed {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly link: string;
}

/** Creates a person who has closed her account, with a separate IP address, because limits are on. */
async function closed(prepare?: (name: string, access: string) => Promise<void>): Promise<Closed> {
  const name = `leaver${++made}`;
  const address = `${name}@bücher.example`;
  await makeAccounts(service, { username: name, email: address });
  const { access } = await signIn(service, name);
  await prepare?.(name, access);
  const id = (await service.post("user/", {}, access)).body.userinfo.id;
  const body = { account_name: name, password };
  const answer = await service.call("POST", "user/close/", { body, token: access, ip: `203.0.113.${made}` });
  expect(answer.status).toBe(200);
  return { id, name, address, link: await mailedToken(service, address) };
}

const sweepOn = (instance: number) => service.sweep("erase-accounts", instance);
const comeBack = (link: string) =>
  service.call("POST", "user/come_back/", { body: { token: link }, ip: "203.0.113.250" });
const rowOf = (id: string) =>
  service.database.kysely.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const stepsOf = (id: string) =>
  service.database.kysely.selectFrom("erasures").selectAll().where("account_id", "=", id).executeTakeFirst();
const erasedName = (id: string) => `deleted:${id.toLowerCase()}`;
/** Makes the account due for erasure. */
const closedLongAgo = (name: string) =>
  setAccount(service, name, { closed_at: new Date(service.clock.now().getTime() - 59 * DAY * 1_000) });

describe("the erasure of a closed account", () => {
  test("ERASE-03 by the sixtieth day no seat, record or open invitation identifies the person (FAULT-13)", async () => {
    const others = `others${made}`;
    await makeAccounts(service, others);
    const team = `team-of-${others}`;
    await makeLicense(service, { id: team, owners: [others], total_seats: 9 });
    const { access: manager } = await signIn(service, others);
    const { id, name, address } = await closed(async (leaver, access) => {
      await makeSeats(service, team, leaver);
      await makeLicense(service, { id: `own-${leaver}`, owners: [leaver], key_owner: "Lena Leaver" });
      await service.post(`registration_seats/own-${leaver}/`, { seats: ["guest@elsewhere.example"] }, access);
      await service.post(`licenses/${team}/managers/`, { account_name: leaver }, manager);
      await service.post(`registration_seats/${team}/`, { seats: ["new@elsewhere.example"] }, access);
      await synced.put(leaver, "Tasks/inbox.json", Buffer.from("{}"));
    });
    // Another manager invites the address after the account was closed, and writes its domain in ASCII.
    const late = `late-${others}`;
    await makeLicense(service, { id: late, owners: [others] });
    await service.post(`registration_seats/${late}/`, { seats: [withAsciiDomain(address)] }, manager);
    service.clock.advance(58 * DAY);
    await sweepOn(0);
    expect((await rowOf(id)).username).toBe(name);
    service.clock.advance(DAY);
    await sweepOn(1);

    expect(await rowOf(id)).toMatchObject({
      username: erasedName(id),
      email: "Deleted account",
      password_hash: null,
      state: 300,
    });
    expect(await synced.get(name, "Tasks/inbox.json")).toBeNull();
    const { access } = await signIn(service, others);
    const { body } = await service.get(`registration_seats/${team}/`, access);
    expect(body.seats).toContainEqual(
      expect.objectContaining({ username: "Deleted account", email: "Deleted account", status: "active" }),
    );
    const record = await service.get(`licenses/${team}/events/`, access);
    expect(record.body.events).toContainEqual(expect.objectContaining({ act: "seats.invited", by: "Deleted account" }));
    expect(record.body.events).toContainEqual(
      expect.objectContaining({ act: "managers.added", details: { account: "Deleted account" } }),
    );
    expect((await service.get(`licenses/${team}/managers/`, access)).body.managers).toHaveLength(1);
    expect((await service.get(`registration_seats/${late}/`, access)).body.seats).toEqual([]);

    const events = await service.database.kysely
      .selectFrom("security_events")
      .select(["kind", "ip"])
      .where("account_id", "=", id)
      .execute();
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["session.opened", "account.closed", "account.erased"]),
    );
    expect(events.every(({ ip }) => ip === null)).toBe(true);
    // The name can be used again.
    await makeAccounts(service, name);
  });

  test("ERASE-03 a process that ends after any step leaves the rest to the next sweep, which repeats no step", async () => {
    const { id, name } = await closed();
    const rival = await closed();
    service.clock.advance(59 * DAY);
    syncIsDown = true;
    await sweepOn(0);
    expect(await stepsOf(id)).toMatchObject({ synced_data_at: null, records_at: null });
    expect((await rowOf(id)).username).toBe(name);
    // The erasure has begun, so the account can no longer be reopened although nothing is erased yet.
    expect((await comeBack(rival.link)).status).toBe(410);
    syncIsDown = false;

    const { erased } = service;
    const full = vi.spyOn(erased, "push").mockImplementation(() => {
      throw new Error("no space left on the device");
    });
    await sweepOn(1);
    expect(await stepsOf(id)).toMatchObject({ synced_data_at: expect.any(Date), records_at: null });
    full.mockRestore();

    const before = erased.length;
    await Promise.all([sweepOn(0), sweepOn(1), sweepOn(0)]);
    expect((await rowOf(id)).username).toBe(erasedName(id));
    expect(new Set(erased.slice(before).map((entry) => entry.id))).toEqual(new Set([id, rival.id]));
    const happened = await service.database.kysely
      .selectFrom("security_events")
      .select("id")
      .where("account_id", "=", id)
      .where("kind", "=", "account.erased")
      .execute();
    expect(happened).toHaveLength(1);
  });

  test("ERASE-03 the payment part is listed until it is done; then the name is deleted here too", async () => {
    const { id, name, address } = await closed();
    service.clock.advance(59 * DAY);
    await sweepOn(0);
    const asked = await service.call("GET", "internal/erasures/", { token: serviceCredential, instance: 1 });
    expect(asked.body.erasures).toContainEqual(
      expect.objectContaining({
        omni_id: id,
        username: name,
        addresses: expect.arrayContaining([address, withAsciiDomain(address)]),
      }),
    );
    for (let round = 0; round < 2; round += 1) {
      expect((await service.post("internal/erasures/", { omni_id: id }, serviceCredential)).status).toBe(200);
    }
    expect(await stepsOf(id)).toMatchObject({ username: null, addresses: [] });
    const left = await service.call("GET", "internal/erasures/", { token: serviceCredential });
    expect(left.body.erasures.map((one: { omni_id: string }) => one.omni_id)).not.toContain(id);
  });

  test("ERASE-03 accounts without a closing time get one, and none is erased within a week", async () => {
    await makeAccounts(service, { username: "old-closed", state: 301 });
    const { id } = await accountRow(service, "old-closed");
    await service.database.pool.query(
      "insert into accounts.security_events (at, kind, account_id) values ($1, 'account.merged', $2)",
      [new Date(service.clock.now().getTime() - 400 * DAY * 1_000), id],
    );
    await sweepOn(0);
    service.clock.advance(6 * DAY);
    await sweepOn(0);
    expect((await rowOf(id)).username).toBe("old-closed");
    service.clock.advance(DAY);
    await sweepOn(0);
    expect((await rowOf(id)).username).toBe(erasedName(id));
  });

  test("ERASE-03 the service can change records only during an erasure", async () => {
    const refused = service.database.kysely.updateTable("license_events").set({ by_username: "x" }).execute();
    await expect(refused).rejects.toThrow(/permission denied/);
    const { id } = await closed();
    await expect(service.database.pool.query("select accounts.erase_from_records($1)", [id])).rejects.toThrow(
      /no erasure/,
    );
  });
});

describe("concurrently with the erasure", () => {
  test("ERASE-04 a legal hold keeps all data until it expires", async () => {
    const { id, name } = await closed();
    await holdAccount(service, id, 100 * DAY);
    service.clock.advance(99 * DAY);
    await sweepOn(0);
    expect((await rowOf(id)).username).toBe(name);
    service.clock.advance(2 * DAY);
    await sweepOn(0);
    expect((await rowOf(id)).username).toBe(erasedName(id));
  });

  test("ERASE-04 staff set a hold with a reason and an end, all staff can read it, and it is recorded as an act", async () => {
    await makeAccounts(service, { username: "counsel", right: "admin" });
    const { id, name } = await closed();
    service.clock.advance(50 * DAY);
    const { access: token } = await signIn(service, "counsel");
    const until = new Date(service.clock.now().getTime() + 400 * DAY * 1_000).toISOString();
    const set = (given: object, instance = 0, by = token) => {
      const body = { reason: "case 12/7", ...given };
      return service.call("POST", `admin/accounts/${name}/legal_hold/`, { body, token: by, instance });
    };
    expect((await set({ until, preview: true })).body).toMatchObject({ applied: false });
    expect((await service.get("admin/legal_holds/", token)).body.holds).toEqual([]);
    expect(await set({ until: new Date(service.clock.now().getTime() - 1_000).toISOString() })).toMatchObject({
      status: 422,
    });
    expect((await set({ until }, 1)).status).toBe(200);
    const { body } = await service.get("admin/legal_holds/", token);
    expect(body.holds).toMatchObject([{ username: name, reason: "case 12/7", set_by: "counsel", account_state: 300 }]);
    const { body: acts } = await service.get(`admin/acts/?target=account:${name}`, token);
    expect(acts.acts[0]).toMatchObject({ act: "account.legal_hold", reason: "case 12/7" });
    service.clock.advance(30 * DAY);
    const { access: later } = await signIn(service, "counsel");
    // The hold is set again and lifted while the job runs: the job reads it again under the account's lock.
    await Promise.all([set({ until }, 1, later), sweepOn(0)]);
    expect((await rowOf(id)).username).toBe(name);
    expect((await set({ reason: "settled", until: null }, 0, later)).status).toBe(200);
    await sweepOn(1);
    expect((await rowOf(id)).username).toBe(erasedName(id));
    expect((await service.get("admin/legal_holds/", later)).body.holds).toEqual([]);
    const again = { reason: "case 12/7", until };
    expect((await service.post(`admin/accounts/${erasedName(id)}/legal_hold/`, again, later)).status).toBe(403);
  });

  test.each([
    ["ERASE-03 reopening while the job runs restores the account", "state", { account_state: 100 }],
    ["ERASE-04 a hold set while the job runs keeps all data", "legal_hold", { until: true }],
  ] as const)("%s, or is refused as too late and the account is erased", async (_title, call, body) => {
    await makeAccounts(service, { username: `chief-${call}`, right: "admin" });
    const until = new Date(service.clock.now().getTime() + 400 * DAY * 1_000).toISOString();
    const sent = { reason: "case 12/8", ...body, ...("until" in body ? { until } : {}) };
    const { access: token } = await signIn(service, `chief-${call}`);
    for (let round = 0; round < 6; round += 1) {
      const { id, name } = await closed();
      await closedLongAgo(name);
      const [answer] = await Promise.all([
        service.call("POST", `admin/accounts/${name}/${call}/`, { body: sent, token, instance: 1 }),
        sweepOn(round % 2),
      ]);
      await sweepOn(0);
      const isKept = answer.status === 200;
      expect([200, 403, 404]).toContain(answer.status);
      const state = call === "state" ? 100 : 300;
      expect(await rowOf(id)).toMatchObject(isKept ? { username: name, state } : { username: erasedName(id) });
      expect((await stepsOf(id)) === undefined).toBe(isKept);
    }
  });
});

test("ERASE-03 an account that cannot be erased blocks neither the others nor pruning (FAULT-01)", async () => {
  const leavers = [await closed(), await closed(), await closed()];
  const [first, middle, last] = leavers.map(({ id }) => id);
  const owner = openPool({ url: service.databaseUrl, role: null, schema: "accounts", max: 1 });
  const poison = `create function poison() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$;
    create trigger poison before insert on erasures for each row when (new.account_id = '${middle}') execute function poison()`;
  await owner.query(poison);
  service.clock.advance(61 * DAY);
  await sweepOn(0);
  const begun = await Promise.all([first, middle, last].map(async (id) => (await stepsOf(id ?? "")) !== undefined));
  expect(begun).toEqual([true, false, true]);
  await owner.query("create trigger poison before delete on sessions for each statement execute function poison()");
  const challenge = { challenge_hash: Buffer.from("old"), purpose: "sign_in", expires_at: new Date(0) } as const;
  const { kysely } = service.database;
  await kysely
    .insertInto("passkey_challenges")
    .values({ ...challenge, token_hash: Buffer.from("x"), session_id: null })
    .execute();
  await service.sweep("prune-sessions");
  expect(await kysely.selectFrom("passkey_challenges").select("purpose").execute()).toEqual([]);
  await owner.query("drop trigger poison on erasures; drop trigger poison on sessions");
  await owner.end();
  await sweepOn(0);
  expect(await stepsOf(middle ?? "")).toBeDefined();
});
