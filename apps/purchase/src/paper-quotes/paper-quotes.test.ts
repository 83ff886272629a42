import { pdfText } from "@foyer/testing/pdf-text";
import { caseCount } from "@foyer/testing/random-cases";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { type Answer, MONTHLY, testWorld, YEARLY } from "../testing/purchase-world.ts";
import {
  type Buyer,
  done,
  makeBuyer,
  makeSubscriber,
  saveCard,
  type Subscriber,
  subscriptionCalls,
} from "../testing/subscribers.ts";

const world = testWorld({ start: "2026-11-20T09:00:00Z" });
let other: { origin: string };
beforeAll(async () => {
  other = await world.another();
});

const DAY = 86_400;
const { post, read, preview, stage, create, pay, paidCharges } = subscriptionCalls(world);
const ask = (who: Subscriber, plan: string, quantity: number, at?: string): Promise<Answer> =>
  post(who, `customer/${who.customer}/quotes`, { subscription: who.subscription, plan, quantity }, at);

const quoted = async (who: Subscriber, plan: string, quantity: number): Promise<Json> =>
  (await done(ask(who, plan, quantity))).quote;

/** Accepts as the portal does: pays the quote. */
const accept = (who: Subscriber, { quote }: Json, at?: string): Promise<Answer> => pay(who, quote, at);
const withdraw = (who: Buyer, quote: string) => post(who, `customer/${who.customer}/quotes/${quote}/withdraw`);

const newest = async ({ customer }: Subscriber): Promise<Json> =>
  (await world.provider("GET", "invoices", { customer, limit: 1 })).data[0];
const quotesOf = async (who: Subscriber): Promise<Json[]> =>
  (await world.call(who.person, "GET", `customer/${who.customer}/quotes`)).body.quotes;

test("DOC-11 DOC-20 a quote is a paper of a firm that anybody with its link can see, and nothing else of the account", async () => {
  const who = await makeSubscriber(world, { plan: YEARLY, quantity: 25, taxPercent: 20 });
  await post(who, `customer/${who.customer}/billing_details`, {
    name: "Łódź Büro GmbH",
    address: { line1: "Hauptstraße 1", line2: "", city: "Berlin", state: "", postal_code: "10115", country: "DE" },
    tax_ids: [{ kind: "eu_vat", country: "DE", value: "DE123456789" }],
  });
  await post(who, `customer/${who.customer}/references`, { reference: "PO 4711", required: false });
  const quote = await quoted(who, YEARLY, 40);
  const { customer, subscription, quote: id } = { customer: who.customer, ...quote };
  expect(quote).toMatchObject({
    number: expect.stringMatching(/^Q-[2-9A-HJ-NP-Z]{8}$/),
    state: "open",
    seats: { from: 25, to: 40 },
    subtotal: 150_000,
    tax: 30_000,
    total: 180_000,
    invoice_reference: "PO 4711",
    expires_at: quote.created + 30 * DAY,
  });
  const read = await world.call(null, "GET", `quotes/${quote.reference}`, undefined, {}, other.origin);
  expect(read.body.quote).toMatchObject({ number: quote.number, total: 180_000, buyer: { name: "Łódź Büro GmbH" } });
  const shown = JSON.stringify(read.body);
  for (const secret of [customer, subscription, id, who.person, `${who.person}@example.com`])
    expect(shown).not.toContain(secret);
  const pdf = await world.call(null, "GET", `quotes/${quote.reference}/pdf`);
  expect([pdf.status, pdf.headers.get("content-disposition")]).toEqual([
    200,
    `attachment; filename="${quote.number}.pdf"`,
  ]);
  const text = pdfText(pdf.body);
  for (const line of [
    "Quote",
    quote.number,
    "Nov 20, 2026",
    "Dec 20, 2026, 09:00 UTC",
    "Example Software Ltd",
    "Tax ID: GB 123 4567 89",
    "PO 4711",
    "Łódź Büro GmbH",
    "Hauptstraße 1",
    "10115 Berlin",
    "Germany",
    "VAT: DE123456789",
    "Outlinear 5: credit for 25 seats, Nov 20, 2026 to Nov 20, 2027",
    "Outlinear 5: 40 seats, Nov 20, 2026 to Nov 20, 2027",
    "-$2,500.00",
    "$4,000.00",
    "$300.00",
    "$1,800.00",
    "from 25 to 40 seats, billed yearly",
  ]) {
    expect(text).toContain(line);
  }
  expect((await world.call(null, "GET", `quotes/${id}`)).body.code).toBe(2_004);
  const thief = await makeBuyer(world, null);
  for (const path of [`${customer}/quotes`, `${thief.customer}/subscription/${subscription}`]) {
    expect((await world.call(thief.person, "GET", `customer/${path}`)).body.code).toBe(2_004);
  }
  expect((await withdraw(thief, id)).body.code).toBe(2_004);
  expect((await create({ ...who, ...thief }, id)).body.code).toBe(2_004);
});

test("DOC-11 the PDFs of a person's quotes are drawn 60 times in ten minutes, from all networks together (FAULT-63)", async () => {
  const who = await makeSubscriber(world, { plan: YEARLY, quantity: 2 });
  const [one, two] = [await quoted(who, YEARLY, 5), await quoted(who, YEARLY, 6)];
  // Each caller is in a network of its own.
  const asked = Array.from({ length: 62 }, (_, at) =>
    world.call(`reader-${at}`, "GET", `quotes/${(at % 2 ? one : two).reference}/pdf`),
  );
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(Map.groupBy(statuses, String).get("200")).toHaveLength(60);
  expect(Map.groupBy(statuses, String).get("429")).toHaveLength(2);
  expect((await world.call(null, "GET", `quotes/${one.reference}`)).status).toBe(200);
});

test("DOC-11 accepted on its last day it charges what it said, to the cent, once, on two instances at once", async () => {
  const who = await makeSubscriber(world, { plan: YEARLY, quantity: 7, taxPercent: 19 });
  await world.advance(3 * DAY + 4_321);
  const quote = await quoted(who, YEARLY, 10);
  await world.advance(29 * DAY + 80_000);
  // The same change costs less now.
  const now = await preview(who, { plan: YEARLY, quantity: 10 });
  expect(now.body.total).toBeLessThan(quote.total);
  const answers = await Promise.all([world.origin, other.origin, world.origin].map((at) => accept(who, quote, at)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const invoice = await newest(who);
  expect([invoice.status, invoice.subtotal, invoice.total, invoice.amount_paid]).toEqual([
    "paid",
    quote.subtotal,
    quote.subtotal + quote.tax,
    quote.total,
  ]);
  expect((await paidCharges(who)).map(({ amount }) => amount)).toEqual([quote.total, expect.any(Number)]);
  expect(await quotesOf(who)).toMatchObject([{ number: quote.number, state: "accepted" }]);
  expect((await accept(who, quote)).body.payment.invoice.id).toBe(invoice.id);
});

test("DOC-11 a quote of a yearly term charges what it said, although the month went on meanwhile", async () => {
  const who = await makeSubscriber(world, { quantity: 4, taxPercent: 7 });
  await world.advance(2 * DAY);
  const quote = await quoted(who, YEARLY, 9);
  await world.advance(11 * DAY);
  expect((await accept(who, quote)).status).toBe(200);
  const invoice = await newest(who);
  expect([invoice.subtotal, invoice.total, invoice.amount_paid]).toEqual([
    quote.subtotal,
    quote.subtotal + quote.tax,
    quote.total,
  ]);
});

test("DOC-11 after its time, after another change, or withdrawn, it is refused with 20006 and nothing is charged", async () => {
  const late = await makeSubscriber(world, { plan: YEARLY, quantity: 2 });
  const changed = await makeSubscriber(world, { plan: YEARLY, quantity: 2 });
  const withdrawn = await makeSubscriber(world, { plan: YEARLY, quantity: 2 });
  const [one, two, three] = await Promise.all([late, changed, withdrawn].map((who) => quoted(who, YEARLY, 5)));
  await withdraw(withdrawn, three.quote);
  await stage(changed, { plan: YEARLY, quantity: 3 });
  expect((await create(changed)).status).toBe(200);
  expect((await quotesOf(changed))[0]?.state).toBe("outdated");
  await world.advance(30 * DAY);
  for (const [who, quote, state] of [
    [late, one, "expired"],
    [changed, two, "expired"],
    [withdrawn, three, "withdrawn"],
  ] as const) {
    const before = (await newest(who)).id;
    expect((await accept(who, quote)).body).toMatchObject({ code: 20_006 });
    expect((await create(who, quote.quote)).body.code).toBe(20_006);
    expect([(await newest(who)).id, (await quotesOf(who))[0]?.state]).toEqual([before, state]);
  }
});

test("DOC-11 a monthly quote binds until its month ends, and the paper says so", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  await world.advance(20 * DAY);
  const { current_period_end: end } = await read(who);
  const quote = await quoted(who, MONTHLY, 3);
  expect(quote.expires_at).toBe(end);
  await world.advance(end - Math.floor(world.clock.now().getTime() / 1_000) + 60);
  expect((await accept(who, quote)).body.code).toBe(20_006);
});

test("DOC-11 a declined card leaves the quote open: it charges exactly it with the next card", async () => {
  const who = await makeSubscriber(world, { plan: YEARLY, quantity: 2 });
  const quote = await quoted(who, YEARLY, 4);
  await saveCard(world, who.customer, "pm_card_chargeCustomerFail");
  expect((await accept(who, quote)).body.code).toBe(20_002);
  expect((await quotesOf(who))[0]?.state).toBe("open");
  await saveCard(world, who.customer, "pm_card_visa");
  await world.advance(5 * DAY);
  expect((await accept(who, quote)).status).toBe(200);
  expect((await newest(who)).amount_paid).toBe(quote.total);
});

test("DOC-11 a change that names no quote never charges the older price of a paper", async () => {
  const who = await makeSubscriber(world, { plan: YEARLY, quantity: 2 });
  const quote = await quoted(who, YEARLY, 6);
  await world.advance(25 * DAY);
  await stage(who, { plan: YEARLY, quantity: 6 });
  expect((await create(who)).status).toBe(200);
  expect((await newest(who)).amount_paid).toBeLessThan(quote.total);
});

test("DOC-11 20 open quotes a customer, also asked for at once on two instances; one withdrawn makes room", async () => {
  const who = await makeSubscriber(world, { plan: YEARLY, quantity: 1 });
  const answers = await Promise.all(
    Array.from({ length: 23 }, (_, at) => ask(who, YEARLY, 2 + at, at % 2 ? other.origin : world.origin)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 409, body: { code: 2_006 } });
  const [first] = await quotesOf(who);
  await withdraw(who, first?.quote);
  expect((await ask(who, YEARLY, 50)).status).toBe(200);
  expect(await ask(who, YEARLY, 51)).toMatchObject({ body: { code: 2_006 } });
});

test("DOC-11 what costs nothing now, or is not allowed, gets no quote", async () => {
  const who = await makeSubscriber(world, { plan: YEARLY, quantity: 5 });
  expect((await ask(who, YEARLY, 3)).body).toMatchObject({
    code: 20_005,
    message: expect.stringContaining("nothing now"),
  });
  expect((await ask(who, YEARLY, 5)).body.code).toBe(20_005);
  expect((await ask(who, YEARLY, 5_000)).body.code).toBe(20_005);
});

const seed = Number(process.env["PAPER_SEED"] ?? "20261120");
const cases = fc.record({
  from: fc.constantFrom(MONTHLY, YEARLY),
  to: fc.constantFrom(MONTHLY, YEARLY),
  seats: fc.integer({ min: 1, max: 60 }),
  more: fc.integer({ min: 1, max: 60 }),
  taxPercent: fc.constantFrom(0, 7, 19, 20.5),
  taxInclusive: fc.boolean(),
  credit: fc.constantFrom(0, 0, 1_234),
  before: fc.integer({ min: 0, max: 9 * DAY }),
  wait: fc.integer({ min: 0, max: 18 * DAY }),
});

test("DOC-11 random quotes, accepted at a random moment: paper = charge = invoice, to the cent", async () => {
  const numRuns = caseCount("PAPER_QUOTES", { usual: 5, torture: 40 });
  for (const one of fc.sample(cases, { numRuns, seed })) {
    const { from, seats, more, taxPercent, taxInclusive, credit, before, wait } = one;
    const who = await makeSubscriber(world, { plan: from, quantity: seats, taxPercent, taxInclusive });
    if (credit > 0) {
      await world.provider("POST", `customers/${who.customer}/balance_transactions`, {
        amount: -credit,
        currency: "usd",
      });
    }
    await world.advance(before);
    // A yearly plan becomes no monthly one in the middle of its term.
    const quote = await quoted(who, from === YEARLY ? YEARLY : one.to, seats + more);
    await world.advance(wait);
    const what = JSON.stringify({ seed, one });
    expect((await accept(who, quote)).status, what).toBe(200);
    const { subtotal, total_taxes: taxes, amount_paid: paid } = await newest(who);
    const tax = taxes.reduce((sum: number, { amount }: Json) => sum + amount, 0);
    expect([subtotal, tax, paid], what).toEqual([quote.subtotal, quote.tax, quote.total]);
    const lines = quote.lines.reduce((sum: number, { amount }: Json) => sum + amount, 0);
    expect(lines, what).toBe(quote.subtotal);
  }
}, 300_000);
