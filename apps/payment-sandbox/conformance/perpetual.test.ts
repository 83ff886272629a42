import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buyer, idOf } from "./shop.ts";
import { conformanceTarget, type Target } from "./target.ts";

// A purchase that is paid once needs a price with a lookup key, and an invoice of its own.
const run = Date.now().toString(36);
const KEY = `CONFORMANCE-${run}-ONCE`;

let target: Target;
let stripe: Stripe;
let price: Stripe.Price;

beforeAll(async () => {
  target = await conformanceTarget();
  ({ stripe } = target);
  const product = await stripe.products.create({ name: "Perpetual" });
  price = await stripe.prices.create({ product: product.id, currency: "usd", unit_amount: 1_999, lookup_key: KEY });
});
afterAll(() => target.close());

async function draftOf(customer: string, quantity: number, taxRates: string[] = []): Promise<Stripe.Invoice> {
  const draft = await stripe.invoices.create({
    customer,
    currency: "usd",
    auto_advance: false,
    pending_invoice_items_behavior: "exclude",
    metadata: { operation: "one" },
    ...(taxRates.length > 0 ? { default_tax_rates: taxRates } : {}),
  });
  const item = { customer, invoice: draft.id, pricing: { price: price.id }, quantity, description: "Seats, once" };
  await stripe.invoiceItems.create(item);
  return draft;
}

test("BUY-19 a price that is paid once is listed with its lookup key, and its key is taken", async () => {
  const { data } = await stripe.prices.list({ type: "one_time", active: true, limit: 100 });
  expect(data.find(({ id }) => id === price.id)).toMatchObject({
    lookup_key: KEY,
    type: "one_time",
    recurring: null,
    unit_amount: 1_999,
    currency: "usd",
  });
  const again = stripe.prices.create({
    product: idOf(price.product),
    currency: "usd",
    unit_amount: 1,
    lookup_key: KEY,
  });
  await expect(again).rejects.toMatchObject({ statusCode: 400 });
});

test("BUY-19 an item of a price on a draft: the line is price times quantity, taxed by the invoice's rates", async () => {
  const { customer } = await buyer(stripe);
  const rate = await stripe.taxRates.create({ display_name: "VAT", percentage: 19, inclusive: false });
  const draft = await draftOf(customer, 3, [rate.id]);
  const open = await stripe.invoices.finalizeInvoice(idOf(draft), { auto_advance: false });
  expect([open.status, open.subtotal, open.total, open.amount_due]).toEqual(["open", 5_997, 7_136, 7_136]);
  expect(open.lines.data).toHaveLength(1);
  expect(open.lines.data[0]).toMatchObject({ amount: 5_997, quantity: 3, description: "Seats, once" });
  expect((await stripe.charges.list({ customer })).data).toEqual([]);
  const paid = await stripe.invoices.pay(idOf(open));
  expect([paid.status, paid.amount_paid]).toEqual(["paid", 7_136]);
  expect((await stripe.charges.list({ customer })).data).toMatchObject([{ amount: 7_136, paid: true }]);
});

test("BUY-19 a finalized invoice takes no item, and a voided one is not paid", async () => {
  const { customer } = await buyer(stripe);
  const draft = await draftOf(customer, 1);
  await stripe.invoices.finalizeInvoice(idOf(draft), { auto_advance: false });
  const late = stripe.invoiceItems.create({
    customer,
    invoice: idOf(draft),
    pricing: { price: price.id },
    quantity: 1,
  });
  await expect(late).rejects.toMatchObject({ statusCode: 400 });
  await stripe.invoices.voidInvoice(idOf(draft));
  await expect(stripe.invoices.pay(idOf(draft))).rejects.toThrow();
});

test("BUY-19 a draft that is deleted leaves nothing to pay", async () => {
  const { customer } = await buyer(stripe);
  const draft = await draftOf(customer, 1);
  await stripe.invoices.del(idOf(draft));
  expect((await stripe.invoices.list({ customer })).data).toEqual([]);
});
