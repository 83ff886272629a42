import { accountsEndpoints } from "@foyer/contract/endpoints";
import { formatDate } from "@foyer/domain/dates";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { appTokens, testApps } from "../testing/app-browser.ts";
import { activateAs, fileFor, fingerprintOf, validateAs } from "../testing/devices.ts";
import { makeAccounts, makeLicense, makeSeats, openSessions, tellSubscription } from "../testing/factories.ts";
import { startAccounts } from "../testing/test-accounts.ts";

let [maria, hugo, otto] = ["", "", ""];
let run = 0;

const appSecrets = new Map([["server", "a-secret-of-the-app-on-a-server-0123456789"]]);
const service = await startAccounts({ instances: 2, apps: testApps, appSecrets });
afterAll(() => service.close());
await makeAccounts(service, "maria", "hugo", "otto");

// Each test has a team of its own, managed by maria, in which hugo and maria hold a seat.
beforeEach(async () => {
  run += 1;
  await service.database.pool.query("delete from licenses; delete from activations");
  await service.forgetTries();
  await makeLicense(service, { id: "team", owners: ["maria"], total_seats: 5 });
  await makeSeats(service, "team", "maria", "hugo");
  [maria = "", hugo = "", otto = ""] = await openSessions(service, "maria", "hugo", "otto");
});

const idOf = async (token: string, device: string, said = {}): Promise<string> => {
  const { status, body } = await activateAs(service, token, device, said);
  expect([status, body.code]).toEqual([201, undefined]);
  return body.activation.id;
};
const codeOf = async (activation: string, device: string, said = {}, token = hugo): Promise<string> =>
  (await validateAs(service, token, activation, device, said)).body.code;
const free = (token: string, id: string) => service.call("DELETE", `activations/${id}/`, { token });
const own = async (token: string) => (await service.get("activations/", token)).body.activations;

test("WAL-02 a device is activated once: the same fingerprint again is the same activation, with its new name and version", async () => {
  const first = await activateAs(service, hugo, "mac", { app_version: "5.1" });
  expect(first.status).toBe(201);
  expect(first.body.activation).toMatchObject({
    registration_id: "team",
    seat_id: "team-hugo",
    name: "mac",
    state: "live",
  });
  const again = await activateAs(service, hugo, "mac", { name: "Studio Mac", app_version: "5.2" });
  expect(again.status).toBe(200);
  expect(again.body.activation).toEqual({ ...first.body.activation, name: "Studio Mac", app_version: "5.2" });
  expect((await own(hugo)).length).toBe(1);
  const { rows } = await service.database.pool.query("select fingerprint from activations");
  expect(rows[0].fingerprint).toHaveLength(32);
  expect(rows[0].fingerprint.includes(Buffer.from(fingerprintOf("mac")))).toBe(false);
  // The same device on another seat is another activation.
  expect((await activateAs(service, maria, "mac")).status).toBe(201);
});

test("WAL-02 a wrong fingerprint, name or choice of license is refused with its field", async () => {
  const wrong: [Record<string, unknown>, string][] = [
    [{ fingerprint: "short" }, "fingerprint"],
    [{ fingerprint: "x".repeat(129) }, "fingerprint"],
    [{ fingerprint: "sixteen letters!" }, "fingerprint"],
    [{ name: "x".repeat(65) }, "name"],
    [{ platform: "x".repeat(33) }, "platform"],
    [{ app_version: "x".repeat(33) }, "app_version"],
    [{ registration_id: "team", product_id: "OUTLINE" }, "registration_id"],
    [{ name: " " }, "name"],
    // They would break the lines of an export, or show another name than the device has.
    [{ name: "Mac\nBook" }, "name"],
    [{ name: "\u202ekooBcaM" }, "name"],
    [{ platform: "\u001b[31m" }, "platform"],
    [{ app_version: "5\t1" }, "app_version"],
  ];
  for (const [said, field] of wrong) {
    const { status, body } = await activateAs(service, hugo, "mac", said);
    expect([status, body.code, body.errors.map((entry: { field: string }) => entry.field)]).toEqual([
      422,
      4000,
      [field],
    ]);
  }
  expect((await activateAs(service, otto, "mac", { name: "Büro 💻 ❤️ של מיה" })).body.code).toBe(15001);
  const none = await service.post("activations/", { fingerprint: fingerprintOf("mac") }, hugo);
  expect([none.status, none.body.code]).toEqual([422, 4000]);
  expect(await own(hugo)).toEqual([]);
});

test("WAL-01 a product without settings cannot be activated", async () => {
  await makeLicense(service, { id: `plan-${run}`, owners: ["hugo"], product_id: "PLAN-4" });
  await makeSeats(service, `plan-${run}`, "hugo");
  for (const said of [{ registration_id: `plan-${run}` }, { product_id: "PLAN" }, { product_id: "" }]) {
    const { status, body } = await activateAs(service, hugo, "mac", said);
    expect([status, body.code]).toEqual([409, 15003]);
  }
  const { limits } = (await service.get("activations/", hugo)).body;
  expect(limits.map((limit: { registration_id: string }) => limit.registration_id)).toEqual(["team"]);
});

test("WAL-03 without a held seat it is refused; a holder of an ended license gets the manager's address", async () => {
  const stranger = await activateAs(service, otto, "mac");
  const unknown = await activateAs(service, otto, "mac", { registration_id: "no-such" });
  expect([stranger.status, stranger.body.code]).toEqual([409, 15001]);
  expect(stranger.body).toEqual(unknown.body);
  await tellSubscription(service, "team", { status: "canceled" });
  const ended = await activateAs(service, hugo, "mac");
  expect([ended.body.code, ended.body.manager]).toEqual([15001, "maria@example.com"]);
  expect((await activateAs(service, maria, "mac")).body.manager).toBeUndefined();
});

test("WAL-03 the refusal names the first manager with an open account who is not the caller", async () => {
  const license = `managed-${run}`;
  await makeAccounts(service, `left-${run}`);
  await makeLicense(service, { id: license, owners: [`left-${run}`, "maria", "otto"] });
  await makeSeats(service, license, "maria", "hugo");
  await tellSubscription(service, license, { status: "canceled" });
  const managerOf = async (token: string) =>
    (await activateAs(service, token, "mac", { registration_id: license })).body.manager;
  expect([await managerOf(hugo), await managerOf(maria)]).toEqual([
    `left-${run}@example.com`,
    `left-${run}@example.com`,
  ]);
  await service.database.pool.query("update accounts set state = 300 where username = $1", [`left-${run}`]);
  expect([await managerOf(hugo), await managerOf(maria)]).toEqual(["maria@example.com", "otto@example.com"]);
});

test("WAL-03 of several licenses of a product the oldest with a free place is taken", async () => {
  const before = new Date(service.clock.now().getTime() - 86_400_000);
  await makeLicense(service, {
    id: `old-${run}`,
    owners: ["hugo"],
    product_id: "OUTLINE-5-SUB",
    registration_date: before,
  });
  await makeLicense(service, { id: `four-${run}`, owners: ["hugo"], product_id: "OUTLINE-4" });
  for (const id of [`old-${run}`, `four-${run}`]) await makeSeats(service, id, "hugo");
  const places: string[] = [];
  for (const device of ["a", "b", "c", "d", "a"]) {
    places.push((await activateAs(service, hugo, device, { product_id: "OUTLINE-5" })).body.activation.registration_id);
  }
  expect(places).toEqual([`old-${run}`, `old-${run}`, `old-${run}`, "team", `old-${run}`]);
});

test("WAL-04 20 concurrent calls for 3 places, on two instances, activate exactly 3 devices", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => activateAs(service, hugo, `device-${index}`, {}, index % 2)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(17);
  expect(refused.every(({ body }) => body.code === 15002)).toBe(true);
  // The other seat has places of its own.
  expect((await activateAs(service, maria, "device-0")).status).toBe(201);
});

test("WAL-04 concurrent calls of one device on two instances make one activation", async () => {
  const answers = await Promise.all([0, 1, 0, 1].map((instance) => activateAs(service, hugo, "mac", {}, instance)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(new Set(answers.map(({ body }) => body.activation.id)).size).toBe(1);
});

test("WAL-04 at the limit the refusal lists the devices, and the app can replace one of them in the same call", async () => {
  const [first] = [await idOf(hugo, "a"), await idOf(hugo, "b"), await idOf(hugo, "c")];
  await idOf(maria, "d");
  const full = await activateAs(service, hugo, "e");
  expect([full.status, full.body.code]).toEqual([409, 15002]);
  const offered = full.body.activations.toSorted((one: { name: string }, other: { name: string }) =>
    one.name.localeCompare(other.name),
  );
  expect(offered.map((each: { name: string }) => each.name)).toEqual(["a", "b", "c"]);
  const today = service.clock.now().toISOString().slice(0, 10);
  expect(offered[0]).toEqual({ id: first, name: "a", platform: "Linux", last_seen: today, offline_until: null });
  const [others] = await own(maria);
  const notOwn = await activateAs(service, hugo, "e", { replace: others.id });
  expect([notOwn.status, notOwn.body.code]).toEqual([404, 2004]);
  const replaced = await activateAs(service, hugo, "e", { replace: first });
  expect(replaced.status).toBe(201);
  expect([await codeOf(first, "a"), await codeOf(replaced.body.activation.id, "e")]).toEqual(["DEACTIVATED", "VALID"]);
});

test("WAL-04 a device with a valid file keeps its place and is not replaced", async () => {
  const [first] = [await idOf(hugo, "a"), await idOf(hugo, "b"), await idOf(hugo, "c")];
  expect((await fileFor(service, hugo, first, "a")).status).toBe(200);
  const refused = await activateAs(service, hugo, "d", { replace: first });
  expect([refused.status, refused.body.code]).toEqual([409, 15002]);
  expect(await codeOf(first, "a")).toBe("VALID");
});

test("WAL-06 a validation has the right result and reason after each change", async () => {
  const id = await idOf(hugo, "mac", { app_version: "5.1" });
  const fine = await validateAs(service, hugo, id, "mac");
  const tomorrow = new Date(service.clock.now().getTime() + 86_400_000).toISOString().slice(0, 19);
  expect([fine.status, fine.body]).toEqual([
    200,
    { valid: true, code: "VALID", valid_until: null, next_check: `${tomorrow}Z` },
  ]);
  expect(await codeOf(id, "another")).toBe("FINGERPRINT_MISMATCH");
  expect(await codeOf(id, "mac", { app_version: "6.0" })).toBe("VERSION_NOT_COVERED");
  await service.call("DELETE", "registration_seats/team/", { token: maria, body: { seats: [{ id: "team-hugo" }] } });
  expect((await validateAs(service, hugo, id, "mac", {}, 1)).body).toMatchObject({ valid: false, code: "NO_SEAT" });
  await makeSeats(service, "team", { id: "team-hugo-2", username: "hugo" });
  expect(await codeOf(id, "mac")).toBe("DEACTIVATED");
});

test("WAL-06 an ended license, an expired license and a revoked key have different codes", async () => {
  const id = await idOf(hugo, "mac");
  await service.database.pool.query(
    "insert into license_keys (key, owner, product_id, description, seats, license_id) values ('K', 'x', 'OUTLINE-5', 'x', 1, 'team')",
  );
  expect(await codeOf(id, "mac")).toBe("VALID");
  await service.database.pool.query("update license_keys set eligible = false");
  expect(await codeOf(id, "mac")).toBe("SUSPENDED");
  await service.database.pool.query("delete from license_keys");
  await service.database.pool.query("update licenses set expires_at = $1", [service.clock.now()]);
  expect(await codeOf(id, "mac")).toBe("EXPIRED");
  await service.database.pool.query("update licenses set expires_at = null");
  await tellSubscription(service, "team", { status: "canceled" });
  expect(await codeOf(id, "mac")).toBe("ENDED");
});

test("WAL-03 WAL-06 a license with a revoked key activates nothing, and another license of the product is used", async () => {
  const id = await idOf(hugo, "mac");
  await service.database.pool.query(
    "insert into license_keys (key, owner, product_id, description, seats, license_id, eligible) values ('K', 'x', 'OUTLINE-5', 'x', 1, 'team', false)",
  );
  expect(await codeOf(id, "mac")).toBe("SUSPENDED");
  for (const device of ["mac", "phone"]) {
    const { status, body } = await activateAs(service, hugo, device);
    expect([device, status, body.code]).toEqual([device, 409, 15001]);
  }
  await makeLicense(service, { id: "other", owners: ["maria"] });
  await makeSeats(service, "other", "hugo");
  const { status, body } = await activateAs(service, hugo, "phone", {
    registration_id: undefined,
    product_id: "OUTLINE",
  });
  expect([status, body.activation.registration_id]).toEqual([201, "other"]);
  await service.database.pool.query("delete from license_keys");
});

test("WAL-06 an activation of another account is not found, and an invalid body is refused", async () => {
  const id = await idOf(hugo, "mac");
  for (const token of [maria, otto]) {
    const { status, body } = await validateAs(service, token, id, "mac");
    expect([status, body.code]).toEqual([404, 2004]);
  }
  const wrong = await service.post(`activations/${id}/validate/`, { fingerprint: "x" }, hugo);
  expect([wrong.status, wrong.body.code, wrong.body.valid]).toEqual([422, 4000, undefined]);
});

test("WAL-07 the end of a license ends its activations, and a license that comes back restores none", async () => {
  const id = await idOf(hugo, "mac");
  await tellSubscription(service, "team", { status: "canceled" });
  expect((await own(hugo))[0].state).toBe("freed");
  const later = Math.floor(service.clock.now().getTime() / 1_000) + 1;
  await tellSubscription(service, "team", { id: "sub_2" }, { objectTime: later, sequence: 2 });
  expect(await codeOf(id, "mac")).toBe("DEACTIVATED");
  expect((await activateAs(service, hugo, "mac")).status).toBe(201);
});

test("WAL-07 a trial bought after its end restores no device, and a trial bought before keeps its devices", async () => {
  const ending = (days: number) =>
    service.database.pool.query("update licenses set purchase_type = 'trial', expires_at = $1", [
      new Date(service.clock.now().getTime() + days * 86_400_000),
    ]);
  const id = await idOf(hugo, "mac");
  await ending(1);
  await tellSubscription(service, "team");
  expect(await codeOf(id, "mac")).toBe("VALID");
  await service.database.pool.query("update licenses set subscription_id = null, subscription_active = null");
  await ending(-1);
  expect(await codeOf(id, "mac")).toBe("EXPIRED");
  await tellSubscription(service, "team", { id: `sub_later_${run}` });
  expect(await codeOf(id, "mac")).toBe("DEACTIVATED");
});

test("WAL-07 fewer seats at the renewal end the devices of the seats that lapse", async () => {
  await tellSubscription(service, "team", { quantity: 5 });
  const [hers, his] = [await idOf(maria, "mac"), await idOf(hugo, "mac")];
  const later = Math.floor(service.clock.now().getTime() / 1_000) + 40 * 86_400;
  await tellSubscription(
    service,
    "team",
    { quantity: 1, current_period_end: later, paid_until: later },
    { objectTime: later, sequence: 2 },
  );
  const codes = [await codeOf(hers, "mac", {}, maria), await codeOf(his, "mac")];
  expect(codes.toSorted()).toEqual(["NO_SEAT", "VALID"]);
});

test("WAL-07 WAL-08 a device that ends with its seat, license or account has the time of the service's clock as its end", async () => {
  service.clock.advance(40 * 86_400);
  const [manager = "", user = ""] = await openSessions(service, "maria", "hugo");
  const freed = async () => (await own(user)).map((each: { freed: string }) => each.freed);
  const now = `${service.clock.now().toISOString().slice(0, 19)}Z`;
  const seat = { token: manager, body: { seats: [{ id: "team-hugo" }] } };
  await activateAs(service, user, "mac");
  expect((await service.call("DELETE", "registration_seats/team/", seat)).status).toBe(200);
  expect(await freed()).toEqual([now]);
  await service.database.pool.query("delete from activations");
  await makeSeats(service, "team", { id: "team-hugo-2", username: "hugo" });
  await activateAs(service, user, "mac");
  await tellSubscription(service, "team", { status: "canceled" });
  expect(await freed()).toEqual([now]);
  const name = `leaver-${run}`;
  await makeAccounts(service, name);
  await makeLicense(service, { id: name, owners: ["maria"] });
  await makeSeats(service, name, name);
  const [leaver = ""] = await openSessions(service, name);
  await activateAs(service, leaver, "mac", { registration_id: name });
  const closing = { account_name: name, password: "amber-lantern-42" };
  expect((await service.post("user/close/", closing, leaver)).status).toBe(200);
  const { rows } = await service.database.pool.query(
    "select ended_at, ended_by from activations where license_id = $1",
    [name],
  );
  expect(rows).toEqual([{ ended_at: service.clock.now(), ended_by: "account" }]);
  service.clock.advance(-40 * 86_400);
});

test("WAL-07 a closed account, or a seat removed during an activation, leaves no live device", async () => {
  const ids = await makeAccounts(service, `ruth-${run}`);
  await makeSeats(service, "team", `ruth-${run}`);
  const [ruth = ""] = await openSessions(service, `ruth-${run}`);
  await idOf(ruth, "mac");
  await service.database.pool.query("update accounts set state = 300 where id = $1", [ids.get(`ruth-${run}`)]);
  const { rows } = await service.database.pool.query("select ended_by from activations");
  expect(rows).toEqual([{ ended_by: "account" }]);

  const seat = { token: maria, body: { seats: [{ id: "team-hugo" }] } };
  const [removed, ...tries] = await Promise.all([
    service.call("DELETE", "registration_seats/team/", seat),
    ...[0, 1, 0, 1].map((instance, at) => activateAs(service, hugo, `d${at}`, {}, instance)),
  ]);
  expect(removed?.status).toBe(200);
  expect(tries.every(({ status, body }) => status === 201 || body.code === 15001 || body.code === 15002)).toBe(true);
  expect((await own(hugo)).filter((each: { state: string }) => each.state === "live")).toEqual([]);
});

test("WAL-08 its holder, its app and a manager can free a device, others do not find it, and repeating it is no error", async () => {
  const [first, second] = [await idOf(hugo, "a"), await idOf(hugo, "b")];
  expect([(await free(otto, first)).status, (await free(hugo, "no-such")).status]).toEqual([404, 404]);
  expect([(await free(hugo, first)).status, (await free(hugo, first)).status]).toEqual([200, 200]);
  expect([(await free(maria, second)).status, (await free(maria, second)).status]).toEqual([200, 200]);
  const third = await idOf(maria, "c");
  // A holder frees nobody else's.
  expect((await free(hugo, third)).status).toBe(404);
  const app = await appTokens(service, hugo, { scope: "openid licenses" });
  const fourth = await idOf(app.access_token, "d");
  expect((await free(app.access_token, fourth)).status).toBe(200);
  const listed = await own(hugo);
  expect(listed.map((each: { name: string; state: string }) => `${each.name} ${each.state}`).toSorted()).toEqual([
    "a freed",
    "b freed",
    "d freed",
  ]);
  service.clock.advance(31 * 86_400);
  const [later = ""] = await openSessions(service, "hugo");
  expect(await own(later)).toEqual([]);
  service.clock.advance(-31 * 86_400);
});

test("WAL-08 an app needs the scope and cannot free the device of another person", async () => {
  const id = await idOf(hugo, "mac");
  const without = await appTokens(service, hugo, { scope: "openid email" });
  const calls = accountsEndpoints.filter(
    ({ path, access }) => path.startsWith("/api/1.1/activations/") && access !== "open",
  );
  expect(calls).toHaveLength(5);
  for (const { method, path } of calls) {
    const address = path.replace(":activation", id);
    const { status, body } = await service.call(method, address, { token: without.access_token, body: {} });
    expect([path, status, body.code]).toEqual([path, 403, 2005]);
  }
  const managers = await appTokens(service, maria, { scope: "openid licenses" });
  expect((await free(managers.access_token, id)).status).toBe(404);
});

test("WAL-21 only pages at an app's origins may make calls about devices, and they may make no other call", async () => {
  const page = "https://page.example";
  const id = await idOf(hugo, "mac");
  const allowed = async (method: "GET" | "POST" | "OPTIONS", path: string, origin: string) => {
    const { headers, status } = await service.call(method, path, { token: hugo, headers: { origin } });
    return [headers["access-control-allow-origin"] ?? null, status === 204];
  };
  for (const path of ["activations/", `activations/${id}/`, `activations/${id}/validate/`, `activations/${id}/file/`]) {
    expect(await allowed("OPTIONS", path, page)).toEqual([page, true]);
    expect(await allowed("POST", path, page)).toEqual([page, false]);
    for (const other of ["https://page.example.evil.test", "http://page.example", "null"]) {
      expect(await allowed("OPTIONS", path, other)).toEqual([null, false]);
      expect(await allowed("POST", path, other)).toEqual([null, false]);
    }
  }
  const { headers } = await service.call("OPTIONS", "activations/", { headers: { origin: page } });
  expect(headers["access-control-allow-methods"]).toBe("GET, POST, DELETE");
  expect(headers["access-control-allow-headers"]).toContain("authorization, content-type");
  expect(headers["access-control-allow-credentials"]).toBeUndefined();
  for (const path of [
    "user/",
    "user/sessions/",
    "licenses/team/activations/",
    "activations/../user/",
    "activations%2f",
  ]) {
    expect(await allowed("OPTIONS", path, page)).toEqual([null, false]);
    expect(await allowed("POST", path, page)).toEqual([null, false]);
  }
});

test("WAL-10 a holder can free a limited number of devices in 30 days; managers have no limit", async () => {
  for (const device of ["a", "b"]) expect((await free(hugo, await idOf(hugo, device))).status).toBe(200);
  const third = await idOf(hugo, "c");
  const refused = await free(hugo, third);
  const again = new Date(service.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 19);
  expect([refused.status, refused.body.code]).toEqual([409, 15005]);
  expect([refused.body.available_at, refused.body.support]).toEqual([`${again}Z`, "help@example.com"]);
  expect(refused.body.message).toContain(`again on ${formatDate(`${again}Z`)}`);
  expect(refused.headers["retry-after"]).toBe(String(30 * 86_400));
  const [{ frees_left: left, frees_again: at }] = (await service.get("activations/", hugo)).body.limits;
  expect([left, at]).toEqual([0, `${again}Z`]);
  const replace = await activateAs(service, hugo, "d", { replace: third });
  expect([replace.status, replace.body.code]).toEqual([409, 15005]);
  expect((await free(maria, third)).status).toBe(200);
});

test("WAL-10 concurrent calls on two instances free no more devices than the limit", async () => {
  const ids = [await idOf(hugo, "a"), await idOf(hugo, "b"), await idOf(hugo, "c")];
  const answers = await Promise.all(
    ids.map((id, at) => service.call("DELETE", `activations/${id}/`, { token: hugo, instance: at % 2 })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.filter(({ body }) => body.code === 15005)).toHaveLength(1);
});

test("WAL-10 freeing a device that is activated again within ten minutes does not count", async () => {
  const said = { name: "Studio Mac", platform: "macOS" };
  for (const device of ["a", "b", "c", "d"]) {
    const id = await idOf(hugo, device, said);
    expect((await free(hugo, id)).status).toBe(200);
  }
  const last = await idOf(hugo, "e", said);
  expect((await activateAs(service, hugo, "f", { ...said, replace: last })).status).toBe(201);
  const [{ frees_left: left }] = (await service.get("activations/", hugo)).body.limits;
  expect(left).toBe(2);
});

test("WAL-15 a device freed while its file is valid keeps its place until the file ends", async () => {
  const ids = [await idOf(hugo, "a"), await idOf(hugo, "b"), await idOf(hugo, "c")];
  await fileFor(service, hugo, ids[0] ?? "", "a", { days: 2 });
  expect((await free(maria, ids[0] ?? "")).status).toBe(200);
  const [, , leaving] = await own(hugo);
  expect([leaving.name, leaving.state]).toEqual(["a", "leaving"]);
  expect((await activateAs(service, hugo, "d")).body.code).toBe(15002);
  // The device itself comes back to the place that it keeps.
  const back = await activateAs(service, hugo, "a");
  expect([back.status, back.body.activation.offline_until]).toEqual([201, leaving.offline_until]);
  expect((await free(maria, back.body.activation.id)).status).toBe(200);
  service.clock.advance(2 * 86_400);
  const [later = ""] = await openSessions(service, "hugo");
  expect((await activateAs(service, later, "d")).status).toBe(201);
  service.clock.advance(-2 * 86_400);
});

test("WAL-15 removing a seat and giving it again allows no more files than the license has places", async () => {
  await service.database.pool.query("update licenses set total_seats = 2");
  for (const device of ["a", "b", "c"]) await fileFor(service, hugo, await idOf(hugo, device), device);
  const remove = { token: maria, body: { seats: [{ id: "team-hugo" }] } };
  expect((await service.call("DELETE", "registration_seats/team/", remove)).status).toBe(200);
  await makeSeats(service, "team", "otto");
  const answers = [];
  for (const device of ["d", "e", "f"]) answers.push((await activateAs(service, otto, device)).status);
  expect(answers).toEqual([201, 201, 201]);
  expect((await activateAs(service, maria, "g")).body.code).toBe(15002);
});

test("WAL-24 a manager sees the day of the last use, and which seats were not used for 60 days", async () => {
  const before = new Date(service.clock.now().getTime() - 90 * 86_400_000);
  await makeSeats(service, "team", { id: "team-otto", username: "otto", created: before });
  await idOf(hugo, "mac");
  const { status, body } = await service.get("licenses/team/activations/", maria);
  const today = service.clock.now().toISOString().slice(0, 10);
  expect([status, body.seats]).toEqual([
    200,
    expect.arrayContaining([
      { id: "team-hugo", last_used: today, is_unused: false },
      { id: "team-otto", last_used: null, is_unused: true },
    ]),
  ]);
  expect(body.activations.map((each: { name: string }) => each.name)).toEqual(["mac"]);
  expect((await service.get("licenses/team/activations/", hugo)).status).toBe(404);
  await appTokens(service, otto, { scope: "openid licenses" });
  const used = (await service.get("licenses/team/activations/", maria)).body.seats;
  expect(used.find((each: { id: string }) => each.id === "team-otto")).toMatchObject({
    last_used: today,
    is_unused: false,
  });
});

test("WAL-23 a validation reads at most 15 buffers among 5,000", async () => {
  const { pool } = service.database;
  const id = await idOf(hugo, "mac");
  await pool.query(
    `insert into activations (id, license_id, seat_id, account_id, fingerprint, created_at, last_seen_at)
     select 'filler-' || n, 'team', 'seat-' || n, account_id, decode(md5(n::text), 'hex'), now(), now()
     from generate_series(1, 5000) n, (select account_id from activations where id = $1) holder`,
    [id],
  );
  await pool.query(
    `insert into license_keys (key, owner, product_id, description, seats, eligible)
     select 'filler-' || n, 'Somebody', 'TASK-3', 'Tasklight 3', 1, n % 50 <> 0 from generate_series(1, 5000) n`,
  );
  await pool.query("analyze activations, license_keys");
  const selects = vi.spyOn(service.database, "read");
  expect(await codeOf(id, "mac")).toBe("VALID");
  expect(selects).toHaveBeenCalledOnce();
  const [{ text, values } = { text: "", values: [] }] = selects.mock.lastCall ?? [];
  const client = await pool.connect();
  let buffers = 0;
  // A connection's first use of an index reads one page more, so the second run counts.
  for (let run = 0; run < 2; run++) {
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, [...values]);
    const { Plan: plan } = rows[0]["QUERY PLAN"][0];
    buffers = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
  }
  client.release();
  expect(buffers).toBeLessThanOrEqual(15);
});
