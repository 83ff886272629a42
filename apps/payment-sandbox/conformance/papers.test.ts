import { inflateSync } from "node:zlib";
import { pdfText } from "@foyer/testing/pdf-text";
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SandboxServer } from "../src/testing/sandbox-server.ts";
import { buyer, itemOf, openShop } from "./shop.ts";

/* The papers of the sandbox: what they say, not how. Not of the provider: its own look otherwise. */

const seller = {
  name: "Fern & Sons Ltd",
  address: ["7 Orchard Lane", "Hay-on-Wye HR3 5AA", "United Kingdom"],
  taxId: "GB 000 0000 00",
  accent: "#7b2d8b",
};
const FORM = /\b[A-Z][a-z]{2} \d{2}, \d{4}\b/g;

let server: SandboxServer;
let stripe: Stripe;

beforeAll(async () => {
  ({ server, stripe } = await openShop("2026-11-05T06:30:00Z", { seller }));
});
afterAll(() => server.close());

/** The drawing operators of a PDF, uncompressed. */
function drawingOf(pdf: Buffer): string[] {
  return [...pdf.toString("latin1").matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, body = ""]) => {
    try {
      return inflateSync(Buffer.from(body, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
}

/** The paper and the page of the customer's newest invoice. */
async function papersOf(customer: string): Promise<{ pdf: string; page: string }> {
  const [invoice] = (await stripe.invoices.list({ customer, limit: 1 })).data;
  const at = `${server.url}/sandbox/stripe/invoices/${invoice?.id}`;
  const pdf = await fetch(`${at}/pdf`);
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  const page = (await (await fetch(at)).text()).replaceAll(/<[^>]*>/g, "\n").replaceAll("&amp;", "&");
  return { pdf: pdfText(Buffer.from(await pdf.arrayBuffer())), page };
}

async function raisedSeats(): Promise<string> {
  const { customer } = await buyer(stripe);
  const subscription = await stripe.subscriptions.create({ customer, items: [{ plan: "MONTHLY", quantity: 3 }] });
  await server.advance(7 * 86_400);
  const items = [{ id: itemOf(subscription).id, quantity: 5 }];
  await stripe.subscriptions.update(subscription.id, { items, proration_behavior: "always_invoice" });
  return customer;
}

test("HOME-12 every date on an invoice's paper and page reads MMM DD, YYYY, also within its lines", async () => {
  const papers = await papersOf(await raisedSeats());
  for (const paper of Object.values(papers)) {
    const text = paper.replaceAll(/\s+/g, " ");
    expect(text).toContain("Remaining time on 5 × Seats after Nov 12, 2026");
    expect(text).toContain("Nov 12, 2026 to Dec 05, 2026");
    const others = text
      .replaceAll(FORM, "")
      .match(/\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2} [A-Z][a-z]{2} \d{4}\b|\b(19|20)\d\d\b/g);
    expect(others).toBeNull();
  }
});

test("DOC-19 the seller's name, address and tax id stand on the paper and the page", async () => {
  const papers = await papersOf(await raisedSeats());
  for (const text of Object.values(papers)) {
    for (const line of [seller.name, ...seller.address, `Tax ID: ${seller.taxId}`]) expect(text).toContain(line);
  }
});

test("DOC-01 the buyer's address, tax ids and own field stand on the paper and the page", async () => {
  const { customer } = await buyer(stripe);
  await stripe.customers.update(customer, {
    name: "Łódź Büro GmbH",
    address: { line1: "Hauptstraße 1", postal_code: "10115", city: "Berlin", country: "DE" },
    invoice_settings: { custom_fields: [{ name: "Tax id", value: "ST-77" }] },
  });
  await stripe.customers.createTaxId(customer, { type: "eu_vat", value: "DE123456789" });
  await stripe.customers.createTaxId(customer, { type: "us_ein", value: "12-3456789" });
  await stripe.subscriptions.create({ customer, items: [{ plan: "MONTHLY", quantity: 1 }] });
  const { pdf, page } = await papersOf(customer);
  // The built-in fonts lack some letters.
  expect(pdf).toContain("Łódź Büro GmbH");
  expect(page).toContain("Łódź Büro GmbH");
  for (const text of [pdf, page]) {
    for (const line of ["Hauptstraße 1", "10115 Berlin", "Germany", "VAT: DE123456789", "EIN: 12-3456789"]) {
      expect(text).toContain(line);
    }
    expect(text).toContain("Tax id: ST-77");
  }
});

test("DOC-03 an invoice by reverse charge says so, and none other does", async () => {
  const { customer } = await buyer(stripe);
  const rate = await stripe.taxRates.create({ display_name: "VAT", percentage: 19, inclusive: false });
  const start = { customer, items: [{ plan: "MONTHLY", quantity: 200 }], default_tax_rates: [rate.id] };
  await stripe.subscriptions.create(start);
  const taxed = await papersOf(customer);
  for (const text of Object.values(taxed)) {
    expect(text).toContain("VAT 19%");
    expect(text).toContain("2,380.00 USD");
    expect(text).not.toMatch(/reverse charge/i);
  }
  await stripe.customers.update(customer, { tax_exempt: "reverse" });
  await stripe.subscriptions.create(start);
  const reversed = await papersOf(customer);
  for (const text of Object.values(reversed)) {
    expect(text).toContain("Reverse charge: the buyer accounts for the value added tax.");
    expect(text).not.toContain("VAT 19%");
    expect(text).not.toContain("2,380.00 USD");
  }
});

test("HOME-12 a long invoice goes on over pages, each with the seller and its number", async () => {
  const { customer } = await buyer(stripe);
  for (let line = 0; line < 45; line++) {
    await stripe.invoiceItems.create({ customer, amount: 700 + line, currency: "usd", description: `Item ${line}` });
  }
  const draft = await stripe.invoices.create({ customer, pending_invoice_items_behavior: "include" });
  await stripe.invoices.finalizeInvoice(draft.id);
  const { pdf } = await papersOf(customer);
  for (let line = 0; line < 45; line++) expect(pdf).toContain(`Item ${line}`);
  expect(pdf).toMatch(/page 1 of 2\b/);
  expect(pdf).toMatch(/page 2 of 2\b/);
  expect(pdf.match(/Fern & Sons Ltd · 7 Orchard Lane/g)).toHaveLength(2);
});

test("the paper has the seller's mark in its color", async () => {
  const customer = await raisedSeats();
  const [invoice] = (await stripe.invoices.list({ customer, limit: 1 })).data;
  const pdf = await fetch(`${server.url}/sandbox/stripe/invoices/${invoice?.id}/pdf`);
  const drawing = drawingOf(Buffer.from(await pdf.arrayBuffer())).join("\n");
  // #7b2d8b in parts of one.
  expect(drawing).toMatch(/0\.482\d* 0\.176\d* 0\.545\d* scn/);
});

test("DOC-18 a credit note has a paper of its own, with its invoice, its amount and the buyer's own fields", async () => {
  const customer = await raisedSeats();
  await stripe.customers.update(customer, {
    name: "Paula Ltd",
    invoice_settings: { custom_fields: [{ name: "Reference", value: "PO 4711" }] },
  });
  await stripe.subscriptions.create({ customer, items: [{ plan: "MONTHLY", quantity: 1 }] });
  const [invoice] = (await stripe.invoices.list({ customer, limit: 1 })).data;
  const note = await stripe.creditNotes.create({
    invoice: invoice?.id ?? "",
    amount: 300,
    refund_amount: 200,
    credit_amount: 100,
  });
  const pdf = await fetch(note.pdf.replace(/^https?:\/\/[^/]+/, server.url));
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  const text = pdfText(Buffer.from(await pdf.arrayBuffer()));
  for (const line of [
    "Credit note",
    note.number,
    `Credit for invoice ${invoice?.number}`,
    "-3.00 USD",
    "2.00 USD",
    "1.00 USD",
  ]) {
    expect(text).toContain(line);
  }
  expect(text).toContain("Paula Ltd");
  expect(text).toContain("Reference: PO 4711");
});

test("DESK-04 an invoice is found by its number, and nothing by another one or by another field", async () => {
  const customer = await raisedSeats();
  const [invoice] = (await stripe.invoices.list({ customer, limit: 1 })).data;
  const found = async (query: string) => (await stripe.invoices.search({ query })).data.map(({ id }) => id);
  expect(await found(`number:"${invoice?.number}"`)).toEqual([invoice?.id]);
  expect(await found('number:"NONE-0001"')).toEqual([]);
  await expect(found('total>"1"')).rejects.toMatchObject({ statusCode: 400 });
});
