import { afterAll, expect, test } from "vitest";
import {
  makeAccounts,
  makeLicense,
  makeSeats,
  managedLicense,
  openSessions,
  reserveLicense,
} from "../testing/factories.ts";
import { serviceCredential, startAccounts } from "../testing/test-accounts.ts";

const PLAN = "OUTLINE-5-WEB";

const products = [{ code: "OUTLINE", name: "Outlinear", supportedVersion: 5, licenseKeys: true, trialDays: 14 }];
const service = await startAccounts({ instances: 2, brand: { products } });
afterAll(() => service.close());
const ids = await makeAccounts(service, "maria", "hugo");
const [maria = "", hugo = ""] = await openSessions(service, "maria", "hugo");

const reserve = (license: string, own: object = {}) =>
  reserveLicense(service, license, ids.get("maria") ?? "", { amount: 74_997, ...own });
const sell = (license: string, own: object = {}, instance = 0) =>
  service.call("POST", "internal/sales/", {
    body: {
      sale: {
        invoice_id: `in_${license}`,
        customer_id: "cus_1",
        registration_id: license,
        plan: PLAN,
        quantity: 3,
        paid_at: Math.floor(service.clock.now().getTime() / 1_000),
        ...own,
      },
    },
    token: serviceCredential,
    instance,
  });
const managed = (id: string) => managedLicense(service, id, maria);
const purchaseOf = async (id: string) =>
  (await service.post("purchases/", undefined, maria)).body.purchases.find(
    (one: { registration_id: string }) => one.registration_id === id,
  );

test("BUY-07 the payment of a reserved license creates it with a key, its record and a mail with the key", async () => {
  expect((await sell("lic_once")).status).toBe(404);
  await reserve("lic_once");
  const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => sell("lic_once", {}, at % 2)));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(answers.filter(({ body }) => body.applied)).toHaveLength(1);
  expect(await managed("lic_once")).toMatchObject({
    product_id: PLAN,
    total_seats: 3,
    used_seats: 0,
    expires_date: null,
  });
  expect((await managed("lic_once")).subscription_state).toBeUndefined();
  const { key, type, owner } = await purchaseOf("lic_once");
  expect([type, owner]).toEqual(["perpetual", "maria"]);
  expect(key).toMatch(/^[A-Z2-9]{5}(-[A-Z2-9]{5}){3}$/);
  const { events } = (await service.get("licenses/lic_once/events/", maria)).body;
  expect(events).toMatchObject([
    { act: "license.bought", by: "maria", amount: 74_997, currency: "usd", details: { plan: PLAN, total_seats: 3 } },
  ]);
  await service.work();
  expect(service.mailer.messages.map(({ to, subject }) => [to, subject])).toEqual([
    ["maria@example.com", "Your license of Outlinear 5"],
  ]);
  expect(service.mailer.messages[0]?.text).toContain(`\n${key}\n`);
});

test("BUY-07 another person cannot register the key of a bought license", async () => {
  const { key } = await purchaseOf("lic_once");
  const answer = await service.post("register/", { license_key: key, license_owner: "maria" }, hugo);
  expect([answer.status, answer.body.messages?.[0]?.code]).toEqual([422, 10_201]);
});

test("BUY-12 BUY-07 WAL-07 an ended trial that is paid once stays the same license, with a key and without its devices", async () => {
  await makeLicense(service, {
    id: "lic_tried",
    owners: ["maria"],
    product_id: "OUTLINE-5-TRIAL-WEB",
    purchase_type: "trial",
    expires_date: new Date(service.clock.now().getTime() - 1_000),
  });
  await makeSeats(service, "lic_tried", "maria", "hugo", "new@example.com");
  await service.database.pool.query(
    `insert into activations (id, license_id, seat_id, account_id, fingerprint, created_at, last_seen_at)
     select 'act_tried', license_id, id, account_id, 'x', now(), now() from seats where license_id = 'lic_tried' and account_id = $1`,
    [ids.get("maria")],
  );
  // The buyer gave up hugo's seat, the invitation and the buyer's own seat: only as many end as do not fit.
  await reserve("lic_tried", { is_trial: true, release: ["lic_tried-hugo", "lic_tried-maria"] });
  expect((await sell("lic_tried", { quantity: 1 })).body.applied).toBe(true);
  expect((await sell("lic_tried", { quantity: 1 })).body.applied).toBe(false);
  expect(await managed("lic_tried")).toMatchObject({
    product_id: PLAN,
    total_seats: 1,
    used_seats: 1,
    expires_date: null,
  });
  expect((await managed("lic_tried")).trial).toBeUndefined();
  const { rows } = await service.database.pool.query("select ended_by from activations where id = 'act_tried'");
  expect(rows).toEqual([{ ended_by: "license" }]);
  expect((await purchaseOf("lic_tried")).key).not.toBeNull();
});

test("BUY-18 the return of a payment ends the license and revokes its key, once, even if reported first (FAULT-52)", async () => {
  await makeSeats(service, "lic_once", "hugo");
  await service.database.pool.query(
    `insert into activations (id, license_id, seat_id, account_id, fingerprint, created_at, last_seen_at)
     select 'act_once', license_id, id, account_id, 'y', now(), now() from seats where license_id = 'lic_once'`,
  );
  const returned = { returned_at: Math.floor(service.clock.now().getTime() / 1_000) };
  const clicks = await Promise.all([0, 1].map((at) => sell("lic_once", returned, at)));
  expect(clicks.filter(({ body }) => body.applied)).toHaveLength(1);
  // The news of the payment come late.
  expect((await sell("lic_once")).body.applied).toBe(false);
  const { expires_date: end } = await managed("lic_once");
  expect(new Date(end).getTime()).toBe(returned.returned_at * 1_000);
  const { rows } = await service.database.pool.query("select ended_by from activations where id = 'act_once'");
  expect(rows).toEqual([{ ended_by: "license" }]);
  const invited = await service.post("licenses/lic_once/seats/", { emails: ["late@example.com"] }, maria);
  expect(invited.status).toBeGreaterThanOrEqual(400);
  const { events } = (await service.get("licenses/lic_once/events/", maria)).body;
  expect(events[0]).toMatchObject({ act: "license.returned", details: { total_seats: 3 } });
  // The key is revoked with it, and nobody can register it.
  const { key, key_bought: isBought, key_revoked_at: revokedAt } = await purchaseOf("lic_once");
  expect([isBought, new Date(revokedAt ?? 0).getTime()]).toEqual([true, returned.returned_at * 1_000]);
  const registered = await service.post("register/", { license_key: key, license_owner: "maria" }, hugo);
  expect([registered.status, registered.body.messages?.[0]?.code]).toEqual([422, 10_204]);
  await reserve("lic_unheard");
  expect((await sell("lic_unheard", returned)).body.applied).toBe(true);
  expect((await managed("lic_unheard")).expires_date).toBe(end);
  expect((await sell("lic_gone", returned)).body).toMatchObject({ applied: false });
});

test("BUY-12 a person who paid for a license once, and handed it over, gets no trial", async () => {
  await service.post("internal/customers/", { omni_id: ids.get("maria"), customer_id: "cus_1" }, serviceCredential);
  await service.database.pool.query("delete from licenses");
  const answer = await service.post("trials/", { product: "OUTLINE-5", seats: 1 }, maria);
  expect(answer.body.code).toBe(20_008);
});
