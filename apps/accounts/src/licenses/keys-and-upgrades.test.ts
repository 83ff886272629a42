import { inTransaction } from "@foyer/service-kit/db";
import { afterAll, describe, expect, test } from "vitest";
import { insertLicenseKeys, insertUpgrades, type LicenseKeyRow } from "../import/import-rows.ts";
import { makeAccounts, makeLicense, makeSeats, managedLicense, openSessions, signIn } from "../testing/factories.ts";
import { startAccounts, type TestAccounts } from "../testing/test-accounts.ts";

let made = 0;

const service = await startAccounts({ instances: 2 });
await makeAccounts(service, "maria", "hugo", "ines", "otto");
const maria = (await signIn(service, "maria")).access;
const hugo = (await signIn(service, "hugo")).access;
afterAll(async () => {
  const faults = await service.database.kysely
    .selectFrom("seat_count_faults" as never)
    .selectAll()
    .execute();
  expect(faults).toEqual([]);
  await service.close();
});

async function legacyKey(change: Partial<LicenseKeyRow> = {}, at: TestAccounts = service): Promise<string> {
  const key = `OUT4-${++made}`;
  const row: LicenseKeyRow = {
    key,
    owner: "Ines Example",
    product_id: "OUTLINE-4-LEGACY",
    description: "Outliner 4",
    seats: 2,
    upgrades_remaining: 1,
    eligible: true,
    license: null,
    ...change,
  };
  await inTransaction(at.database.kysely, (tx) => insertLicenseKeys(tx, [row]));
  return key;
}
const register = (token: string, license_key: string, license_owner = " ines EXAMPLE ") =>
  service.post("register/", { license_key, license_owner }, token);

describe("legacy license keys", () => {
  test("ACC-11 LEGACY-03 a key with its owner's name becomes a license of the caller", async () => {
    const key = await legacyKey();
    const answer = await register(maria, key);
    expect(answer.body).toEqual({
      status: "success",
      registration: {
        registration_id: expect.any(String),
        description: "Outliner 4",
        seats: 2,
        upgrades_remaining: 1,
        type: "perpetual",
        key,
        owner: "Ines Example",
        registration_date: expect.any(String),
        product_id: "OUTLINE-4-LEGACY",
        upgrade_eligible_registration: null,
      },
    });
    const { body } = await service.post("purchases/", undefined, maria);
    expect(body.purchases.map((purchase: { key: string }) => purchase.key)).toContain(key);
  });

  test("ACC-11 LEGACY-02 10200, 10201 and 10204, with the entries under messages too", async () => {
    const key = await legacyKey();
    expect((await register(maria, "UNKNOWN")).body).toMatchObject({ code: 10200, errors: [{ field: "license_key" }] });
    expect((await register(maria, key, "Somebody Else")).body.code).toBe(10200);
    await register(maria, key);
    expect((await register(maria, key)).body.code).toBe(10200);
    const other = await register(hugo, key);
    expect(other.status).toBe(422);
    expect(other.body.code).toBe(10201);
    expect(other.body.messages).toEqual(other.body.errors);
    expect((await register(hugo, await legacyKey({ eligible: false }))).body.code).toBe(10204);
  });

  test("ACC-11 the key of a bought license counts as registered by its owners: 10201 for others, 10200 for them", async () => {
    await makeLicense(service, { id: "bought", owners: ["maria"], key: "BOUGHT-1", key_owner: "Maria Example" });
    expect((await register(hugo, "BOUGHT-1", "maria example")).body.code).toBe(10201);
    expect((await register(maria, "BOUGHT-1", "Maria Example")).body.code).toBe(10200);
    expect((await register(hugo, "BOUGHT-1", "Somebody Else")).body.code).toBe(10200);
  });

  test("ACC-11 only one of 20 concurrent registrations of one key succeeds; the others get the reason", async () => {
    const key = await legacyKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        service.call("POST", "register/", {
          token: index % 2 ? maria : hugo,
          instance: index % 2,
          body: { license_key: key, license_owner: "Ines Example" },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter(({ status: each }) => each !== 200)) {
      expect(status).toBe(422);
      expect([10200, 10201]).toContain(body.code);
    }
    const licenses = await service.database.kysely.selectFrom("licenses").select("id").where("key", "=", key).execute();
    expect(licenses).toHaveLength(1);
  });

  test("R-07 ACC-11 forty valid keys of a person do not count, and of her guesses the twenty-first is refused", async () => {
    const limited = await startAccounts();
    await makeAccounts(limited, "maria");
    const [access = ""] = await openSessions(limited, "maria");
    const typed = async (license_key: string): Promise<number> =>
      (await limited.post("register/", { license_key, license_owner: "Ines Example" }, access)).status;
    for (let n = 0; n < 40; n++) expect(await typed(await legacyKey({}, limited))).toBe(200);
    for (let guess = 0; guess < 20; guess++) expect(await typed(`G-${guess}`)).toBe(422);
    expect(await typed("G-20")).toBe(429);
    await limited.close();
  });
});

describe("upgrades", () => {
  async function upgrade(
    totalSeats: number,
    available: number,
    ...seats: string[]
  ): Promise<{ from: string; to: string }> {
    const from = `old-${++made}`;
    const to = `upg-${made}`;
    await makeLicense(service, {
      id: from,
      owners: ["maria", "ines"],
      total_seats: totalSeats,
      description: "Diagramming 6",
      key_owner: "Maria Example",
    });
    await makeSeats(service, from, ...seats);
    await inTransaction(service.database.kysely, (tx) =>
      insertUpgrades(tx, [
        {
          id: to,
          from_license: from,
          product_id: "DIAGRAM-7",
          description: "Diagramming 7",
          upgrades_available: available,
          total_seats: totalSeats,
        },
      ]),
    );
    return { from, to };
  }
  const activate = (to: string, seats: string[], unassigned: number, token = maria) =>
    service.post("unactivated_registrations/", { registration_id: to, seats, unassigned }, token);
  const licenseOf = (id: string) => managedLicense(service, id, maria);

  test("ACC-15 ACC-16 the chosen seats move with their holders and ids, and the old license has fewer seats", async () => {
    const { from, to } = await upgrade(4, 2, "hugo", "otto");
    const listed = (await service.get("unactivated_registrations/", maria)).body;
    expect(listed.find((each: { registration_id: string }) => each.registration_id === to)).toEqual({
      registration_id: to,
      upgrade_name: "Diagramming 7",
      from_name: "Diagramming 6",
      upgrades_available: 2,
      total_seats: 4,
      seats: [
        { id: `${from}-hugo`, user: "hugo", email: "hugo@example.com" },
        { id: `${from}-otto`, user: "otto", email: "otto@example.com" },
      ],
    });
    const answer = await activate(to, [`${from}-hugo`], 1);
    expect(answer.body).toEqual({ status: "success", seats_moved: 1, unassigned: 1 });
    expect(await licenseOf(to)).toMatchObject({
      product_id: "DIAGRAM-7",
      description: "Diagramming 7",
      total_seats: 2,
      used_seats: 1,
    });
    expect(await licenseOf(from)).toMatchObject({ total_seats: 2, used_seats: 1 });
    const { body } = await service.get(`registration_seats/${to}/`, maria);
    expect(body.seats).toMatchObject([{ id: `${from}-hugo`, username: "hugo", status: "active" }]);
    expect(await activate(to, [`${from}-otto`], 1)).toMatchObject({ status: 404, body: { code: 2004 } });
  });

  test("ACC-16 refuses with 13001, 13002 and 13003, and no seat moves", async () => {
    const { from, to } = await upgrade(3, 2, "hugo", "otto", "anna@example.com");
    expect((await activate(to, [`${from}-hugo`, `${from}-otto`], 1)).body.code).toBe(13001);
    expect((await activate(to, [`${from}-hugo`], 0)).body.code).toBe(13002);
    expect((await activate(to, [`${from}-hugo`, "unknown"], 0)).body.code).toBe(13003);
    expect((await activate(to, [`${from}-hugo`, `${from}-anna@example.com`], 0)).body.code).toBe(13003);
    // The remaining invitation needs the seat that would move.
    expect((await activate(to, [`${from}-hugo`], 1)).body.code).toBe(13001);
    expect((await activate(to, [`${from}-hugo`], -1)).body.code).toBe(4000);
    expect(await licenseOf(to)).toBeUndefined();
    expect((await activate(to, [`${from}-hugo`, `${from}-otto`], 0)).status).toBe(200);
  });

  test("ACC-16 R-39 another person's upgrade is not found", async () => {
    const { from, to } = await upgrade(2, 1, "otto");
    for (const id of [to, "unknown"]) {
      expect(await activate(id, [`${from}-otto`], 0, hugo)).toMatchObject({ status: 404, body: { code: 2004 } });
    }
    expect((await service.get("unactivated_registrations/", hugo)).body).toEqual([]);
  });

  test("ACC-16 only one of 20 concurrent activations succeeds", async () => {
    const { from, to } = await upgrade(4, 1, "otto", "hugo");
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        service.call("POST", "unactivated_registrations/", {
          token: maria,
          instance: index % 2,
          body: { registration_id: to, seats: [`${from}-otto`], unassigned: 0 },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
    expect(await licenseOf(from)).toMatchObject({ total_seats: 3, used_seats: 1 });
  });
});
