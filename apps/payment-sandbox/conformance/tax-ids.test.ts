import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxServer, type SandboxServer } from "../src/testing/sandbox-server.ts";
import { buyer, itemOf, stockShop } from "./shop.ts";
import { stripeClient } from "./stripe-client.ts";
import { conformanceTarget, type Target } from "./target.ts";

let target: Target;
let stripe: Stripe;

beforeAll(async () => {
  target = await conformanceTarget();
  ({ stripe } = target);
  await stockShop(stripe).catch((error: unknown) => {
    // The account has them from an earlier run.
    if (!(error instanceof Error && "code" in error && error.code === "resource_already_exists")) throw error;
  });
});
afterAll(() => target.close());

const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "accepted",
    ({ statusCode, param, code }: Stripe.errors.StripeError) => ({ statusCode, param, code }),
  );

test("DOC-18 tax ids are made, listed and removed; one of no known kind or of a wrong form is refused", async () => {
  const { customer } = await buyer(stripe);
  const german = await stripe.customers.createTaxId(customer, { type: "eu_vat", value: "DE123456789" });
  expect(german).toMatchObject({ object: "tax_id", type: "eu_vat", value: "DE123456789", country: "DE", customer });
  expect(german.verification?.status).toBe("pending");
  const american = await stripe.customers.createTaxId(customer, { type: "us_ein", value: "12-3456789" });
  expect([american.country, american.verification?.status]).toEqual(["US", "unavailable"]);
  const list = async () => (await stripe.customers.listTaxIds(customer)).data.map(({ value }) => value).toSorted();
  expect(await list()).toEqual(["12-3456789", "DE123456789"]);
  expect(await refusalOf(stripe.customers.createTaxId(customer, { type: "eu_vat", value: "DE12" }))).toEqual({
    statusCode: 400,
    param: "value",
    code: "tax_id_invalid",
  });
  const unknown = await refusalOf(stripe.customers.createTaxId(customer, { type: "xx_vat", value: "DE123456789" }));
  expect(unknown).toMatchObject({ statusCode: 400, param: "type" });
  await stripe.customers.deleteTaxId(customer, american.id);
  expect(await list()).toEqual(["DE123456789"]);
  const { tax_ids: expanded } = await stripe.customers.retrieve(customer, { expand: ["tax_ids"] }).then((found) => {
    if (found.deleted) throw new Error("the customer is gone");
    return found;
  });
  expect(expanded?.data.map(({ id }) => id)).toEqual([german.id]);
});

test("DOC-18 an invoice holds the tax ids and the custom fields that its customer had when it was finalized", async () => {
  const { customer } = await buyer(stripe);
  await stripe.customers.createTaxId(customer, { type: "gb_vat", value: "GB123456789" });
  const fields = [{ name: "Tax id", value: "BM 77" }];
  const saved = await stripe.customers.update(customer, { invoice_settings: { custom_fields: fields } });
  expect(saved.invoice_settings.custom_fields).toEqual(fields);
  await stripe.subscriptions.create({ customer, items: [{ plan: "MONTHLY", quantity: 2 }] });
  const [invoice] = (await stripe.invoices.list({ customer })).data;
  expect(invoice?.customer_tax_ids).toEqual([{ type: "gb_vat", value: "GB123456789" }]);
  expect(invoice?.custom_fields).toEqual(fields);
  await stripe.customers.update(customer, { invoice_settings: { custom_fields: "" } });
  expect((await stripe.invoices.list({ customer })).data[0]?.custom_fields).toEqual(fields);
  const cleared = await stripe.customers.retrieve(customer);
  expect("invoice_settings" in cleared && cleared.invoice_settings.custom_fields).toBe(null);
  const five = Array.from({ length: 5 }, (_, index) => ({ name: `Field ${index}`, value: "x" }));
  const refused = await refusalOf(stripe.customers.update(customer, { invoice_settings: { custom_fields: five } }));
  expect(refused).toMatchObject({ statusCode: 400, param: expect.stringContaining("custom_fields") });
});

for (const [exempt, inclusive] of [
  ["reverse", false],
  ["reverse", true],
  ["exempt", false],
] as const) {
  const kind = inclusive ? "inclusive" : "exclusive";
  test(`DOC-18 a customer of tax status ${exempt} pays no ${kind} tax, in the preview and on the invoice`, async () => {
    const { customer } = await buyer(stripe);
    const rate = await stripe.taxRates.create({ display_name: "VAT", percentage: 19, inclusive });
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ plan: "MONTHLY", quantity: 3 }],
      default_tax_rates: [rate.id],
    });
    const taxOf = ({ total_taxes: taxes }: Stripe.Invoice) =>
      (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
    const [first] = (await stripe.invoices.list({ customer })).data;
    expect(first && [first.total, taxOf(first)]).toEqual(inclusive ? [3000, 479] : [3570, 570]);
    await stripe.customers.update(customer, { tax_exempt: exempt });
    const change = [{ id: itemOf(subscription).id, quantity: 5 }];
    const shown = await stripe.invoices.createPreview({
      customer,
      subscription: subscription.id,
      subscription_details: { items: change, proration_behavior: "always_invoice" },
    });
    await stripe.subscriptions.update(subscription.id, { items: change, proration_behavior: "always_invoice" });
    const [charged] = (await stripe.invoices.list({ customer, limit: 1 })).data;
    for (const invoice of [shown, charged]) {
      expect(invoice && [taxOf(invoice), invoice.total === invoice.subtotal]).toEqual([0, true]);
      expect(invoice?.customer_tax_exempt).toBe(exempt);
    }
  });
}

const isOwn = !process.env["STRIPE_CONFORMANCE_KEY"];

test.runIf(isOwn)("DOC-18 the verdict on a tax id comes later, as the provider's test numbers ask for", async () => {
  const server: SandboxServer = await sandboxServer(new Date("2026-11-01T00:00:00Z"));
  try {
    const own = stripeClient(server.url);
    const { id: customer } = await own.customers.create({ email: "buyer@example.com" });
    const made = await Promise.all(
      ["DE123456789", "DE000000000", "DE111111111", "DE222222222", "DE333333333"].map((value) =>
        own.customers.createTaxId(customer, { type: "eu_vat", value }),
      ),
    );
    const verdicts = () =>
      Promise.all(
        made.map(async ({ id }) => (await own.customers.retrieveTaxId(customer, id)).verification?.status ?? null),
      );
    expect(await verdicts()).toEqual(["pending", "pending", "pending", "pending", "pending"]);
    const gone = await own.customers.createTaxId(customer, { type: "eu_vat", value: "FR00000000000" });
    await own.customers.deleteTaxId(customer, gone.id);
    await server.advance(29);
    expect(await verdicts()).toEqual(["pending", "pending", "pending", "pending", "pending"]);
    await server.advance(1);
    expect(await verdicts()).toEqual(["verified", "verified", "unverified", "pending", "unavailable"]);
    const told = server.received
      .map(({ payload }) => JSON.parse(payload))
      .filter(({ type }) => type === "customer.tax_id.updated");
    expect(
      told
        .map(({ data }) => String(data.object.verification.status))
        .toSorted((one, other) => one.localeCompare(other)),
    ).toEqual(["unavailable", "unverified", "verified", "verified"]);
  } finally {
    await server.close();
  }
});

test("DOC-18 a draft takes custom fields of its own and keeps them when it is finalized; after that they stay", async () => {
  const { customer } = await buyer(stripe);
  const fields = [{ name: "Reference", value: "PO 4711" }];
  await stripe.customers.update(customer, {
    invoice_settings: { custom_fields: [{ name: "Reference", value: "ALL" }] },
  });
  await stripe.invoiceItems.create({ customer, amount: 1_000, currency: "usd" });
  const draft = await stripe.invoices.create({ customer, pending_invoice_items_behavior: "include" });
  expect((await stripe.invoices.update(draft.id, { custom_fields: fields })).custom_fields).toEqual(fields);
  expect((await stripe.invoices.finalizeInvoice(draft.id)).custom_fields).toEqual(fields);
  await stripe.invoiceItems.create({ customer, amount: 1_000, currency: "usd" });
  const other = await stripe.invoices.create({
    customer,
    pending_invoice_items_behavior: "include",
    custom_fields: [{ name: "Reference", value: "OWN" }],
  });
  expect((await stripe.invoices.finalizeInvoice(other.id)).custom_fields).toEqual([
    { name: "Reference", value: "OWN" },
  ]);
});

test("DOC-18 invoices and credit notes are listed by customer, subscription and time, the latter with their invoice", async () => {
  const { customer } = await buyer(stripe);
  const subscription = await stripe.subscriptions.create({ customer, items: [{ plan: "MONTHLY", quantity: 2 }] });
  const [invoice] = (await stripe.invoices.list({ customer, subscription: subscription.id })).data;
  if (!invoice) throw new Error("no invoice");
  const note = await stripe.creditNotes.create({ invoice: invoice.id, amount: 500, refund_amount: 500 });
  expect([note.total, note.refunds.map(({ amount_refunded: amount }) => amount)]).toEqual([500, [500]]);
  const at = invoice.created;
  const invoices = async (created: Stripe.RangeQueryParam) =>
    (await stripe.invoices.list({ customer, created })).data.map(({ id }) => id);
  expect(await invoices({ gte: at, lt: at + 3_600 })).toEqual([invoice.id]);
  expect(await invoices({ lt: at })).toEqual([]);
  const { data } = await stripe.creditNotes.list({ customer, created: { gte: at }, expand: ["data.invoice"] });
  expect(data).toMatchObject([
    { id: note.id, number: note.number, invoice: { id: invoice.id, number: invoice.number } },
  ]);
  expect(note.pdf).toMatch(/^https?:/);
});
