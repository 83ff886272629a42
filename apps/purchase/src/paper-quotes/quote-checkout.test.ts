import { openPool } from "@foyer/service-kit/db";
import { pdfText } from "@foyer/testing/pdf-text";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { type Answer, MONTHLY, testWorld, YEARLY } from "../testing/purchase-world.ts";
import { makeCode } from "../testing/purchases.ts";
import {
  type Buyer,
  checkoutCalls,
  done,
  makeBuyer,
  makePerson,
  saveCard,
  subscriptionCalls,
} from "../testing/subscribers.ts";

const world = testWorld({ start: "2026-11-20T09:00:00Z" });
let other: { origin: string };
let owner: ReturnType<typeof openPool>;
beforeAll(async () => {
  other = await world.another();
  const rate = { display_name: "VAT", percentage: 19, inclusive: false, country: "DE" };
  await world.provider("POST", "tax_rates", rate);
  await world.sweep("plans");
  owner = openPool({ url: world.ownerUrl, role: null, schema: "purchase", max: 1 });
});
afterAll(() => owner.end());

const DAY = 86_400;

/** A German firm with a card. */
async function firm(): Promise<Buyer> {
  const buyer = await makeBuyer(world);
  const address = { line1: "Hauptstraße 1", postal_code: "10115", city: "Berlin", country: "DE" };
  await world.provider("POST", `customers/${buyer.customer}`, { name: "Łódź Büro GmbH", address });
  return buyer;
}

const { opened, payCheckout, readCheckout } = checkoutCalls(world);
const { paidCharges } = subscriptionCalls(world);
const started = (person: string, wanted: object = {}): Promise<Json> =>
  opened(person, { plan: YEARLY, quantity: 5, ...wanted });
const ask = (person: string, id: string, at?: string): Promise<Answer> =>
  world.call(person, "POST", `checkout/${id}/quote`, {}, undefined, at);
const quoted = async (person: string, wanted: object = {}): Promise<Json> =>
  (await done(ask(person, (await started(person, wanted)).id))).quote;
const accept = (person: string, { quote }: Json, at?: string): Promise<Answer> => payCheckout(person, quote, {}, at);
const stateOf = async ({ reference }: Json): Promise<string> =>
  (await world.call(null, "GET", `quotes/${reference}`)).body.quote.state;
const chargesOf = async (customer: string): Promise<number[]> =>
  (await paidCharges({ customer })).map(({ amount }) => amount);

test("DOC-11 a first purchase on paper names rate and currency; accepted on its last day it charges that, once (FAULT-51)", async () => {
  const { person, customer } = await firm();
  const offer = await started(person, { reference: "PO 4711" });
  const [one, two] = await Promise.all([ask(person, offer.id), ask(person, offer.id, other.origin)]);
  expect([one.status, two.status, two.body.quote.number]).toEqual([200, 200, one.body.quote.number]);
  const { quote } = one.body;
  expect(quote).toMatchObject({
    number: expect.stringMatching(/^Q-[2-9A-HJ-NP-Z]{8}$/),
    kind: "purchase",
    state: "open",
    quote: offer.id,
    subscription: null,
    seats: { from: 0, to: 5 },
    subtotal: 50_000,
    tax: 9_500,
    tax_rates: [{ display_name: "VAT", percentage: 19 }],
    total: 59_500,
    invoice_reference: "PO 4711",
    expires_at: quote.created + 30 * DAY,
  });
  const pdf = await world.call(null, "GET", `quotes/${quote.reference}/pdf`);
  const text = pdfText(pdf.body);
  for (const line of [
    quote.number,
    "Dec 20, 2026, 09:00 UTC",
    "USD",
    "PO 4711",
    "Łódź Büro GmbH",
    "10115 Berlin",
    "5 × Outlinear 5",
    "VAT (19%)",
    "$95.00",
    "$595.00",
    "Outlinear 5: 5 seats, billed yearly",
  ]) {
    expect(text).toContain(line);
  }
  const shown = JSON.stringify((await world.call(null, "GET", `quotes/${quote.reference}`)).body);
  for (const secret of [customer, offer.id, offer.license, person]) expect(shown).not.toContain(secret);
  const stranger = await makePerson(world);
  expect([(await ask(stranger, offer.id)).status, (await accept(stranger, quote)).status]).toEqual([404, 404]);

  // A later look at another amount replaces only what is on the screen.
  const looked = await started(person, { plan: MONTHLY, quantity: 2 });
  await world.advance(1_860);
  expect((await ask(person, looked.id)).body.code).toBe(20_006);
  await world.advance(30 * DAY - 1_920);
  const due = world.clock.now();
  const read = await readCheckout(person, offer.id);
  expect(read).toMatchObject({ state: "open", on_paper: true, total: 59_500 });
  expect(read.next_charge.at).toBe(Math.floor(Date.UTC(due.getUTCFullYear() + 1, 11, 20, 8, 59) / 1_000));
  const answers = await Promise.all([world.origin, other.origin].map((at) => accept(person, quote, at)));
  expect(answers.map(({ status, body }) => [status, body.checkout?.state])).toEqual([
    [200, "paid"],
    [200, "paid"],
  ]);
  expect((await accept(person, quote)).body.checkout.state).toBe("paid");
  expect(await chargesOf(customer)).toEqual([59_500]);
  const [invoice] = (await world.provider("GET", "invoices", { customer, limit: 1 })).data;
  expect([invoice.subtotal, invoice.total]).toEqual([50_000, 59_500]);
  expect((await world.call(person, "GET", `customer/${customer}/quotes`)).body.quotes).toMatchObject([
    { number: quote.number, state: "accepted" },
  ]);
  expect((await ask(person, (await started(person)).id)).status).toBe(200);
});

test("DOC-11 a purchase on paper that expired, was withdrawn, or has another price, tax or trial today is refused (FAULT-51)", async () => {
  const [late, withdrawn, repriced, moved, trying] = await Promise.all([firm(), firm(), firm(), firm(), firm()]);
  const papers = await Promise.all([late, withdrawn, repriced, moved, trying].map(({ person }) => quoted(person)));
  const [ofLate, ofWithdrawn, ofRepriced, ofMoved, ofTrying] = papers;
  const path = `customer/${withdrawn.customer}/quotes/${ofWithdrawn.quote}/withdraw`;
  expect((await world.call(withdrawn.person, "POST", path, {})).body.quote.state).toBe("withdrawn");
  await world.provider("POST", `customers/${moved.customer}`, { address: { country: "FR" } });
  world.accounts.trials.set("lic-trial", { manager: trying.person, product: "OUTLINE-5", used_seats: 1 });
  for (const [who, paper] of [
    [withdrawn, ofWithdrawn],
    [moved, ofMoved],
    [trying, ofTrying],
  ] as const) {
    expect(await accept(who.person, paper)).toMatchObject({ status: 409, body: { code: 20_006 } });
  }
  const change = (amount: number) => owner.query("update plans set amount_cents = $1 where id = $2", [amount, YEARLY]);
  await change(12_000);
  expect(await stateOf(ofRepriced)).toBe("outdated");
  expect((await accept(repriced.person, ofRepriced)).body.code).toBe(20_006);
  await change(10_000);
  await world.advance(30 * DAY);
  expect([await stateOf(ofLate), (await accept(late.person, ofLate)).body.code]).toEqual(["expired", 20_006]);
  const charged = await Promise.all(
    [late, withdrawn, repriced, moved, trying].map(({ customer }) => chargesOf(customer)),
  );
  expect(charged.flat()).toEqual([]);
});

test("DOC-11 of two purchases on paper of one product, the second is outdated once the first is accepted (FAULT-51)", async () => {
  const { person, customer } = await firm();
  const [small, large] = [await quoted(person), await quoted(person, { quantity: 9 })];
  expect((await accept(person, large)).status).toBe(200);
  expect(await stateOf(small)).toBe("outdated");
  expect((await accept(person, small)).body.code).toBe(20_006);
  expect(await chargesOf(customer)).toEqual([107_100]);
});

test("DOC-11 a purchase on paper with a coupon binds until the coupon ends; a declined card leaves it open (FAULT-51)", async () => {
  const { person, customer } = await firm();
  const now = Math.floor(world.clock.now().getTime() / 1_000);
  const { code } = await makeCode(world, { duration: "once" }, { expires_at: now + 10 * DAY });
  const paper = await quoted(person, { coupon: code });
  expect(paper).toMatchObject({ expires_at: now + 10 * DAY, subtotal: 25_000, tax: 4_750, total: 29_750 });
  expect(paper.lines).toMatchObject([{ amount: 50_000 }, { amount: -25_000 }]);
  const bad = await saveCard(world, customer, "pm_card_chargeCustomerFail");
  const declined = await payCheckout(person, paper.quote, { payment_method: bad });
  expect([declined.body.code, await stateOf(paper)]).toEqual([20_002, "open"]);
  const good = await saveCard(world, customer, "pm_card_visa");
  await world.advance(9 * DAY);
  const paid = await payCheckout(person, paper.quote, { payment_method: good });
  expect(paid.body.checkout).toMatchObject({ state: "paid", total: 29_750 });
  expect(await chargesOf(customer)).toEqual([29_750]);
});
