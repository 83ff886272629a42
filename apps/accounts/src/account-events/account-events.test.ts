import { afterAll, describe, expect, test } from "vitest";
import { accountEvent } from "@foyer/contract/account-events";
import { makeLicense, makeSeats, newPerson, password } from "../testing/factories.ts";
import { type Answer, startAccounts } from "../testing/test-accounts.ts";

const service = await startAccounts({ instances: 2 });
afterAll(() => service.close());

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";
const DAY = 86_400_000;
let people = 0;

/** Creates a person with a session; each person asks from a separate network. */
async function person() {
  const { name, token, id } = await newPerson(service);
  const ip = `198.51.100.${++people}`;
  const enter = (typed = password): Promise<Answer> =>
    service.call("POST", "signin/", {
      body: { username: name, password: typed },
      ip,
      headers: { "user-agent": firefox },
    });
  return { name, token, ip, enter, id };
}

const list = async (token: string, query = ""): Promise<Answer["body"]> =>
  (await service.get(`user/events/${query}`, token)).body;

async function record(account: string, events: { kind: string; at?: Date; actor?: string; details?: object }[]) {
  await service.database.kysely
    .insertInto("security_events")
    .values(
      events.map(({ kind, at = service.clock.now(), actor = null, details = {} }) => ({
        at,
        kind,
        account_id: account,
        actor,
        target: null,
        ip: "203.0.113.9",
        request_id: null,
        details: JSON.stringify(details),
      })),
    )
    .execute();
}

test("KEY-08 a sign-in is listed with the device and the network, and wrong passwords of a day in one line", async () => {
  const { token, ip, enter } = await person();
  for (const typed of ["wrong", "wrong again", "nearly"]) await enter(typed);
  expect((await enter()).status).toBe(200);
  const { events, has_more: hasMore } = await list(token);
  expect(hasMore).toBe(false);
  expect(events).toMatchObject([
    { kind: "session.opened", by: "self", ip, user_agent: firefox, can_disown: true },
    { kind: "session.refused", by: "unknown", ip, count: 3, can_disown: false },
  ]);
});

test("KEY-08 wrong codes have a separate line for each day, with the network only if it was always the same", async () => {
  const { id, token } = await person();
  const now = service.clock.now().getTime();
  const yesterday = new Date(now - DAY);
  await record(id, [
    { kind: "password.proof_refused", at: yesterday },
    { kind: "session.refused", at: yesterday },
    { kind: "session.refused" },
    { kind: "second_factor.refused" },
    { kind: "second_factor.refused" },
  ]);
  await service.database.kysely
    .insertInto("security_events")
    .values({ at: yesterday, kind: "session.refused", account_id: id, ip: "203.0.113.77", details: "{}" })
    .execute();
  const { events } = await list(token);
  const lines = events.map((event: Answer["body"]) => [event.kind, event.count, event.ip]);
  expect(lines).toEqual(
    // The day before has the newest row: rows are listed in the order in which they were written.
    [
      ["session.refused", 3, null],
      ["second_factor.refused", 2, "203.0.113.9"],
      ["session.refused", 1, "203.0.113.9"],
    ],
  );
});

test("KEY-08 pages list every event once, in order, while new events arrive; a day's sum stays on one page", async () => {
  const { id, token } = await person();
  const kinds = ["session.opened", "session.refused", "session.closed", "account.held", "session.refused"];
  await record(
    id,
    Array.from({ length: 60 }, (_, at) => ({ kind: kinds[at % kinds.length] ?? "", actor: id })),
  );
  const all = (await list(token, "?limit=100")).events.map((event: Answer["body"]) => event.id);
  expect(all).toHaveLength(25);
  const paged: string[] = [];
  let before = "";
  for (let page = 0; page < 6; page++) {
    const { events, has_more: hasMore } = await list(token, `?limit=5${before && `&before=${before}`}`);
    paged.push(...events.map((event: Answer["body"]) => event.id));
    expect(hasMore).toBe(paged.length < all.length);
    if (!hasMore) break;
    before = paged.at(-1) ?? "";
    if (page === 1) await record(id, [{ kind: "session.opened", actor: id }]);
  }
  expect(paged).toEqual(all);
  expect((await service.get("user/events/?before=x", token)).body).toMatchObject({
    code: 4000,
    errors: [{ field: "before" }],
  });
});

test("KEY-08 the list has nothing older than 90 days and nothing of other accounts, and needs a session", async () => {
  const { id, token } = await person();
  const other = await person();
  const now = service.clock.now().getTime();
  await record(id, [
    { kind: "password.changed", actor: id, at: new Date(now - 91 * DAY) },
    { kind: "second_factor.on", actor: id, at: new Date(now - 89 * DAY) },
  ]);
  await record(other.id, [{ kind: "password.changed", actor: other.id }]);
  // An act on another account is listed there.
  await record(other.id, [{ kind: "manager.added", actor: id, details: { license: "Outliner 5" } }]);
  expect((await list(token)).events.map((event: Answer["body"]) => event.kind)).toEqual(["second_factor.on"]);
  expect((await list(other.token)).events).toHaveLength(2);
  expect((await service.get("user/events/")).status).toBe(401);
});

test("KEY-08 staff appear without name and network; a view by staff is listed", async () => {
  const { id, token } = await person();
  const staff = await person();
  await record(id, [
    { kind: "account.viewed", actor: staff.id, details: { user_agent: firefox, by: staff.name } },
    { kind: "email.changed", actor: staff.id },
    { kind: "email.changed", actor: id, details: { from: "old@example.com", to: "new@example.com" } },
  ]);
  const { events } = await list(token);
  expect(events).toMatchObject([
    { kind: "email.changed", by: "self", address: "new@example.com", can_disown: true },
    { kind: "email.changed", by: "other", address: null, ip: null, can_disown: false },
    { kind: "account.viewed", by: "other", ip: null, user_agent: null, can_disown: false },
  ]);
  expect(JSON.stringify(events)).not.toContain(staff.name);
  expect(JSON.stringify(events)).not.toContain(staff.id);
  for (const event of events) expect(accountEvent.strict().safeParse(event).error).toBeUndefined();
});

describe("what others do", () => {
  test("KEY-08 manager rights given and taken are listed for both accounts, a removed seat for its holder", async () => {
    const [maria, ben] = [await person(), await person()];
    const license = `team-${maria.name}`;
    await makeLicense(service, { id: license, owners: [maria.name] });
    await makeSeats(service, license, ben.name);
    const managers = `licenses/${license}/managers/`;
    expect((await service.post(managers, { account_name: ben.name, password }, maria.token)).status).toBe(200);
    await service.call("DELETE", `registration_seats/${license}/`, {
      body: { seats: [{ id: `${license}-${ben.name}` }] },
      token: maria.token,
    });
    await service.call("DELETE", managers, { body: { account_name: ben.name }, token: maria.token });
    const told = async ({ token }: { token: string }) =>
      (await list(token)).events.map((event: Answer["body"]) => [
        event.kind,
        event.by,
        event.license,
        event.account,
        event.can_disown,
      ]);
    expect(await told(maria)).toEqual([
      ["manager.took", "self", "Outliner 5", ben.name, true],
      ["manager.gave", "self", "Outliner 5", ben.name, true],
    ]);
    expect(await told(ben)).toEqual([
      ["manager.removed", "other", "Outliner 5", null, false],
      ["seat.removed", "other", "Outliner 5", null, false],
      ["manager.added", "other", "Outliner 5", null, false],
    ]);
    expect(JSON.stringify((await list(ben.token)).events)).not.toContain(maria.name);
  });

  test("KEY-08 handing on the contact of a license is listed for the former and the new contact", async () => {
    const [maria, ben] = [await person(), await person()];
    const license = `team-${maria.name}`;
    await makeLicense(service, { id: license, owners: [maria.name, ben.name] });
    const handed = { account_name: ben.name, contact: true, password };
    expect((await service.post(`licenses/${license}/managers/`, handed, maria.token)).status).toBe(200);
    expect((await list(maria.token)).events).toMatchObject([{ kind: "manager.contact_lost", by: "self" }]);
    expect((await list(ben.token)).events).toMatchObject([{ kind: "manager.contact", by: "other" }]);
  });
});
