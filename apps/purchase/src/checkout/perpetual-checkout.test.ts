import { afterEach, expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { makeOncePrice, MONTHLY, ONCE, salesWithOnce, testWorld, YEARLY } from "../testing/purchase-world.ts";
import { makeCode } from "../testing/purchases.ts";
import {
  type Buyer,
  checkoutCalls,
  makeBuyer,
  makePerson,
  saveCard,
  subscriptionCalls,
} from "../testing/subscribers.ts";

const PRICE = 24_999;
const world = testWorld({ sales: salesWithOnce(PRICE) });
const { invoicesOf, paidCharges } = subscriptionCalls(world);
afterEach(() => world.sandbox.setFaults([]));

const { start, opened, payCheckout } = checkoutCalls(world);
const offered = ({ person }: Buyer, quantity = 3): Promise<Json> => opened(person, { plan: ONCE, quantity });
const pay = ({ person }: Buyer, id: string, at?: string) => payCheckout(person, id, {}, at);
const salesOf = ({ customer }: Buyer) => world.accounts.sales.filter(({ customer_id: id }) => id === customer);

/** The provider's data of a customer. */
async function held({ customer }: Buyer) {
  const [charges, invoices, items] = await Promise.all([
    paidCharges({ customer }),
    invoicesOf({ customer }),
    world.provider("GET", "invoiceitems", { customer, pending: true, limit: 100 }),
  ]);
  return {
    charged: charges.map(({ amount }) => amount),
    paid: invoices.filter(({ status }) => status === "paid"),
    open: invoices.filter(({ status }) => status === "open" || status === "draft"),
    pending: items.data.length,
  };
}

/** Expects one payment of exactly that offer: shown, charged, invoiced, mirrored and told. */
async function expectOnce(who: Buyer, offer: Json): Promise<void> {
  const { charged, paid, open, pending } = await held(who);
  expect([charged, open, pending]).toEqual([[offer.total], [], 0]);
  expect(paid).toMatchObject([
    { subtotal: offer.subtotal, total: offer.subtotal + offer.tax, amount_paid: offer.total },
  ]);
  const mirrored = await world.service.database.kysely
    .selectFrom("sales")
    .selectAll()
    .where("customer_id", "=", who.customer)
    .execute();
  expect(mirrored).toMatchObject([
    { invoice_id: paid[0]?.id, amount_cents: offer.total, currency: "usd", registration_id: offer.license },
  ]);
  expect(salesOf(who)).toMatchObject([{ plan: ONCE, quantity: offer.quantity, registration_id: offer.license }]);
}

test("BUY-07 the catalogue lists what is paid once, last; staff see it beside the provider's price", async () => {
  const { body } = await world.call(null, "GET", "catalogue");
  expect(body.products[0].plans).toEqual([
    expect.objectContaining({ id: YEARLY }),
    expect.objectContaining({ id: MONTHLY }),
    { id: ONCE, interval: null, amount: PRICE, currency: "usd" },
  ]);
  const staff = await makePerson(world, "stella", ["read"]);
  const { plans } = (await world.call(staff, "GET", "admin/catalogue/")).body;
  const terms = { amount: PRICE, currency: "usd", interval: null };
  expect(plans.find(({ id }: Json) => id === ONCE)).toMatchObject({ provider: terms, differences: [], is_sold: true });
});

test("BUY-07 one payment: the invoice is what was shown, nothing is charged later, and a second click buys nothing more", async () => {
  const who = await makeBuyer(world);
  const offer = await offered(who);
  expect(offer).toMatchObject({
    plan: { id: ONCE, interval: null, amount: PRICE },
    lines: [{ description: "3 × Outlinear 5", amount: 74_997 }],
    total: 74_997,
    next_charge: null,
  });
  const answers = await Promise.all([pay(who, offer.id), pay(who, offer.id), pay(who, offer.id)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers[0]?.body.checkout).toMatchObject({ state: "paid", is_license_ready: true });
  expect(answers[0]?.body.checkout.invoice).toMatchObject({ status: "paid" });
  await expectOnce(who, offer);
  const papersOf = async (query = ""): Promise<Json[]> =>
    (await world.call(who.person, "GET", `customer/${who.customer}/documents${query}`)).body.documents;
  const papers = await papersOf();
  const invoice = { kind: "invoice", license: offer.license, seats: 3, lines: ["3 × Outlinear 5"] };
  expect(papers.at(-1)).toMatchObject(invoice);
  expect(await papersOf(`?license=${offer.license}`)).toEqual(papers);
  expect(await papersOf("?license=lic_other")).toEqual([]);
  await world.advance(400 * 86_400);
  expect((await held(who)).charged).toHaveLength(1);
});

test("BUY-07 a declined card buys nothing and leaves nothing to be charged later; another card pays", async () => {
  const who = await makeBuyer(world, "pm_card_chargeCustomerFail");
  const first = await offered(who);
  expect((await pay(who, first.id)).body.code).toBe(20_002);
  const after = await held(who);
  expect([after.charged, after.open, after.pending]).toEqual([[], [], 0]);
  expect(salesOf(who)).toEqual([]);
  const card = await saveCard(world, who.customer, "pm_card_visa");
  const paid = await payCheckout(who.person, first.id, { payment_method: card });
  expect(paid.body.checkout).toMatchObject({ state: "paid" });
  await expectOnce(who, first);
});

test("BUY-07 a payment that waits for the bank is told without a further call, once the holder confirms it", async () => {
  const who = await makeBuyer(world, "pm_card_authenticationRequired");
  const offer = await offered(who);
  const { body } = await pay(who, offer.id);
  expect(body.checkout).toMatchObject({ state: "waiting" });
  await world.bank(body.checkout.client_secret, "success");
  await world.settle();
  await expectOnce(who, offer);
});

test("BUY-07 a payment that waits is given up: its invoice can no longer be paid", async () => {
  const who = await makeBuyer(world, "pm_card_authenticationRequired");
  const offer = await offered(who);
  await pay(who, offer.id);
  await world.call(who.person, "POST", `checkout/${offer.id}/abandon`, {});
  const { charged, open, pending } = await held(who);
  expect([charged, open, pending, salesOf(who)]).toEqual([[], [], 0, []]);
});

test("BUY-07 a price that changed since it was shown is not charged", async () => {
  const who = await makeBuyer(world);
  const offer = await offered(who);
  const { data } = await world.provider("GET", "prices", { type: "one_time", active: true });
  const old = data.find(({ lookup_key: key }: Json) => key === ONCE);
  await world.provider("POST", `prices/${old.id}`, { active: false });
  await makeOncePrice(world, PRICE + 1);
  await world.sweep("plans");
  expect((await pay(who, offer.id)).body.code).toBe(20_006);
  expect((await held(who)).charged).toEqual([]);
});

test("BUY-09 an ended license of a subscription is not renewed by a single payment", async () => {
  const who = await makeBuyer(world);
  world.accounts.ended.set("lic-ended", { manager: who.person, product_id: YEARLY });
  const { status, body } = await start(who.person, { plan: ONCE, license: "lic-ended" });
  expect([status, body.errors[0].field]).toEqual([422, "plan"]);
});

test("BUY-12 BUY-07 a trial becomes a perpetual license: the same id is paid for", async () => {
  const who = await makeBuyer(world);
  world.accounts.trials.set("lic-tried", { manager: who.person, product: "OUTLINE-5", used_seats: 1 });
  const offer = await offered(who, 2);
  expect(offer).toMatchObject({ license: "lic-tried", trial: { used_seats: 1 } });
  await pay(who, offer.id);
  await expectOnce(who, offer);
});

for (const path of ["invoices", "invoiceitems", "finalize", "pay"]) {
  for (const kind of ["error_500", "reset"] as const) {
    test(`BUY-07 BUY-05 the answer of ${path} is lost (${kind}): the next try on another instance ends in one charge`, async () => {
      const who = await makeBuyer(world);
      const offer = await offered(who);
      const { origin } = await world.another();
      world.sandbox.setFaults([{ kind, when: "after", method: "POST", path, times: 3 }]);
      await pay(who, offer.id);
      world.sandbox.setFaults([]);
      await world.service.database.pool.query("update operations set next_attempt_at = null where finished_at is null");
      const again = await pay(who, offer.id, origin);
      expect([again.status, again.body.checkout?.state]).toEqual([200, "paid"]);
      await expectOnce(who, offer);
    });
  }
}

test("BUY-10 a coupon works for what is paid once: shown, charged and used once (FAULT-53)", async () => {
  const who = await makeBuyer(world);
  const { code } = await makeCode(world, { percent_off: 20, duration: "once" }, { max_redemptions: 1 });
  const wanted = { plan: ONCE, quantity: 2, coupon: code };
  const offer = await opened(who.person, wanted);
  // A test before this one may have changed the price.
  const total = 2 * offer.plan.amount - 10_000;
  expect(offer).toMatchObject({ subtotal: total, total, next_charge: null, coupon: { code } });
  expect((await pay(who, offer.id)).body.checkout.state).toBe("paid");
  const { charged, paid } = await held(who);
  expect([charged, paid[0]?.total, paid[0]?.total_discount_amounts[0].amount]).toEqual([[total], total, 10_000]);
  const { documents } = (await world.call(who.person, "GET", `customer/${who.customer}/documents`)).body;
  expect(documents.find(({ kind }: Json) => kind === "invoice")).toMatchObject({
    net: total,
    period: null,
    lines: ["2 × Outlinear 5"],
  });
  const again = await start((await makeBuyer(world)).person, wanted);
  expect([again.status, again.body.code]).toEqual([422, 20_007]);
});
