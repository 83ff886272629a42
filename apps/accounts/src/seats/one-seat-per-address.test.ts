import { readFile } from "node:fs/promises";
import { openPool } from "@foyer/service-kit/db";
import { caseCount } from "@foyer/testing/random-cases";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { makeAccounts, makeLicense, makeSeats, openSessions } from "../testing/factories.ts";
import { mailedToken } from "../testing/mails.ts";
import { changeAddress } from "../testing/restores.ts";
import { type Answer, refusal, testAccounts } from "../testing/test-accounts.ts";

const service = testAccounts({ instances: 2 });
let manager: string;
let staff: string;
let colleague: string;

beforeAll(async () => {
  const staffMembers = ["staff", "colleague"].map((username) => ({ username, is_staff: true }));
  await makeAccounts(service, "manager", ...staffMembers);
  [manager = "", staff = "", colleague = ""] = await openSessions(service, "manager", "staff", "colleague");
});
beforeEach(() => service.forgetTries());

interface Sitting {
  readonly name: string;
  readonly token: string;
  readonly license: string;
  /** Another address of hers, invited to the same license. */
  readonly other: string;
}

let made = 0;
/** Creates a person who holds a seat of a license to which another address of hers is invited. */
async function sitting(isInvited = true): Promise<Sitting> {
  const name = `holder${++made}`;
  const license = `team-${made}`;
  const other = `${name}@elsewhere.example`;
  await makeAccounts(service, name);
  await makeLicense(service, { id: license, owners: ["manager"], total_seats: 3 });
  await makeSeats(service, license, name, ...(isInvited ? [other] : []));
  const [token = ""] = await openSessions(service, name);
  return { name, token, license, other };
}

const invite = (license: string, seats: string, instance = 0): Promise<Answer> =>
  service.call("POST", `registration_seats/${license}/`, { body: { seats }, token: manager, instance });
const seatsOf = async (license: string) =>
  (await service.get(`registration_seats/${license}/`, manager)).body.seats as { email: string; status: string }[];
const licenseRow = (id: string) =>
  service.database.kysely.selectFrom("licenses").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const freedIn = async (license: string) =>
  (await service.get(`licenses/${license}/events/`, manager)).body.events
    .filter(({ act }: { act: string }) => act === "seats.double_freed")
    .map(({ details }: { details: object }) => details);
const act = (path: string, body: object) => service.post(`admin/${path}`, { reason: "asked by phone", ...body }, staff);
const changeTo = async ({ token }: Sitting, address: string): Promise<string> => {
  expect((await service.post("user/", { new_email_address: address }, token)).status).toBe(200);
  return mailedToken(service, address);
};

test("ACC-19 a holder who changes to an invited address keeps one seat; the other is free, and that is recorded", async () => {
  const holder = await sitting();
  const link = await changeTo(holder, holder.other);
  expect((await service.post("user/confirm_email/", { token: link })).status).toBe(200);
  expect(await seatsOf(holder.license)).toMatchObject([{ email: holder.other, status: "active" }]);
  expect(await licenseRow(holder.license)).toMatchObject({ used_seats: 1, invited_seats: 0 });
  expect(await freedIn(holder.license)).toEqual([{ count: 1, addresses: [holder.other] }]);
});

test("ACC-19 the same holds when a change is undone, and when staff change the address", async () => {
  const holder = await sitting(false);
  const old = `${holder.name}@example.com`;
  const link = await changeTo(holder, holder.other);
  const undo = await mailedToken(service, old);
  expect((await service.post("user/confirm_email/", { token: link })).status).toBe(200);
  expect((await invite(holder.license, old)).status).toBe(200);
  expect((await service.post("user/undo_email/", { token: undo })).status).toBe(200);
  expect(await seatsOf(holder.license)).toMatchObject([{ email: old, status: "active" }]);

  const helped = await sitting();
  await changeAddress(service, [staff, colleague], helped.name, helped.other);
  expect(await seatsOf(helped.license)).toMatchObject([{ email: helped.other, status: "active" }]);
});

test("ACC-19 a person who accepts an invitation to another address loses a second one to her own", async () => {
  const guest = await sitting(false);
  const license = `open-${made}`;
  await makeLicense(service, { id: license, owners: ["manager"], total_seats: 2 });
  await makeSeats(service, license, guest.other, `${guest.name}@example.com`);
  const seats = service.database.kysely.selectFrom("seats").where("id", "=", `${license}-${guest.other}`);
  const { reference } = await seats.select("reference").executeTakeFirstOrThrow();
  const accepted = await service.post("user/accept_invite/new/", { reference_id: reference }, guest.token);
  expect(accepted.status).toBe(200);
  expect(await seatsOf(license)).toMatchObject([{ email: `${guest.name}@example.com`, status: "active" }]);
  expect(await licenseRow(license)).toMatchObject({ used_seats: 1, invited_seats: 0 });
});

test("ACC-19 a merge and a move of seats leave an address with one seat of a license", async () => {
  const from = await sitting(false);
  const into = await sitting(false);
  expect((await invite(from.license, `${into.name}@example.com`)).status).toBe(200);
  expect((await act(`accounts/${from.name}/merge/`, { into: into.name })).status).toBe(200);
  expect(await seatsOf(from.license)).toMatchObject([{ email: `${into.name}@example.com`, status: "active" }]);

  const moving = await sitting(false);
  expect((await invite(into.license, `${moving.name}@example.com`)).status).toBe(200);
  const move = { seats: [`${moving.license}-${moving.name}`], to: into.license };
  expect(refusal(await act(`licenses/${moving.license}/seats/`, move))).toEqual([409, 12004]);
});

test("ACC-19 a seat of a closed account is freed when its address becomes that of another holder", async () => {
  const holder = await sitting(false);
  const closed = await sitting(false);
  const address = `${closed.name}@example.com`;
  await makeSeats(service, holder.license, closed.name);
  expect((await act(`accounts/${closed.name}/state/`, { account_state: 300 })).status).toBe(200);
  const link = await changeTo(holder, address);
  expect((await service.post("user/confirm_email/", { token: link })).status).toBe(200);
  expect(await seatsOf(holder.license)).toMatchObject([{ email: address, status: "active" }]);
});

test("ACC-19 a change of address concurrent with its invitation on two instances leaves one seat", async () => {
  for (let round = 0; round < caseCount("RACES", { usual: 6, torture: 20 }); round++) {
    await service.forgetTries();
    const holder = await sitting(false);
    const link = await changeTo(holder, holder.other);
    const [changed, invited] = await Promise.all([
      service.call("POST", "user/confirm_email/", { body: { token: link }, instance: round % 2 }),
      invite(holder.license, holder.other, (round + 1) % 2),
    ]);
    expect([changed.status, invited.status]).toEqual([200, 200]);
    expect(await seatsOf(holder.license)).toMatchObject([{ email: holder.other, status: "active" }]);
    expect(await licenseRow(holder.license)).toMatchObject({ used_seats: 1, invited_seats: 0 });
  }
});

test("ACC-19 a migration frees existing duplicate seats and keeps the holder's seat", async () => {
  const holder = await sitting();
  const { pool } = service.database;
  const owner = openPool({ url: service.databaseUrl, role: null, schema: "accounts", max: 1 });
  await owner.query("drop index seats_address");
  await owner.query("create index seats_invited_address on seats (license_id)");
  const own = [holder.other, holder.license];
  await owner.query("update seats set email = $1, email_key = $1 where license_id = $2", own);
  const file = new URL("../db/migrations/0016-one-seat-per-address.sql", import.meta.url);
  await owner.query(await readFile(file, "utf8"));
  await owner.end();
  const { rows } = await pool.query("select status from seats where license_id = $1", [holder.license]);
  expect(rows).toEqual([{ status: "active" }]);
  expect(await licenseRow(holder.license)).toMatchObject({ used_seats: 1, invited_seats: 0 });
  expect(await freedIn(holder.license)).toEqual([{ count: 1, addresses: [holder.other] }]);
});
