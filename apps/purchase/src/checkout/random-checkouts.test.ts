import { settleInvoice } from "@foyer/domain/minimum-charge";
import { cents } from "@foyer/domain/money";
import { caseCount } from "@foyer/testing/random-cases";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { MONTHLY, ONCE, salesWithOnce, testWorld, YEARLY } from "../testing/purchase-world.ts";
import { makeCode } from "../testing/purchases.ts";
import { makeBuyer, saveCard, subscriptionCalls } from "../testing/subscribers.ts";

/** Total number of random checkouts. */
const CHECKOUTS = caseCount("CHECKOUTS", { usual: 16, torture: 1_000 });
const SEED = Number(process.env["SEED"] ?? 20_261_123);

// The end of January, where periods are clamped.
const world = testWorld(
  { start: "2027-10-31T13:07:11Z", limitsOff: "one caller buys for all", sales: salesWithOnce(24_973) },
  997,
  9_941,
);
const countries = ["AA", "BB", "CC", "DD", "EE"] as const;
const rates = [
  { country: "BB", percentage: 19, inclusive: false },
  { country: "CC", percentage: 7.7, inclusive: true },
  { country: "DD", percentage: 33.3333, inclusive: false },
  { country: "EE", percentage: 5, inclusive: false },
  { country: "EE", percentage: 9.975, inclusive: false },
] as const;
beforeAll(async () => {
  for (const rate of rates) await world.provider("POST", "tax_rates", { display_name: "Tax", ...rate });
  await world.sweep("plans");
});
const { invoicesOf, paidCharges } = subscriptionCalls(world);

const aCheckout = fc.record({
  quantity: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 2_200 })),
  plan: fc.constantFrom(MONTHLY, YEARLY, ONCE),
  country: fc.constantFrom(...countries),
  exempt: fc.constantFrom("none", "none", "none", "reverse", "exempt"),
  balance: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: -40_000, max: 900 })),
  coupon: fc.option(
    fc.oneof(
      fc.record({ percent_off: fc.constantFrom(10, 33.33, 99.99, 100), duration: fc.constantFrom("forever", "once") }),
      fc.record({
        percent_off: fc.constantFrom(12.5, 50),
        duration: fc.constant("repeating"),
        duration_in_months: fc.constantFrom(1, 2, 12, 13),
      }),
      fc.record({
        amount_off: fc.integer({ min: 1, max: 50_000 }),
        currency: fc.constant("usd"),
        duration: fc.constantFrom("forever", "once"),
      }),
    ),
  ),
  isDeclinedFirst: fc.boolean(),
  seconds: fc.integer({ min: 1, max: 200_000 }),
});
type Wanted = typeof aCheckout extends fc.Arbitrary<infer One> ? One : never;

async function buyOnce(wanted: Wanted, at: number): Promise<void> {
  const { quantity, plan, country, exempt, balance, coupon, isDeclinedFirst } = wanted;
  const context = `seed ${SEED}, checkout ${at}`;
  const { person, customer } = await makeBuyer(world, null);
  await world.provider("POST", `customers/${customer}`, { address: { country }, tax_exempt: exempt, balance });
  if (isDeclinedFirst) await saveCard(world, customer, "pm_card_chargeCustomerFail");
  const code = coupon && (await makeCode(world, coupon, { max_redemptions: 1 }));
  const body = { plan, quantity, ...(code ? { coupon: code.code } : {}) };
  const offer: Json = (await world.call(person, "POST", "checkout", body)).body.checkout;
  if (isDeclinedFirst && offer.total > 0) {
    expect([context, (await world.call(person, "POST", `checkout/${offer.id}/pay`, {})).status]).toEqual([
      context,
      402,
    ]);
  }
  const card = await saveCard(world, customer, "pm_card_visa");
  const paid = await world.call(person, "POST", `checkout/${offer.id}/pay`, { payment_method: card });
  expect([context, paid.status, paid.body.checkout?.state]).toEqual([context, 200, "paid"]);
  const taken = (await paidCharges({ customer })).map(({ amount }) => amount);
  const [invoice] = (await invoicesOf({ customer })).filter(({ status }) => status === "paid");
  const added = offer.tax - (offer.tax_included ?? 0);
  const shown = [offer.subtotal, offer.tax, offer.subtotal + added, offer.total];
  const tax = invoice.total_taxes.reduce((sum: number, { amount }: Json) => sum + amount, 0);
  const discounted = invoice.total_discount_amounts.reduce((sum: number, { amount }: Json) => sum + amount, 0);
  // Shown, charged, on the invoice, and what the accounts service is told.
  expect([context, invoice.subtotal - discounted, tax, invoice.total, invoice.amount_paid]).toEqual([
    context,
    ...shown,
  ]);
  expect([context, taken]).toEqual([context, offer.total > 0 ? [offer.total] : []]);
  if (plan === ONCE) return await expectSale(offer, invoice.id, context);
  const news = world.accounts.news.filter(({ subscription }) => subscription.registration_id === offer.license);
  expect([context, news.length, news[0]?.subscription.quantity]).toEqual([context, 1, quantity]);
  const { items, latest_invoice: first } = (await world.provider("GET", "subscriptions", { customer })).data[0];
  expect([context, first, items.data[0].current_period_end]).toEqual([context, invoice.id, offer.next_charge.at]);
  // The next charge is the one shown, reduced by the provider's present balance.
  const { balance: left } = await world.provider("GET", `customers/${customer}`);
  const preview = { subscription: invoice.parent.subscription_details.subscription };
  const { total: renewal } = await world.provider("POST", "invoices/create_preview", preview);
  const next = settleInvoice(cents(renewal), cents(left), "usd").due;
  expect([context, offer.next_charge.total]).toEqual([context, next]);
}

/** Paid once: our mirror and the accounts service have the invoice that was shown, and nothing comes next. */
async function expectSale({ license, quantity, total, next_charge: next }: Json, invoice: string, context: string) {
  const { rows } = await world.service.database.pool.query("select * from sales where invoice_id = $1", [invoice]);
  const [sale] = rows;
  expect([context, rows.length, Number(sale?.amount_cents), sale?.registration_id, next]).toEqual([
    context,
    1,
    total,
    license,
    null,
  ]);
  const told = world.accounts.sales.filter(({ registration_id: id }) => id === license);
  expect([context, told.length, told[0]?.invoice_id, told[0]?.quantity]).toEqual([context, 1, invoice, quantity]);
}

test(`BUY-19 BUY-04 BUY-07 ${CHECKOUTS} random checkouts with coupons and taxes: what is shown is charged and told`, async () => {
  const wanted = fc.sample(aCheckout, { seed: SEED, numRuns: CHECKOUTS });
  for (let start = 0; start < wanted.length; start += 8) {
    const batch = wanted.slice(start, start + 8);
    await Promise.all(batch.map((one, at) => buyOnce(one, start + at)));
    world.moveClock(batch[0]?.seconds ?? 1);
    // Late events change nothing; delivered now and then, they do not pile up.
    if (start % 80 === 0) await world.settle();
  }
}, 600_000);
