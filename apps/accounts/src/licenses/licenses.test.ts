import { afterAll, describe, expect, test } from "vitest";
import {
  makeAccounts,
  makeLicense,
  makeSeats,
  managedLicense,
  signIn,
  tellSubscription,
} from "../testing/factories.ts";
import { serviceCredential, startAccounts } from "../testing/test-accounts.ts";

const service = await startAccounts();
afterAll(() => service.close());
await makeAccounts(service, "maria", "hugo", "nobody");
const registeredAt = new Date("2021-05-05T00:00:00Z");
await makeLicense(service, {
  id: "lic-team",
  owners: ["maria"],
  product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
  purchase_type: "renewable",
  registration_date: registeredAt,
});
await makeLicense(service, {
  id: "lic-own",
  owners: ["maria"],
  total_seats: 1,
  registration_date: new Date("2022-01-01T00:00:00Z"),
  key: "KEY-1",
  key_owner: "Maria Example",
  upgrades_remaining: 1,
  upgrade_eligible_registration: "lic-team",
});
await makeLicense(service, {
  id: "lic-trial",
  owners: ["maria"],
  product_id: "TASK-3-TRIAL",
  purchase_type: "trial",
  expires_date: new Date(service.clock.now().getTime() + 14 * 86_400_000),
});
await makeLicense(service, {
  id: "lic-both",
  owners: ["hugo", "maria"],
  registration_date: new Date("2023-01-01T00:00:00Z"),
});
await makeSeats(
  service,
  "lic-team",
  "maria",
  { id: "seat-2", username: "hugo", status: "expiring" },
  "newcomer@example.com",
);
await makeSeats(service, "lic-own", "hugo");
const maria = (await signIn(service, "maria")).access;
const hugo = (await signIn(service, "hugo")).access;

const managed = async (token: string) =>
  (await service.post("managed_team_licenses/", undefined, token)).body.managed_team_licenses;
const licenseOf = (id: string) => managedLicense(service, id, maria);

describe("licenses", () => {
  test("ACC-12 managed licenses have their counts, and without a subscription no keys of subscriptions", async () => {
    const licenses = await managed(maria);
    expect(licenses.map(({ id }: { id: string }) => id)).toEqual(["lic-team", "lic-own", "lic-both", "lic-trial"]);
    expect(licenses[0]).toEqual({
      id: "lic-team",
      registration_id: "lic-team",
      description: "Outliner 5",
      products: ["Outliner 5 for Mac"],
      product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
      cancel_at_period_end: false,
      expiration_date: null,
      expires_date: null,
      total_seats: 5,
      used_seats: 3,
      invited_seats: 1,
      available_seats: 2,
      renewing_quantity: null,
    });
    expect(licenses[1].seats).toEqual([
      { id: "lic-own-hugo", username: "hugo", email: "hugo@example.com", status: "active", short_url: null },
    ]);
    expect(licenses[3].expires_date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(await managed((await signIn(service, "nobody")).access)).toEqual([]);
  });

  test("ACC-13 purchases as they were bought", async () => {
    const { body } = await service.post("purchases/", undefined, maria);
    expect(body.purchases[1]).toEqual({
      registration_id: "lic-own",
      description: "Outliner 5",
      seats: 1,
      upgrades_remaining: 1,
      type: "perpetual",
      key: "KEY-1",
      owner: "Maria Example",
      registration_date: "2022-01-01T00:00:00Z",
      product_id: "OUTLINE-5",
      upgrade_eligible_registration: "lic-team",
    });
    expect(body.purchases).toHaveLength(4);
  });

  test("ACC-14 personal seats: one entry a license; with true also licenses owned without a seat", async () => {
    const held = await service.call("POST", "seats/", { form: { show_personal_seats: "false" }, token: hugo });
    expect(held.body.seats.map((seat: { registration_id: string }) => seat.registration_id)).toEqual([
      "lic-team",
      "lic-own",
    ]);
    expect(held.body.seats[0]).toMatchObject({
      description: "Outliner 5",
      purchase_type: "renewable",
      owners: ["maria@example.com"],
      seats: [{ id: "seat-2", username: "hugo", email: "hugo@example.com", status: "expiring", short_url: null }],
    });
    const all = await service.post("seats/", { show_personal_seats: true }, hugo);
    expect(all.body.seats.map((seat: { registration_id: string }) => seat.registration_id)).toEqual([
      "lic-team",
      "lic-own",
      "lic-both",
    ]);
    expect(all.body.seats[2]).toMatchObject({ owners: ["hugo@example.com", "maria@example.com"], seats: [] });
    expect((await service.post("user/", undefined, hugo)).body.userinfo.seats).toBe(2);
  });

  test("a license past its own end has ended", async () => {
    await makeLicense(service, { id: "lic-timed", owners: ["maria"], expires_date: service.clock.now() });
    await makeSeats(service, "lic-timed", "hugo");
    const { body } = await service.post("seats/", {}, hugo);
    expect(body.seats.map((seat: { registration_id: string }) => seat.registration_id)).not.toContain("lic-timed");
    expect((await service.post("registration_seats/lic-timed/", { seats: "x@example.com" }, maria)).body.code).toBe(
      12008,
    );
  });
});

describe("news of a subscription", () => {
  test("introspection names the account of a token, and says nothing about a dead token", async () => {
    const live = await service.post("internal/introspect/", { token: maria }, serviceCredential);
    expect(live.body).toMatchObject({
      active: true,
      username: "maria",
      email: "maria@example.com",
      customer_ids: [],
      view_only: false,
    });
    expect((await service.post("internal/introspect/", { token: "at_unknown" }, serviceCredential)).body).toEqual({
      active: false,
    });
  });

  test("repeated reports of a customer store it once", async () => {
    const { body } = await service.post("user/", undefined, maria);
    const news = { omni_id: body.userinfo.id, customer_id: "cus_maria" };
    for (let round = 0; round < 3; round++)
      expect((await service.post("internal/customers/", news, serviceCredential)).status).toBe(200);
    expect((await service.post("user/", undefined, maria)).body.userinfo.customer_id).toEqual(["cus_maria"]);
  });

  test("renewal: expiring seats end, the total becomes the paid quantity, newest invitations lapse first", async () => {
    await makeLicense(service, { id: "lic-renew", owners: ["maria"], total_seats: 4 });
    await makeSeats(
      service,
      "lic-renew",
      "maria",
      { id: "r-2", username: "hugo", status: "expiring" },
      "a@example.com",
      "b@example.com",
    );
    const now = Math.floor(service.clock.now().getTime() / 1_000);
    const next = { plan: "OUTLINE-5-SUB-MONTHLY-WEB", quantity: 2, at: now + 86_400 };
    await tellSubscription(service, "lic-renew", {
      quantity: 4,
      next,
      paid_until: now + 86_400,
      current_period_end: now + 86_400,
    });
    expect(await licenseOf("lic-renew")).toMatchObject({
      subscription_id: "sub_lic-renew",
      subscription_state: "active",
      product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
      total_seats: 4,
      renewing_quantity: 2,
      used_seats: 4,
    });
    const renewed = {
      plan: "OUTLINE-5-SUB-MONTHLY-WEB",
      quantity: 2,
      paid_until: now + 40 * 86_400,
      current_period_end: now + 40 * 86_400,
    };
    expect(await tellSubscription(service, "lic-renew", renewed, { objectTime: now + 86_400, sequence: 2 })).toBe(true);
    expect(await licenseOf("lic-renew")).toMatchObject({
      product_id: "OUTLINE-5-SUB-MONTHLY-WEB",
      total_seats: 2,
      renewing_quantity: 2,
      used_seats: 2,
      invited_seats: 1,
    });
    const { body } = await service.get("registration_seats/lic-renew/", maria);
    expect(body.seats.map(({ email }: { email: string }) => email)).toEqual(["maria@example.com", "a@example.com"]);
  });

  test("the record says who changed the subscription and for how much, once; a change without a caller names no one", async () => {
    await makeLicense(service, { id: "lic-priced", owners: ["maria"], total_seats: 5 });
    const by = { by: "maria", amount: 1_498, currency: "usd" };
    await tellSubscription(service, "lic-priced", {});
    await tellSubscription(service, "lic-priced", { quantity: 7 }, { sequence: 2, cause: by });
    await tellSubscription(service, "lic-priced", { quantity: 7 }, { sequence: 2, cause: by });
    await tellSubscription(service, "lic-priced", { quantity: 7, cancel_at_period_end: true }, { sequence: 3 });
    const { body } = await service.get("licenses/lic-priced/events/", maria);
    expect(body.events).toMatchObject([
      { act: "subscription.changed", by: null, by_kind: "provider", details: { cancel_at_period_end: true } },
      { act: "subscription.changed", by: "maria", by_kind: "person", amount: 1_498, currency: "usd" },
      { act: "subscription.changed", by: null, by_kind: "provider" },
    ]);
    expect(body.events[0]).not.toHaveProperty("amount");
  });

  test("DESK-06 the record says that a statement at the desk ended the subscription", async () => {
    await makeLicense(service, { id: "lic-withdrawn", owners: ["maria"], total_seats: 5 });
    await tellSubscription(service, "lic-withdrawn", {});
    const cause = { by: "maria", statement: "withdraw" } as const;
    await tellSubscription(service, "lic-withdrawn", { status: "canceled" }, { sequence: 2, cause });
    const { events } = (await service.get("licenses/lic-withdrawn/events/", maria)).body;
    expect(events[0]).toMatchObject({ by: "maria", details: { state: "inactive", statement: "withdraw" } });
  });

  test.each([0, 2_500, 2 ** 31 - 1])(
    "R-58 a license of %i seats, which only the provider can have, is shown and can be used (FAULT-01)",
    async (quantity) => {
      const id = `many-${quantity}`;
      await makeLicense(service, { id, owners: ["maria"], total_seats: 3 });
      const now = Math.floor(service.clock.now().getTime() / 1_000);
      await tellSubscription(service, id, { quantity: 3, paid_until: now });
      await tellSubscription(service, id, { quantity, paid_until: now + 86_400 }, { sequence: 2 });
      expect(await licenseOf(id)).toMatchObject({ total_seats: quantity, used_seats: 0, available_seats: quantity });
      const invited = await service.post(`registration_seats/${id}/`, { seats: "new@example.com" }, maria);
      expect(invited.body.seats?.length ?? invited.body.code).toBe(quantity === 0 ? 12_003 : 1);
      await tellSubscription(service, id, { quantity, status: "canceled" }, { sequence: 3 });
      expect(await licenseOf(id)).toMatchObject({ subscription_state: "inactive" });
    },
  );

  test("R-58 a subscription pays for one license: its former license ends, and a correction restores it (FAULT-01)", async () => {
    for (const id of ["mine", "other"]) await makeLicense(service, { id, owners: ["maria"], total_seats: 3 });
    const at = (license: string, sequence: number, more: object = {}) =>
      tellSubscription(service, license, { id: "sub_mine", quantity: 3, ...more }, { sequence });
    const states = async (): Promise<unknown[]> =>
      [await licenseOf("mine"), await licenseOf("other")].map((license) => license?.subscription_state);
    await at("mine", 1);
    await at("other", 2);
    expect(await states()).toEqual(["inactive", "active"]);
    // A report that arrives late again changes nothing.
    expect(await at("mine", 1)).toBe(false);
    await at("mine", 3);
    expect(await states()).toEqual(["active", "inactive"]);
    expect(await at("other", 2)).toBe(false);
    // The end of a subscription ends its license, whatever the report names.
    await at("nobody-has-this", 4, { status: "canceled" });
    expect(await states()).toEqual(["inactive", "inactive"]);
  });

  test("R-82 invalid news are refused and change nothing", async () => {
    await makeLicense(service, { id: "bounded", owners: ["maria"], total_seats: 3 });
    const news = { id: "sub_b", customer_id: "cus_b", registration_id: "bounded", plan: "P", quantity: 3, next: null };
    const rest = { status: "active", cancel_at_period_end: false, current_period_end: 2e9, paid_until: 2e9 };
    for (const odd of [
      { quantity: 2 ** 31 },
      { quantity: -1 },
      { paid_until: 2 ** 53 - 1 },
      { current_period_end: -1 },
      { next: { plan: "P", quantity: 2 ** 31, at: 2e9 } },
    ]) {
      const body = { subscription: { ...news, ...rest, ...odd }, object_time: 1, sequence: 1 };
      expect((await service.post("internal/subscriptions/", body, serviceCredential)).status).toBe(422);
    }
  });

  test("late, repeated and out-of-order news change nothing", async () => {
    const now = Math.floor(service.clock.now().getTime() / 1_000);
    const tell = (quantity: number, objectTime: number, sequence: number) =>
      tellSubscription(service, "lic-team", { quantity }, { objectTime, sequence });
    expect(await tell(6, now, 5)).toBe(true);
    expect(await tell(9, now, 5)).toBe(false);
    expect(await tell(9, now, 4)).toBe(false);
    expect(await tell(9, now - 1, 9)).toBe(false);
    expect((await licenseOf("lic-team")).total_seats).toBe(6);
    expect(await tell(7, now, 6)).toBe(true);
    expect(await tell(8, now + 1, 1)).toBe(true);
    expect((await licenseOf("lic-team")).total_seats).toBe(8);
  });

  test("an ended license keeps its seats, and a new subscription restores those that fit", async () => {
    const now = Math.floor(service.clock.now().getTime() / 1_000);
    await tellSubscription(service, "lic-team", { quantity: 8, status: "canceled" }, { objectTime: now + 10 });
    expect(await licenseOf("lic-team")).toMatchObject({ subscription_state: "inactive", used_seats: 3 });
    await tellSubscription(service, "lic-team", { id: "sub_new", quantity: 2 }, { objectTime: now + 20 });
    expect(await licenseOf("lic-team")).toMatchObject({
      subscription_id: "sub_new",
      subscription_state: "active",
      total_seats: 2,
      used_seats: 2,
      invited_seats: 0,
    });
    // Late news of the old subscription do not change the new one.
    expect(
      await tellSubscription(service, "lic-team", { quantity: 8, status: "canceled" }, { objectTime: now + 30 }),
    ).toBe(false);
  });
});
