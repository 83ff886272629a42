import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buyer, itemOf } from "./shop.ts";
import { conformanceTarget, type Target } from "./target.ts";

// Runs against the sandbox or the provider's own test mode (target.ts): it moves no clock, and asks for times within the
// period by `proration_date`.
const run = Date.now().toString(36);
const MONTHLY = `conformance-${run}-monthly`;
const YEARLY = `conformance-${run}-yearly`;

let target: Target;
let stripe: Stripe;

beforeAll(async () => {
  target = await conformanceTarget();
  ({ stripe } = target);
  const product = await stripe.products.create({ name: "Seats" });
  await stripe.plans.create({ id: MONTHLY, amount: 999, currency: "usd", interval: "month", product: product.id });
  await stripe.plans.create({ id: YEARLY, amount: 9_990, currency: "usd", interval: "year", product: product.id });
});
afterAll(() => target.close());

/** Half away from zero, written apart from the sandbox's own. */
function rounded(numerator: number, denominator: number): number {
  const exact = (BigInt(Math.abs(numerator)) * 2n + BigInt(denominator)) / (BigInt(denominator) * 2n);
  return numerator < 0 ? -Number(exact) : Number(exact);
}

async function subscribed(quantity: number, mode: "classic" | "flexible", taxRates: string[] = []) {
  const { customer } = await buyer(stripe);
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ plan: MONTHLY, quantity }],
    billing_mode: { type: mode },
    ...(taxRates.length > 0 ? { default_tax_rates: taxRates } : {}),
  });
  const item = itemOf(subscription);
  const { current_period_start: start, current_period_end: end } = item;
  /** That part of the period after its start. */
  const at = (part: number) => start + Math.floor((end - start) * part);
  const share = (cents: number, time: number) => rounded(cents * (end - time), end - start);
  const preview = (change: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails.Item, proration: number, more = {}) =>
    stripe.invoices.createPreview({
      customer,
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: item.id, ...change }],
        proration_behavior: "always_invoice",
        proration_date: proration,
        ...more,
      },
    });
  return { customer, subscription, item, at, share, preview };
}

const amounts = (invoice: Stripe.Invoice) => invoice.lines.data.map((line) => line.amount);

describe.each(["classic", "flexible"] as const)("%s billing", (mode) => {
  test.each([0.001, 0.1, 1 / 3, 0.5, 0.777, 0.999])("seats changed after %d of the period", async (part) => {
    const { at, share, preview } = await subscribed(3, mode);
    const time = at(part);
    expect(amounts(await preview({ quantity: 7 }, time))).toEqual([-share(2997, time), share(6993, time)]);
    expect(amounts(await preview({ quantity: 1 }, time))).toEqual([-share(2997, time), share(999, time)]);
  });

  test.each([
    [19, false],
    [8.875, false],
    [20, true],
  ])("tax of %d percent (inclusive: %s) is rounded line by line", async (percentage, inclusive) => {
    const rate = await stripe.taxRates.create({ display_name: "VAT", percentage, inclusive });
    const { at, share, preview } = await subscribed(3, mode, [rate.id]);
    const time = at(0.37);
    const lines = [-share(2997, time), share(4995, time)];
    const scaled = Math.round(percentage * 1000);
    const whole = inclusive ? 100_000 + scaled : 100_000;
    const tax = lines.map((line) => rounded(line * scaled, whole)).reduce((sum, one) => sum + one, 0);
    const invoice = await preview({ quantity: 5 }, time, { default_tax_rates: [rate.id] });
    expect(amounts(invoice)).toEqual(lines);
    expect((invoice.total_taxes ?? []).reduce((sum, one) => sum + one.amount, 0)).toBe(tax);
    expect(invoice.total).toBe(invoice.subtotal + (inclusive ? 0 : tax));
    expect(invoice.total_excluding_tax).toBe(invoice.total - tax);
  });

  test("a quantity lowered without proration: what the raise is credited from", async () => {
    const { subscription, item, at, share, preview } = await subscribed(5, mode);
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, quantity: 2 }],
      proration_behavior: "none",
    });
    const time = at(0.65);
    const credited = mode === "classic" ? 1998 : 4995;
    expect(amounts(await preview({ quantity: 4 }, time))).toEqual([-share(credited, time), share(3996, time)]);
  });

  test("a yearly plan from now: the rest is credited, the year is charged whole", async () => {
    const { preview, item, subscription } = await subscribed(3, mode);
    const time = item.current_period_start;
    const change = { plan: YEARLY, quantity: 3 };
    const anchor = { billing_cycle_anchor: { type: "now" as const } };
    expect(amounts(await preview(change, time, anchor))).toEqual([-2997, 29_970]);
    const updated = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, ...change }],
      proration_behavior: "always_invoice",
      proration_date: time,
      ...anchor,
      expand: ["latest_invoice"],
    });
    const invoice = updated.latest_invoice as Stripe.Invoice;
    expect([invoice.billing_reason, invoice.status, invoice.total]).toEqual(["subscription_update", "paid", 26_973]);
    expect(itemOf(updated).plan.interval).toBe("year");
  });
});
