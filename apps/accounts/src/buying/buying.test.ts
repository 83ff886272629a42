import { afterAll, expect, test } from "vitest";
import {
  makeAccounts,
  makeLicense,
  makeSeats,
  managedLicense,
  reserveLicense,
  signIn,
  tellSubscription,
} from "../testing/factories.ts";
import { serviceCredential, startAccounts } from "../testing/test-accounts.ts";

const service = await startAccounts({ instances: 2 });
afterAll(() => service.close());
const ids = await makeAccounts(service, "maria", "hugo", "nora");
const maria = (await signIn(service, "maria")).access;

const reserve = (license: string, own: object = {}) => reserveLicense(service, license, ids.get("maria") ?? "", own);
const licenseOf = (id: string) => managedLicense(service, id, maria);
const eventsOf = async (id: string) => (await service.get(`licenses/${id}/events/`, maria)).body.events;
const mails = () => service.mailer.messages.map(({ to, subject }) => [to, subject]);

test("BUY-06 the first paid news of a reserved license creates it, with its record and the buyer's mail", async () => {
  const seatless = { status: "incomplete", quantity: 3 };
  await expect(tellSubscription(service, "lic_new", seatless)).rejects.toThrow("2004");
  expect((await reserve("lic_new")).status).toBe(200);
  // Not paid: nothing exists yet.
  expect(await tellSubscription(service, "lic_new", { ...seatless, status: "canceled" })).toBe(false);
  expect(await licenseOf("lic_new")).toBeUndefined();
  expect(await tellSubscription(service, "lic_new", { quantity: 3 }, { sequence: 2 })).toBe(true);
  expect(await licenseOf("lic_new")).toMatchObject({
    description: "Outlinear 5",
    product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
    total_seats: 3,
    used_seats: 0,
    subscription_state: "active",
    renewing_quantity: 3,
  });
  expect(await eventsOf("lic_new")).toMatchObject([
    { act: "license.bought", by: "maria", amount: 30_000, currency: "usd", details: { total_seats: 3 } },
  ]);
  await service.work();
  expect(mails()).toEqual([["maria@example.com", "Your license of Outlinear 5"]]);
  expect(await tellSubscription(service, "lic_new", { quantity: 3 }, { sequence: 2 })).toBe(false);
  expect((await reserve("lic_new")).status).toBe(200);
  expect(await eventsOf("lic_new")).toHaveLength(1);
});

test("BUY-06 the same news on two instances at once create one license", async () => {
  await reserve("lic_race");
  const news = Array.from({ length: 8 }, (_, at) => tellSubscription(service, "lic_race", {}, { instance: at % 2 }));
  expect((await Promise.all(news)).filter(Boolean)).toHaveLength(1);
  expect(await eventsOf("lic_race")).toHaveLength(1);
});

test("BUY-09 an ended license that its manager buys again is active with the seats that fit, and the record has the price", async () => {
  await makeLicense(service, { id: "lic-old", owners: ["maria"], total_seats: 3, purchase_type: "renewable" });
  await makeSeats(service, "lic-old", "maria", "hugo");
  await tellSubscription(service, "lic-old", { quantity: 3 });
  const asked = { registration_id: "lic-old", omni_id: ids.get("maria") };
  const read = (body: object) => service.post("internal/ended_licenses/", body, serviceCredential);
  expect((await read(asked)).body).toMatchObject({ code: 20_005 });
  expect((await reserve("lic-old", { is_return: true })).body).toMatchObject({ code: 20_005 });
  await tellSubscription(service, "lic-old", { quantity: 3, status: "canceled" }, { sequence: 2 });
  expect((await read(asked)).body).toEqual({
    product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
    description: "Outliner 5",
    used_seats: 2,
  });
  expect((await read({ ...asked, omni_id: ids.get("hugo") })).status).toBe(404);
  expect((await reserve("lic-old", { is_return: true, omni_id: ids.get("hugo") })).status).toBe(404);
  expect((await reserve("lic-old", { is_return: true, amount: 20_000 })).status).toBe(200);
  service.mailer.messages.length = 0;
  await tellSubscription(service, "lic-old", { id: "sub_again", quantity: 2 });
  expect(await licenseOf("lic-old")).toMatchObject({
    subscription_id: "sub_again",
    subscription_state: "active",
    total_seats: 2,
    used_seats: 2,
  });
  expect((await eventsOf("lic-old"))[0]).toMatchObject({ act: "license.bought", by: "maria", amount: 20_000 });
  await service.work();
  expect(mails()).toContainEqual(["maria@example.com", "Outliner 5 is active again"]);
});

test("BUY-09 the seats that a buyer gives up end when the license comes back; the rest follows the rule (FAULT-53)", async () => {
  await makeLicense(service, { id: "lic-kept", owners: ["maria"] });
  await makeSeats(service, "lic-kept", "hugo", "maria");
  /** An ended license whose seats are held by hugo, maria and nora, from the oldest to the newest, and one invitation. */
  const ended = async (id: string) => {
    await makeLicense(service, { id, owners: ["maria"], total_seats: 4, purchase_type: "renewable" });
    for (const holder of ["hugo", "maria", "nora", "new@example.com"]) {
      await makeSeats(service, id, holder);
      service.clock.advance(1);
    }
    await tellSubscription(service, id, { quantity: 4 });
    await tellSubscription(service, id, { quantity: 4, status: "canceled" }, { sequence: 2 });
    await service.work();
    service.mailer.messages.length = 0;
    return id;
  };
  const seatsOf = async (id: string) =>
    (await service.get(`registration_seats/${id}/`, maria)).body.seats.map(({ email }: { email: string }) => email);
  const mailed = async () => {
    await service.work();
    return service.mailer.messages.map(({ to, text }) => [to, /.* did not fit.*/.exec(text)?.[0]]);
  };

  const chosen = await ended("lic-chosen");
  // The other license's seat and the unknown one have no effect.
  const release = [`${chosen}-hugo`, "lic-kept-maria", "seat_unknown"];
  await reserve(chosen, { is_return: true, release });
  const news = [0, 1].map((instance) => tellSubscription(service, chosen, { id: "sub_c", quantity: 2 }, { instance }));
  expect((await Promise.all(news)).filter(Boolean)).toHaveLength(1);
  expect(await seatsOf(chosen)).toEqual(["maria@example.com", "nora@example.com"]);
  expect(await seatsOf("lic-kept")).toHaveLength(2);
  const gone = "2 seats did not fit and ended: hugo@example.com, new@example.com.";
  expect(await mailed()).toEqual([["maria@example.com", gone]]);
  const addresses = ["hugo@example.com", "new@example.com"];
  expect((await eventsOf(chosen))[0]).toMatchObject({ act: "license.bought", details: { seats_ended: 2, addresses } });

  // A chosen seat left before the payment, so the newest held one ends too.
  const left = await ended("lic-left");
  await reserve(left, { is_return: true, release: [`${left}-hugo`] });
  await service.call("DELETE", `registration_seats/${left}/`, {
    body: { seats: [{ id: `${left}-hugo` }] },
    token: maria,
  });
  await tellSubscription(service, left, { id: "sub_l", quantity: 1 });
  expect(await seatsOf(left)).toEqual(["maria@example.com"]);

  // Without a choice: another payer's subscription began. The manager is told.
  const staffs = await ended("lic-staff");
  await reserve(staffs, { is_return: true, release: [`${staffs}-hugo`] });
  await tellSubscription(service, staffs, { id: "sub_s", quantity: 2, customer_id: "cus_2" });
  expect(await seatsOf(staffs)).toEqual(["hugo@example.com", "maria@example.com"]);
  const newest = "2 seats did not fit and ended: nora@example.com, new@example.com.";
  expect(await mailed()).toEqual([["maria@example.com", newest]]);
});

test("BUY-06 a manager takes a seat of her own license, once; her invitation there becomes the seat", async () => {
  await makeLicense(service, { id: "lic-take", owners: ["maria"], total_seats: 1 });
  const take = (license: string, token = maria, instance = 0) =>
    service.call("POST", `registration_seats/${license}/own/`, { token, instance });
  const both = await Promise.all([take("lic-take"), take("lic-take", maria, 1)]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 200)?.body.seat).toMatchObject({ username: "maria", status: "active" });
  expect(both.find(({ status }) => status === 409)?.body.code).toBe(12_004);
  await makeLicense(service, { id: "lic-full", owners: ["maria"], total_seats: 1 });
  await makeSeats(service, "lic-full", "hugo");
  expect((await take("lic-full")).body.code).toBe(12_003);
  await makeLicense(service, { id: "lic-invited", owners: ["maria"], total_seats: 1 });
  await makeSeats(service, "lic-invited", "maria@example.com");
  expect((await take("lic-invited")).body.seat).toMatchObject({ username: "maria", status: "active" });
  const hugo = (await signIn(service, "hugo")).access;
  expect((await take("lic-take", hugo)).status).toBe(404);
});
