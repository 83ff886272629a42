import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buyer, idOf, itemOf } from "./shop.ts";
import { conformanceTarget, type Target } from "./target.ts";

// What coupons on our page and on running subscriptions depend on.
const run = Date.now().toString(36);
const MONTHLY = `conformance-${run}-coupon-month`;
const YEARLY = `conformance-${run}-coupon-year`;

let target: Target;
let stripe: Stripe;
let product: string;
let vat: string;

beforeAll(async () => {
  target = await conformanceTarget();
  ({ stripe } = target);
  product = (await stripe.products.create({ name: "Seats" })).id;
  const plan = { currency: "usd", product };
  await stripe.plans.create({ ...plan, id: MONTHLY, amount: 999, interval: "month" });
  await stripe.plans.create({ ...plan, id: YEARLY, amount: 10_000, interval: "year" });
  const rate = { display_name: `VAT ${run}`, percentage: 19, inclusive: false };
  vat = (await stripe.taxRates.create(rate)).id;
});
afterAll(() => target.close());

const third: Stripe.CouponCreateParams = { percent_off: 33.33, duration: "forever" };

async function subscribed(coupon: string, given: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const { customer } = await buyer(stripe);
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ plan: MONTHLY, quantity: 3 }],
    discounts: [{ coupon }],
    ...given,
  });
  return { customer, id: made.id, item: itemOf(made).id, invoice: idOf(made.latest_invoice) };
}

const discountsOf = async (id: string) =>
  (await stripe.subscriptions.retrieve(id, { expand: ["discounts.source.coupon"] })).discounts as Stripe.Discount[];

const discounted = (invoice: Stripe.Invoice): number =>
  (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);

test("BUY-19 a code is found in any case with its coupon and products, and only while it is active", async () => {
  const coupon = await stripe.coupons.create({ ...third, applies_to: { products: [product] } });
  const code = `Launch-${run}`;
  const restrictions = { first_time_transaction: true };
  const made = await stripe.promotionCodes.create({
    promotion: { type: "coupon", coupon: coupon.id },
    code,
    restrictions,
    max_redemptions: 5,
  });
  const found = async () =>
    (
      await stripe.promotionCodes.list({
        code: code.toLowerCase(),
        active: true,
        limit: 1,
        expand: ["data.promotion.coupon.applies_to"],
      })
    ).data;
  const [one] = await found();
  expect(one).toMatchObject({ id: made.id, code, max_redemptions: 5, times_redeemed: 0, restrictions });
  expect(one?.promotion.coupon).toMatchObject({
    id: coupon.id,
    percent_off: 33.33,
    applies_to: { products: [product] },
  });
  await stripe.promotionCodes.update(made.id, { active: false });
  expect(await found()).toEqual([]);
});

test("BUY-19 an invoice shows the price, what the discount takes off, and the tax of the rest", async () => {
  const { id: coupon } = await stripe.coupons.create(third);
  const { invoice: id, id: subscription } = await subscribed(coupon, { default_tax_rates: [vat] });
  const invoice = await stripe.invoices.retrieve(id);
  // 33.33 % of 2997 is 998.90; 19 % of 1998 is 379.62.
  expect([invoice.subtotal, discounted(invoice), invoice.total, invoice.amount_paid]).toEqual([
    2_997, 999, 2_378, 2_378,
  ]);
  expect(invoice.lines.data[0]).toMatchObject({
    amount: 2_997,
    discountable: true,
    discount_amounts: [{ amount: 999 }],
  });
  const [discount] = await discountsOf(subscription);
  expect(discount).toMatchObject({ end: null, source: { coupon: { id: coupon, percent_off: 33.33 } } });
});

test("BUY-19 an amount is taken off once, never below zero, and the discount is gone with its invoice", async () => {
  const once = await stripe.coupons.create({ amount_off: 500, currency: "usd", duration: "once" });
  const { invoice, id } = await subscribed(once.id);
  expect((await stripe.invoices.retrieve(invoice)).total).toBe(2_497);
  expect(await discountsOf(id)).toEqual([]);
  const next = await stripe.invoices.createPreview({ subscription: id });
  expect([next.total, discounted(next)]).toEqual([2_997, 0]);
  const whole = await stripe.coupons.create({ amount_off: 5_000, currency: "usd", duration: "forever" });
  const free = await subscribed(whole.id);
  expect(await stripe.invoices.retrieve(free.invoice)).toMatchObject({ total: 0, status: "paid" });
  expect((await stripe.subscriptions.retrieve(free.id)).status).toBe("active");
});

test("BUY-19 a discount for some months ends so many months after it began; the invoice made at its end has none", async () => {
  const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: "repeating", duration_in_months: 1 });
  const { id } = await subscribed(coupon);
  const subscription = await stripe.subscriptions.retrieve(id);
  const [discount] = await discountsOf(id);
  expect(discount?.end).toBe(itemOf(subscription).current_period_end);
  const next = await stripe.invoices.createPreview({ subscription: id });
  expect([next.total, discounted(next)]).toEqual([2_997, 0]);
});

test("BUY-19 prorations are net of the discount: the preview is what is charged", async () => {
  const { id: coupon } = await stripe.coupons.create(third);
  const { customer, id, item } = await subscribed(coupon, { default_tax_rates: [vat] });
  const { current_period_start: at } = itemOf(await stripe.subscriptions.retrieve(id));
  const items = [{ id: item, plan: MONTHLY, quantity: 5 }];
  const terms = { proration_behavior: "always_invoice", proration_date: at } as const;
  const shown = await stripe.invoices.createPreview({
    customer,
    subscription: id,
    subscription_details: { items, ...terms },
  });
  // The credit is what was paid; the debit is 4995 less 33.33 %.
  expect(shown.lines.data.map(({ amount }) => amount)).toEqual([-1_998, 3_330]);
  expect(shown.lines.data.map(({ discountable }) => discountable)).toEqual([false, false]);
  expect(discounted(shown)).toBe(0);
  const changed = await stripe.subscriptions.update(id, { items, ...terms, payment_behavior: "pending_if_incomplete" });
  const invoice = await stripe.invoices.retrieve(idOf(changed.latest_invoice));
  expect([invoice.subtotal, invoice.total, invoice.status]).toEqual([shown.subtotal, shown.total, "paid"]);
});

test("BUY-19 after a discount for one invoice, more seats credit what was paid and charge the full price", async () => {
  const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: "once" });
  const { id, item } = await subscribed(coupon, { items: [{ plan: MONTHLY, quantity: 2 }] });
  const { current_period_start: at } = itemOf(await stripe.subscriptions.retrieve(id));
  const shown = await stripe.invoices.createPreview({
    subscription: id,
    subscription_details: {
      items: [{ id: item, plan: MONTHLY, quantity: 3 }],
      proration_behavior: "always_invoice",
      proration_date: at,
    },
  });
  expect(shown.lines.data.map(({ amount }) => amount)).toEqual([-999, 2_997]);
});

test("BUY-19 a switch keeps the discount, or ends it with an empty text, in the preview and in the pending update alike", async () => {
  const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: "forever" });
  const { id, item } = await subscribed(coupon);
  const details: Stripe.SubscriptionUpdateParams & Stripe.InvoiceCreatePreviewParams.SubscriptionDetails = {
    items: [{ id: item, plan: YEARLY, quantity: 3 }],
    proration_behavior: "always_invoice",
    billing_cycle_anchor: { type: "now" },
  };
  const kept = await stripe.invoices.createPreview({ subscription: id, subscription_details: details });
  expect(kept.lines.data.map(({ amount }) => amount).at(-1)).toBe(30_000);
  expect(discounted(kept)).toBe(15_000);
  const ended = await stripe.invoices.createPreview({ subscription: id, subscription_details: details, discounts: "" });
  expect(discounted(ended)).toBe(0);
  const changed = await stripe.subscriptions.update(id, {
    ...details,
    discounts: "",
    payment_behavior: "pending_if_incomplete",
  });
  const invoice = await stripe.invoices.retrieve(idOf(changed.latest_invoice));
  expect([discounted(invoice), invoice.status]).toEqual([0, "paid"]);
  expect(await discountsOf(id)).toEqual([]);
});

test("BUY-19 a coupon is put on a running subscription, and only its later invoices have it", async () => {
  const { customer } = await buyer(stripe);
  const made = await stripe.subscriptions.create({ customer, items: [{ plan: MONTHLY, quantity: 3 }] });
  const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: "forever" });
  const shown = await stripe.invoices.createPreview({ subscription: made.id, discounts: [{ coupon }] });
  expect(shown.total).toBe(1_498);
  const after = await stripe.subscriptions.update(made.id, { discounts: [{ coupon }] });
  expect(after.discounts).toHaveLength(1);
  expect((await stripe.invoices.createPreview({ subscription: made.id })).total).toBe(1_498);
  expect((await stripe.invoices.list({ customer })).data).toHaveLength(1);
});

test("BUY-19 a coupon is redeemed as often as it says, also by two at once, and never after its end or for another product", async () => {
  const last = await stripe.coupons.create({ percent_off: 10, duration: "once", max_redemptions: 1 });
  const both = await Promise.allSettled([subscribed(last.id), subscribed(last.id)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const refused = both.find((one) => one.status === "rejected");
  expect(refused?.reason).toMatchObject({ code: "coupon_expired", statusCode: 400 });
  expect((await stripe.coupons.retrieve(last.id)).times_redeemed).toBe(1);
  const gone = await stripe.coupons.create({ percent_off: 10, duration: "once" });
  await stripe.coupons.del(gone.id);
  await expect(subscribed(gone.id)).rejects.toMatchObject({ statusCode: 400 });
  const other = await stripe.products.create({ name: "Other" });
  const elsewhere = await stripe.coupons.create({
    percent_off: 10,
    applies_to: { products: [other.id] },
    duration: "once",
  });
  const { invoice } = await subscribed(elsewhere.id);
  expect((await stripe.invoices.retrieve(invoice)).total).toBe(2_997);
});

test("BUY-19 lines that a caller adds without discount are billed in full beside a discount", async () => {
  const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: "forever" });
  const { customer, id } = await subscribed(coupon);
  const line = { customer, subscription: id, currency: "usd", discountable: false };
  await stripe.invoiceItems.create({ ...line, amount: -100, description: "Credit" });
  await stripe.invoiceItems.create({ ...line, amount: 400, description: "Debit" });
  const draft = await stripe.invoices.create({ customer, subscription: id, discounts: "" });
  expect([draft.subtotal, draft.total, discounted(draft)]).toEqual([300, 300, 0]);
});
