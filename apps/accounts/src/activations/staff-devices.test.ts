import { afterAll, expect, test } from "vitest";
import { gatherPart } from "../data-export/own-data-store.ts";
import { activateAs, fileFor, validateAs } from "../testing/devices.ts";
import { makeAccounts, makeLicense, makeSeats, openSessions } from "../testing/factories.ts";
import { serviceCredential, startAccounts, type TestAccounts } from "../testing/test-accounts.ts";

const service = await startAccounts();
afterAll(() => service.close());
await makeAccounts(service, "maria", "hugo", "twin", { username: "chief", is_staff: true });
await service.database.pool.query("update accounts set staff_rights = '{admin}' where username = 'chief'");
await makeLicense(service, { id: "team", owners: ["maria"], total_seats: 5 });
await makeSeats(service, "team", "maria", "hugo");
const [maria = "", hugo = "", chief = ""] = await openSessions(service, "maria", "hugo", "chief");

const reason = "asked on the phone";
const freeDevice = (id: string, said = {}) => service.post(`admin/activations/${id}/free/`, { reason, ...said }, chief);
const idOf = async (device: string, said = {}): Promise<string> =>
  (await activateAs(service, hugo, device, said)).body.activation.id;

test("WAL-20 staff see devices and files, free a device, and free its place at once, with a reason", async () => {
  const id = await idOf("mac");
  await fileFor(service, hugo, id, "mac", { days: 3 });
  for (const page of ["accounts/hugo", "licenses/team"]) {
    const { activations } = (await service.get(`admin/${page}/`, chief)).body;
    expect(activations).toEqual([
      expect.objectContaining({ id, username: "hugo", state: "live", offline_until: expect.any(String) }),
    ]);
  }
  const preview = await freeDevice(id, { preview: true });
  expect([preview.body.applied, preview.body.after.live]).toEqual([false, false]);
  expect((await service.get("activations/", hugo)).body.activations[0].state).toBe("live");
  expect((await freeDevice(id)).body).toMatchObject({ applied: true, before: { live: true }, after: { live: false } });
  expect((await service.get("activations/", hugo)).body.activations[0].state).toBe("leaving");
  expect((await freeDevice(id, { release: true })).body.after.keeps_place_until).toBeNull();
  expect((await service.get("activations/", hugo)).body.activations[0].state).toBe("freed");
  expect((await freeDevice(id)).status).toBe(404);
  // A device that staff free does not count against the holder.
  expect((await service.get("activations/", hugo)).body.limits[0].frees_left).toBe(2);
  const { rows } = await service.database.pool.query("select act, reason from staff_acts order by at");
  expect(rows).toEqual([
    { act: "license.free_device", reason },
    { act: "license.free_device", reason },
  ]);
  expect((await service.post(`admin/activations/${id}/free/`, { reason }, maria)).status).toBe(404);
});

test("WAL-20 staff raise the limit of one license until a day", async () => {
  for (const device of ["a", "b", "c"]) await idOf(device);
  expect((await activateAs(service, hugo, "d")).body.code).toBe(15002);
  const until = `${new Date(service.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 19)}Z`;
  const set = (said: object) => service.post("admin/licenses/team/device_limit/", { reason, ...said }, chief);
  for (const [said, field] of [
    [{ limit: 0, until }, "limit"],
    [{ limit: 1_001, until }, "limit"],
    [{ limit: 4 }, "until"],
    [{ limit: 4, until: "2020-01-01T00:00:00Z" }, "until"],
  ] as const) {
    const { status, body } = await set(said);
    expect([status, body.errors[0].field]).toEqual([422, field]);
  }
  expect((await set({ limit: 4, until })).body).toMatchObject({ before: { devices: 3 }, after: { devices: 4, until } });
  expect((await service.get("activations/", hugo)).body.limits[0].limit).toBe(4);
  expect((await activateAs(service, hugo, "d")).status).toBe(201);
  expect((await set({ limit: null })).body).toMatchObject({ before: { devices: 4 }, after: { devices: 3 } });
  expect((await activateAs(service, hugo, "e")).body.code).toBe(15002);
});

test("WAL-07 devices follow their seats to an upgraded license and to a merged account, and another product ends them", async () => {
  await service.database.pool.query("delete from activations");
  const id = await idOf("mac");
  await makeLicense(service, { id: "next", owners: ["maria"], product_id: "OUTLINE-6", total_seats: 1 });
  await makeLicense(service, { id: "other", owners: ["maria"], product_id: "PLAN-4" });
  const move = (from: string, to: string) =>
    service.post(`admin/licenses/${from}/seats/`, { reason, seats: ["team-hugo"], to }, chief);
  const state = async () => {
    const { rows } = await service.database.pool.query(
      "select license_id, username, ended_by from activations join accounts on accounts.id = account_id where activations.id = $1",
      [id],
    );
    return rows[0];
  };
  expect((await move("team", "next")).status).toBe(200);
  expect(await state()).toEqual({ license_id: "next", username: "hugo", ended_by: null });
  const freed = await idOf("laptop", { registration_id: "next" });
  await fileFor(service, hugo, freed, "laptop", { days: 3 });
  expect((await service.call("DELETE", `activations/${freed}/`, { token: hugo })).status).toBe(200);
  const password = "amber-lantern-42";
  const merged = await service.post("admin/accounts/hugo/merge/", { reason, into: "twin", password }, chief);
  expect(merged.status).toBe(200);
  expect(await state()).toEqual({ license_id: "next", username: "twin", ended_by: null });
  const [twin = ""] = await openSessions(service, "twin");
  const { activations } = (await service.get("activations/", twin)).body;
  expect(activations.map((each: { id: string; state: string }) => [each.id, each.state])).toEqual([
    [id, "live"],
    [freed, "leaving"],
  ]);
  expect((await move("next", "other")).status).toBe(200);
  expect(await state()).toEqual({ license_id: "other", username: "twin", ended_by: "seat" });
});

const unusedSeats = (of: TestAccounts, license: string) =>
  of.post("internal/unused_seats/", { registration_id: license }, serviceCredential);

test("WAL-24 the purchase service learns how many seats of a license were not used for 60 days", async () => {
  const day = (days: number) => new Date(service.clock.now().getTime() - days * 86_400_000);
  await makeAccounts(service, "idle", "newcomer");
  await makeLicense(service, { id: "used", owners: ["maria"] });
  const seat = (username: string, days: number) => ({ id: `used-${username}`, username, created: day(days) });
  await makeSeats(service, "used", seat("maria", 90), seat("idle", 90), seat("newcomer", 5), "guest@example.com");
  await activateAs(service, maria, "desk", { registration_id: "used" });
  expect((await unusedSeats(service, "used")).body).toEqual({ unused: 1 });
  expect((await unusedSeats(service, "nowhere")).status).toBe(404);
});

test("WAL-24 the brand can hide the last use of seats from managers", async () => {
  const other = await startAccounts({ brand: { privacy: { lastUsed: false } } });
  await makeAccounts(other, "maria", "hugo");
  await makeLicense(other, { id: "team", owners: ["maria"] });
  await makeSeats(other, "team", "hugo");
  const [token = "", hugo = ""] = await openSessions(other, "maria", "hugo");
  await activateAs(other, hugo, "mac");
  // A device names its seat, so its last day would tell the seat's.
  expect((await other.get("licenses/team/activations/", token)).body).toEqual({
    activations: [expect.objectContaining({ name: "mac", seat_id: "team-hugo", last_seen: null })],
    seats: null,
  });
  expect((await other.get("activations/", hugo)).body.activations[0].last_seen).not.toBeNull();
  expect((await unusedSeats(other, "team")).body).toEqual({ unused: null });
  await other.close();
});

test("WAL-07 ERASE-02 ERASE-03 closing an account ends its devices, own data lists them, and the erasure removes them", async () => {
  await makeAccounts(service, "ruth");
  await makeLicense(service, { id: "hers", owners: ["maria"], total_seats: 2 });
  await makeSeats(service, "hers", "ruth");
  const [ruth = ""] = await openSessions(service, "ruth");
  const { body } = await activateAs(service, ruth, "mac", { registration_id: "hers" });
  const named = await activateAs(service, ruth, "laptop", { registration_id: "hers", name: "Laptop of Ruth" });
  expect((await freeDevice(named.body.activation.id)).status).toBe(200);
  const query = { text: "select ended_by from activations where id = $1", values: [body.activation.id] };
  const { rows: told } = await service.database.pool.query("select id from accounts where username = 'ruth'");
  expect(await gatherPart(service.database.kysely, "devices", told[0].id)).toEqual([
    expect.objectContaining({ license_id: "hers", name: "Laptop of Ruth", ended_by: "staff" }),
    expect.objectContaining({ license_id: "hers", name: "mac", ended_at: null }),
  ]);
  const closing = { account_name: "ruth", password: "amber-lantern-42" };
  expect((await service.post("user/close/", closing, ruth)).status).toBe(200);
  expect((await service.database.pool.query(query)).rows).toEqual([{ ended_by: "account" }]);
  expect((await validateAs(service, ruth, body.activation.id, "mac")).status).toBe(401);
  service.clock.advance(60 * 86_400);
  await service.sweep("erase-accounts");
  expect((await service.database.pool.query(query)).rows).toEqual([]);
  // Records name neither her nor her devices, which may have her name.
  for (const table of ["security_events", "license_events", "staff_acts"]) {
    const mentioning = `select to_jsonb(record)::text from ${table} record where to_jsonb(record)::text ~* 'ruth'`;
    expect((await service.database.pool.query(mentioning)).rows, table).toEqual([]);
  }
});
