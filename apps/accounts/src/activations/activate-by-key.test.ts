import { afterAll, beforeEach, expect, test } from "vitest";
import { activateAs, fileFor, fingerprintOf, validateAs } from "../testing/devices.ts";
import {
  makeAccounts,
  makeLicense,
  makeSeats,
  openSessions,
  password,
  setAccount,
  setRight,
} from "../testing/factories.ts";
import { statementsOf } from "../testing/statements.ts";
import { type Answer, type CallOptions, startAccounts } from "../testing/test-accounts.ts";

const rules = { limit: 3, offlineDays: 30, freesPer30Days: 2 } as const;
const product = (code: string, activation: object) => ({ name: code, code, supportedVersion: 5, activation });
const products = [
  product("OUTLINE", { ...rules, counts: "seat", byKey: true }),
  product("SUITE", { ...rules, counts: "license", byKey: true }),
  product("CLOSED", { ...rules, counts: "seat" }),
] as never;
const service = await startAccounts({ instances: 2, brand: { products } });
afterAll(() => service.close());
const { pool, kysely } = service.database;
await makeAccounts(service, "maria", "hugo", "chief");
await setRight(service, "chief", "support");

const KEY = "ABCDE-FGHJK-MNPQR-STUVW";
let [maria, hugo, chief] = ["", "", ""];
beforeEach(async () => {
  await pool.query("delete from license_keys; delete from licenses; update accounts set state = 100");
  await service.forgetTries();
  await makeLicense(service, { id: "team", owners: ["maria"], total_seats: 2, key: KEY });
  await makeSeats(service, "team", "hugo");
  [maria = "", hugo = "", chief = ""] = await openSessions(service, "maria", "hugo", "chief");
});

let calls = 0;
/** Sends a key from a new network each time, alternately to both instances. */
const send = (key: unknown, device: string, said: object = {}, options: CallOptions = {}): Promise<Answer> =>
  service.call("POST", "activations/", {
    body: { license_key: key, fingerprint: fingerprintOf(device), name: device, ...said },
    ip: `10.${(calls >> 8) & 255}.${calls & 255}.1`,
    instance: calls++ % 2,
    ...options,
  });
/** Activates a device by key. */
async function opened(device: string, key = KEY): Promise<{ readonly id: string; readonly token: string }> {
  const { status, body } = await send(key, device);
  expect([status, body.code]).toEqual([201, undefined]);
  return { id: body.activation.id, token: body.activation_token };
}
const codeOf = async ({ id, token }: { id: string; token: string }, device: string) =>
  (await validateAs(service, token, id, device)).body.code;
const free = (token: string, id: string) => service.call("DELETE", `activations/${id}/`, { token });
const legacyKey = (key: string, own: object = {}) =>
  kysely
    .insertInto("license_keys")
    .values({ key, owner: "Lena", product_id: "OUTLINE-5", description: "Outliner 5", seats: 1, ...own })
    .execute();

test("MOVE-01 a key in any case, with or without dashes, activates a device; its token opens that activation alone", async () => {
  const first = await send(KEY, "mac", { app_version: "5.1" });
  expect(first.status).toBe(201);
  expect(first.body.activation).toMatchObject({ registration_id: "team", seat_id: null, by_key: true, state: "live" });
  for (const typed of [KEY.toLowerCase(), KEY.replaceAll("-", ""), ` ${KEY.toLowerCase().replaceAll("-", "")} `]) {
    const again = await send(typed, "mac");
    expect([again.status, again.body.activation.id]).toEqual([200, first.body.activation.id]);
    expect(again.body.activation_token).toBe(first.body.activation_token);
  }
  const mac = { id: first.body.activation.id, token: first.body.activation_token };
  const pc = await opened("pc");
  expect([await codeOf(mac, "mac"), await codeOf(mac, "pc")]).toEqual(["VALID", "FINGERPRINT_MISMATCH"]);
  expect((await fileFor(service, mac.token, mac.id, "mac", { encrypted: true })).body).toContain("MACHINE FILE");
  // Of the other activation, of a call without an activation, and with a changed letter.
  const wrong = `${mac.token.slice(0, -2)}${mac.token.endsWith("AA") ? "BB" : "AA"}`;
  const others = [
    await validateAs(service, mac.token, pc.id, "pc"),
    await fileFor(service, mac.token, pc.id, "pc"),
    await free(mac.token, pc.id),
    await free(wrong, mac.id),
    await service.get("activations/", mac.token),
    await service.get(`licenses/${mac.id}/activations/`, mac.token),
    await service.post("user/", {}, mac.token),
    await activateAs(service, mac.token, "third"),
  ];
  expect(others.map(({ status, body }) => [status, body.code])).toEqual(others.map(() => [401, 1002]));
  expect((await free(mac.token, mac.id)).status).toBe(200);
  expect((await free(mac.token, mac.id)).status).toBe(200);
  expect([await codeOf(mac, "mac"), await codeOf(pc, "pc")]).toEqual(["DEACTIVATED", "VALID"]);
  const { rows } = await pool.query("select * from activations");
  expect(JSON.stringify(rows)).not.toContain(mac.token);
});

test("MOVE-01 keys and seats share one count of places, also in 20 calls at once on two instances", async () => {
  // Two seats with three places each.
  const seat = async (device: string) => (await activateAs(service, hugo, device)).status;
  expect([await seat("a"), await seat("b")]).toEqual([201, 201]);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => send(KEY, `key${at}`)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
  const full = answers.filter(({ status }) => status === 409).map(({ body }) => [body.code, body.activations]);
  // A key shows nobody's devices.
  expect(full).toEqual(Array.from({ length: 16 }, () => [15002, []]));
  expect((await activateAs(service, hugo, "c")).body.code).toBe(15002);
  await makeLicense(service, { id: "suite", owners: ["maria"], key: "SUITE-1", product_id: "SUITE-5" });
  const statuses = [];
  for (const device of ["a", "b", "c", "d"]) statuses.push((await send("suite1", device)).status);
  expect(statuses).toEqual([201, 201, 201, 409]);
});

const answerOf = ({ status, body }: Answer): string =>
  JSON.stringify([status, body]).replaceAll(/"request_id":"[^"]*"/g, "");

/** Keys that open nothing, by the reason. */
async function wrongKeys(): Promise<Record<string, string>> {
  const expires = new Date(service.clock.now().getTime() - 1_000);
  const at = service.clock.now();
  const license = (id: string, own = {}) => makeLicense(service, { id, owners: ["maria"], key: `${id}-1`, ...own });
  await license("ended", { expires_date: expires });
  await license("closed", { product_id: "CLOSED-5" });
  await license("unsold", { product_id: "PLAN-4" });
  await license("returned");
  await kysely.updateTable("licenses").set({ key_revoked_at: at }).where("id", "=", "returned").execute();
  await makeAccounts(service, `gone${calls}`);
  await makeLicense(service, { id: "left", owners: [`gone${calls}`], key: "left-1" });
  await setAccount(service, `gone${calls}`, { state: 300 });
  await license("registered");
  await legacyKey("registered-1", { license_id: "registered", eligible: false });
  await legacyKey("revoked-1", { eligible: false });
  const ids = ["ended", "closed", "unsold", "returned", "left", "registered", "revoked"];
  return { unknown: "never-issued-1", empty: "", ...Object.fromEntries(ids.map((id) => [id, `${id}-1`])) };
}

test("MOVE-01 unknown, revoked, ended and disallowed keys get the same answer after the same statements", async () => {
  const keys = await wrongKeys();
  const answers = new Set<string>();
  const work = new Set<string>();
  // The first call of a connection also sets it up.
  for (let at = 0; at < 4; at++) await send("warm-up", "mac", {}, { instance: 0 });
  for (const [reason, key] of Object.entries(keys)) {
    const statements = await statementsOf(service, async () => {
      const answer = await send(key, "mac", {}, { instance: 0 });
      expect([reason, answer.status, answer.body.code]).toEqual([reason, 422, 10200]);
      answers.add(answerOf(answer));
    });
    work.add(statements.join("\n"));
  }
  expect([answers.size, work.size]).toEqual([1, 1]);
  expect((await pool.query("select from activations")).rowCount).toBe(0);
});

/** The probability that a value of the first list is larger than one of the second. */
function order(first: readonly number[], second: readonly number[]): number {
  let wins = 0;
  for (const one of first) for (const other of second) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (first.length * second.length);
}

test("MOVE-01 the time of an answer does not tell keys apart: |AUC - 0.5| is at most 0.10", { retry: 3 }, async () => {
  const timed = await startAccounts({ limitsOff: "it sends one wrong key often", brand: { products } });
  await makeAccounts(timed, "maria");
  const now = timed.clock.now();
  const make = (id: string, own = {}) => makeLicense(timed, { id, owners: ["maria"], key: `${id}-1`, ...own });
  await make("ended", { expires_date: new Date(now.getTime() - 1_000) });
  await make("closed", { product_id: "CLOSED-5" });
  await make("returned");
  await timed.database.kysely
    .updateTable("licenses")
    .set({ key_revoked_at: now })
    .where("id", "=", "returned")
    .execute();
  const times: Record<string, number[]> = { unknown: [], ended: [], closed: [], returned: [] };
  for (let round = 0; round < 110; round++) {
    for (const kind of Object.keys(times).toSorted(() => Math.random() - 0.5)) {
      const body = { license_key: `${kind}-1`, fingerprint: fingerprintOf("mac") };
      const before = performance.now();
      await timed.call("POST", "activations/", { body });
      if (round >= 10) times[kind]?.push(performance.now() - before);
    }
  }
  await timed.close();
  for (const kind of ["ended", "closed", "returned"]) {
    expect(Math.abs(order(times[kind] ?? [], times["unknown"] ?? []) - 0.5), kind).toBeLessThanOrEqual(0.1);
  }
});

test("MOVE-01 a network sends ten keys a minute, an IPv6 network as a /64; right keys count too", async () => {
  const from = async (ip: string) => (await send(KEY, "mac", {}, { ip })).status;
  const statuses = [];
  for (let at = 0; at < 11; at++) statuses.push(await from(`2001:db8:1:2:${at}::1`));
  expect(statuses).toEqual([201, ...Array<number>(9).fill(200), 429]);
  expect(await from("2001:db8:1:3::1")).toBe(200);
  service.clock.advance(61);
  expect(await from("2001:db8:1:2:ffff::1")).toBe(200);
});

test("MOVE-01 20 wrong keys an hour with one beginning close that beginning, whatever network sends them and however typed", async () => {
  const statuses = await Promise.all(
    Array.from({ length: 30 }, (_, at) => send(at % 2 === 0 ? `abc-def${at}` : `ABCD-EF-${at}`, "mac")),
  );
  const count = (status: number) => statuses.filter((answer) => answer.status === status).length;
  expect([count(422), count(429)]).toEqual([20, 10]);
  const right = await send(KEY.replace("ABCDE-F", "ABCDEF-"), "mac");
  expect([right.status, right.body.code, Number(right.headers["retry-after"]) > 0]).toEqual([429, 1003, true]);
  expect((await send("XYZDEF-1", "mac")).status).toBe(422);
  service.clock.advance(3_601);
  expect((await send(KEY, "mac")).status).toBe(201);
});

test("MOVE-01 an activation by key ends with its license, its key and its last manager, and nothing brings it back", async () => {
  const mac = await opened("mac");
  await kysely.updateTable("licenses").set({ key_revoked_at: service.clock.now() }).where("id", "=", "team").execute();
  expect(await codeOf(mac, "mac")).toBe("SUSPENDED");
  await kysely.updateTable("licenses").set({ key_revoked_at: null }).where("id", "=", "team").execute();
  await kysely.updateTable("licenses").set({ subscription_active: false }).where("id", "=", "team").execute();
  expect(await codeOf(mac, "mac")).toBe("ENDED");
  await kysely.updateTable("licenses").set({ subscription_active: null }).where("id", "=", "team").execute();
  expect(await codeOf(mac, "mac")).toBe("DEACTIVATED");
  const pc = await opened("pc");
  await setAccount(service, "maria", { state: 300 });
  expect(await codeOf(pc, "pc")).toBe("SUSPENDED");
  await setAccount(service, "maria", { state: 100 });
  expect(await codeOf(pc, "pc")).toBe("DEACTIVATED");
  // Another manager keeps it.
  const both = await opened("both");
  await kysely
    .insertInto("license_owners")
    .values({ license_id: "team", account_id: await idOf("hugo"), position: 1 })
    .execute();
  await setAccount(service, "maria", { state: 300 });
  expect(await codeOf(both, "both")).toBe("VALID");
});

const idOf = async (username: string): Promise<string> =>
  (await kysely.selectFrom("accounts").select("id").where("username", "=", username).executeTakeFirstOrThrow()).id;

test("MOVE-01 managers and staff see and free what a key activated; holders of seats do not", async () => {
  const [mac, pc, tv] = [await opened("mac"), await opened("pc"), await opened("tv")];
  const listed = async (token: string, path: string) =>
    (await service.get(path, token)).body.activations.map(({ name }: { name: string }) => name).toSorted();
  expect(await listed(maria, "licenses/team/activations/")).toEqual(["mac", "pc", "tv"]);
  expect(await listed(maria, "activations/")).toEqual(["mac", "pc", "tv"]);
  expect(await listed(hugo, "activations/")).toEqual([]);
  expect((await free(hugo, mac.id)).status).toBe(404);
  expect((await free(maria, mac.id)).status).toBe(200);
  const page = (await service.get("admin/licenses/team/", chief)).body;
  expect(page.activations.map(({ username, by_key: isKeyed }: Answer["body"]) => [username, isKeyed])).toEqual([
    [null, true],
    [null, true],
  ]);
  const freed = await service.post(`admin/activations/${pc.id}/free/`, { reason: "asked by phone" }, chief);
  expect(freed.status).toBe(200);
  expect([await codeOf(mac, "mac"), await codeOf(pc, "pc"), await codeOf(tv, "tv")]).toEqual([
    "DEACTIVATED",
    "DEACTIVATED",
    "VALID",
  ]);
});

test("MOVE-01 a manager's app sees which devices of the key take the places, and replaces one", async () => {
  await makeSeats(service, "team", "maria");
  const keyed = [];
  for (const device of ["a", "b", "c", "d", "e", "f"]) keyed.push(await opened(device));
  const full = await activateAs(service, maria, "mine");
  expect([full.body.code, full.body.activations.length]).toEqual([15002, 6]);
  expect((await activateAs(service, hugo, "his")).body.activations).toEqual([]);
  expect((await activateAs(service, hugo, "his", { replace: keyed[0]?.id })).status).toBe(404);
  expect((await activateAs(service, maria, "mine", { replace: keyed[0]?.id })).status).toBe(201);
  const { limits } = (await service.get("activations/", hugo)).body;
  expect(limits).toMatchObject([{ registration_id: "team", limit: 3, taken: 3 }]);
});

test("MOVE-01 frees by token are limited for each seat; a file keeps its place, and the same device keeps one place", async () => {
  const frees = [];
  for (let at = 0; at < 5; at++) {
    const device = await opened(`d${at}`);
    if (at === 0) expect((await fileFor(service, device.token, device.id, "d0")).status).toBe(200);
    frees.push((await free(device.token, device.id)).status);
  }
  // Two frees in 30 days for each of two seats.
  expect(frees).toEqual([200, 200, 200, 200, 409]);
  const taken = async () => (await service.get("licenses/team/activations/", maria)).body.activations.length;
  expect(await taken()).toBe(2);
  await opened("d0");
  expect(await taken()).toBe(2);
});

test("MOVE-01 fewer seats end the newest devices of the key that have no place any more", async () => {
  const devices = [];
  for (const device of ["a", "b", "c", "d"]) {
    devices.push({ device, ...(await opened(device)) });
    service.clock.advance(1);
  }
  const edit = { reason: "smaller", total_seats: 1 };
  expect((await service.post("admin/licenses/team/edit/", edit, chief)).status).toBe(200);
  const codes = [];
  for (const each of devices) codes.push(await codeOf(each, each.device));
  expect(codes).toEqual(["VALID", "VALID", "VALID", "DEACTIVATED"]);
});

test("MOVE-01 a legacy key opens a license before anybody registers it; who registers it manages that license", async () => {
  await legacyKey("Old-Key-77");
  const [one, two] = await Promise.all([send("oldkey77", "mac"), send("OLD-KEY-77", "pc")]);
  expect([one.status, two.status]).toEqual([201, 201]);
  const license: string = one.body.activation.registration_id;
  expect(two.body.activation.registration_id).toBe(license);
  const owned = await service.post("register/", { license_key: "old-key-77", license_owner: "Lena" }, maria);
  expect(owned.status).toBe(422);
  const registered = await service.post("register/", { license_key: "Old-Key-77", license_owner: "Lena" }, maria);
  expect([registered.status, registered.body.registration.registration_id]).toEqual([200, license]);
  const again = await service.post("register/", { license_key: "Old-Key-77", license_owner: "Lena" }, hugo);
  expect([again.status, again.body.code]).toEqual([422, 10201]);
  expect((await service.get(`licenses/${license}/activations/`, maria)).body.activations).toHaveLength(2);
});

const DAY = 24 * 3_600;
const replace = (body: object, token = maria, license = "team") =>
  service.post(`licenses/${license}/key/`, { password, days: 0, keep_activations: false, ...body }, token);
/** Ends that have passed for a minute, with the activations that they end. */
async function pass(days: number): Promise<void> {
  service.clock.advance(days * DAY + 61);
  await service.sweep("end-replaced-keys");
  // Sessions have ended by then.
  [maria = "", hugo = "", chief = ""] = await openSessions(service, "maria", "hugo", "chief");
}

test("MOVE-02 a replaced key ends at once or after 1 to 30 days, and its activations end with it or stay", async () => {
  for (const [days, keeps] of [
    [0, false],
    [0, true],
    [30, false],
    [1, true],
  ] as const) {
    const license = `of-${days}-${keeps}`;
    const old = `old-${days}-${keeps}`;
    await makeLicense(service, { id: license, owners: ["maria"], total_seats: 2, key: old });
    const [before, moved] = [await opened("before", old), await opened("moved", old)];
    const { status, body } = await replace({ days, keep_activations: keeps }, maria, license);
    expect([status, Date.parse(body.old_key_ends) - service.clock.now().getTime()]).toEqual([200, days * DAY * 1_000]);
    await opened("next", body.key);
    // A device that is activated again with the new key does not end with the old one.
    if (days > 0) expect((await send(body.key, "moved")).status).toBe(200);
    expect([days, (await send(old, "late")).status]).toEqual([days, days === 0 ? 422 : 201]);
    if (days > 0) {
      expect(await codeOf(before, "before")).toBe("VALID");
      service.clock.advance(days * DAY);
      expect([days, (await send(old, "later")).body.code]).toEqual([days, 10200]);
    }
    // Also before the sweep.
    expect([license, await codeOf(before, "before")]).toEqual([license, keeps ? "VALID" : "DEACTIVATED"]);
    await pass(0);
    expect([license, await codeOf(before, "before")]).toEqual([license, keeps ? "VALID" : "DEACTIVATED"]);
    const { rows } = await pool.query("select name from activations where license_id = $1 and ended_at is null", [
      license,
    ]);
    const live = keeps ? (days === 0 ? 3 : 4) : days === 0 ? 1 : 2;
    expect([license, rows.length]).toEqual([license, live]);
    expect(await codeOf(moved, "moved")).toBe(days > 0 || keeps ? "VALID" : "DEACTIVATED");
  }
});

test("MOVE-02 the password is asked; only a manager replaces a key, with days from 0 to 30; a revoked key stays revoked", async () => {
  const asked = await replace({ password: "not it" });
  expect([asked.status, asked.body.code]).toEqual([422, 3022]);
  service.clock.advance(600);
  expect((await replace({ password: undefined })).body.code).toBe(2002);
  expect((await replace({}, hugo)).status).toBe(404);
  for (const days of [-1, 31, 1.5, "1", null]) expect((await replace({ days })).body.code).toBe(4000);
  expect((await replace({ keep_activations: undefined })).body.code).toBe(4000);
  await makeLicense(service, { id: "plain", owners: ["maria"] });
  expect((await replace({}, maria, "plain")).body.code).toBe(10200);
  await kysely.updateTable("licenses").set({ key_revoked_at: service.clock.now() }).where("id", "=", "team").execute();
  expect((await replace({})).body.code).toBe(10204);
  expect((await pool.query("select from replaced_license_keys")).rowCount).toBe(0);
});

test("MOVE-02 every manager gets a mail without the key; staff replace a key with a reason and a preview", async () => {
  await kysely
    .insertInto("license_owners")
    .values({ license_id: "team", account_id: await idOf("hugo"), position: 1 })
    .execute();
  await service.work();
  service.mailer.messages.length = 0;
  const { body } = await replace({ days: 7, keep_activations: true });
  await service.work();
  const mails = service.mailer.messages.splice(0);
  expect(mails.map(({ to }) => to).toSorted()).toEqual(["hugo@example.com", "maria@example.com"]);
  for (const { subject, text } of mails) {
    expect([subject, text]).toEqual([
      expect.stringContaining("was replaced"),
      expect.stringContaining("maria replaced"),
    ]);
    expect(text).not.toContain(body.key);
    expect(text).not.toContain(KEY);
  }
  const by = (own: object) =>
    service.post("admin/licenses/team/key/", { days: 0, keep_activations: false, password, ...own }, chief);
  expect((await by({})).status).toBe(422);
  const preview = await by({ reason: "the key is on a forum", preview: true });
  expect([preview.status, preview.body.before]).toEqual([200, { key_end: body.key.slice(-6) }]);
  expect((await send(body.key, "mac")).status).toBe(201);
  expect((await by({ reason: "the key is on a forum" })).status).toBe(200);
  expect((await send(body.key, "pc")).status).toBe(422);
  await service.work();
  expect(service.mailer.messages).toHaveLength(2);
  const { key } = (await service.get("admin/licenses/team/", chief)).body.license;
  expect((await send(key, "pc")).status).toBe(201);
  const { events } = (await service.get("licenses/team/events/", maria)).body;
  expect(events.slice(0, 2).map(({ act, by_kind: kind }: Answer["body"]) => [act, kind])).toEqual([
    ["license_key.replaced", "staff"],
    ["license_key.replaced", "person"],
  ]);
});

test("MOVE-02 the registration of a legacy key follows it, and neither an import nor a stranger brings the old key back", async () => {
  await legacyKey("LEGACY-1");
  await service.post("register/", { license_key: "LEGACY-1", license_owner: "Lena" }, maria);
  const license = (await send("LEGACY-1", "mac")).body.activation.registration_id;
  const { key } = (await replace({}, maria, license)).body;
  expect(await kysely.selectFrom("license_keys").select(["key", "license_id"]).execute()).toEqual([
    { key, license_id: license },
  ]);
  const stranger = { license_key: "LEGACY-1", license_owner: "Lena" };
  expect((await service.post("register/", stranger, hugo)).body.code).toBe(10200);
  expect((await send("LEGACY-1", "mac")).body.code).toBe(10200);
  const revoked = await service.post(`admin/license_keys/${key}/revoke/`, { reason: "a chargeback" }, chief);
  expect(revoked.status).toBe(200);
  expect((await send(key, "mac")).body.code).toBe(10200);
});

test("MOVE-02 a license gets at most five keys a day, also from two instances at once", async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, instance) =>
      service.call("POST", "licenses/team/key/", {
        token: maria,
        body: { password, days: 30, keep_activations: true },
        instance: instance % 2,
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  const { rows } = await pool.query("select key from replaced_license_keys");
  expect(new Set([KEY, ...answers.flatMap(({ body }) => body.key ?? [])]).size).toBe(6);
  expect(rows).toHaveLength(5);
});
