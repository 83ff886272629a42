import { expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { MONTHLY, sales, testWorld, YEARLY } from "../testing/purchase-world.ts";
import {
  type Buyer,
  checkoutCalls,
  done,
  makeBuyer,
  makePerson,
  saveCard,
  subscriptionCalls,
} from "../testing/subscribers.ts";

const world = testWorld();
const { invoicesOf, paidCharges } = subscriptionCalls(world);

const { start, opened, payCheckout: pay, readCheckout: read } = checkoutCalls(world);
/** The provider's data of a customer: live subscriptions, paid invoices, successful charges. */
async function held(customer: string): Promise<{ live: Json[]; paid: Json[]; charges: Json[] }> {
  const [{ data }, invoices, charges] = await Promise.all([
    world.provider("GET", "subscriptions", { customer, status: "all", limit: 100 }),
    invoicesOf({ customer }),
    paidCharges({ customer }),
  ]);
  const live = data.filter(({ status }: Json) => status === "active");
  return { live, paid: invoices.filter(({ status }) => status === "paid"), charges };
}
const counted = async (customer: string): Promise<number[]> => {
  const { live, paid, charges } = await held(customer);
  return [live.length, paid.length, charges.length];
};
const newsOf = (license: string): Json[] =>
  world.accounts.news.filter(({ subscription }) => subscription.registration_id === license);

test("BUY-04 a quote says lines, what is due now, and the next charge and when; it changes nothing", async () => {
  const { person, customer } = await makeBuyer(world);
  const { body } = await start(person, { plan: YEARLY, quantity: 25 });
  const now = world.clock.now().getTime() / 1_000;
  expect(body.checkout).toMatchObject({
    state: "open",
    customer,
    product: "Outlinear 5",
    plan: { id: YEARLY, interval: "year", amount: 10_000, currency: "usd" },
    quantity: 25,
    lines: [{ description: "25 × Outlinear 5", amount: 250_000 }],
    subtotal: 250_000,
    tax: 0,
    total: 250_000,
    next_charge: { total: 250_000, at: Date.UTC(2027, 10, 1) / 1_000 },
    expires_at: now + 1_800,
    is_license_ready: false,
  });
  expect(await counted(customer)).toEqual([0, 0, 0]);
});

test("BUY-15 a plan that is not on sale is 20009, a wrong number of seats names its field, another's checkout is not there", async () => {
  const { person } = await makeBuyer(world);
  expect(await start(person, { plan: "OUTLINE-1" })).toMatchObject({ status: 409, body: { code: 20_009 } });
  for (const quantity of [0, 2_201, 1.5, "3"]) {
    const { status, body } = await start(person, { quantity });
    expect([status, body.errors[0].field]).toEqual([422, "quantity"]);
  }
  const { id } = await opened(person);
  const other = await makeBuyer(world);
  expect((await world.call(other.person, "GET", `checkout/${id}`)).status).toBe(404);
  expect((await pay(other.person, id)).status).toBe(404);
  expect((await world.call(null, "POST", "checkout", { plan: MONTHLY, quantity: 1 })).status).toBe(401);
  const mine = await makeBuyer(world);
  const own = await opened(mine.person);
  const foreign = await saveCard(world, other.customer, "pm_card_visa");
  expect((await pay(mine.person, own.id, { payment_method: foreign })).status).toBe(404);
});

test("BUY-05 BUY-06 paying makes one subscription, charges the quote to the cent, and its news name the reserved license", async () => {
  const { person, customer } = await makeBuyer(world);
  const offer = await opened(person, { quantity: 7 });
  const { status, body } = await pay(person, offer.id);
  expect(status).toBe(200);
  expect(body.checkout).toMatchObject({
    state: "paid",
    is_license_ready: true,
    license: offer.license,
    download: "https://vendor.example/outlinear-5",
    invoice: { status: "paid", total: offer.total },
  });
  expect(offer.download).toBeUndefined();
  const { live, paid, charges } = await held(customer);
  expect(live).toMatchObject([{ metadata: { registration_id: offer.license }, items: { data: [{ quantity: 7 }] } }]);
  expect(paid).toMatchObject([{ amount_paid: 7_000 }]);
  expect(charges).toMatchObject([{ amount: 7_000 }]);
  expect(world.accounts.reserved.get(offer.license)).toMatchObject({ omni_id: person, amount: 7_000 });
  expect(newsOf(offer.license)).toMatchObject([{ subscription: { quantity: 7, status: "active", plan: MONTHLY } }]);
  expect((await pay(person, offer.id)).body.checkout.state).toBe("paid");
  expect(await counted(customer)).toEqual([1, 1, 1]);
});

test("DOC-03 checkout, change, quote on paper and invoice show the same included tax (FAULT-07)", async () => {
  const rate = { display_name: "MwSt", percentage: 19, inclusive: true, country: "AT" };
  await world.provider("POST", "tax_rates", rate);
  await world.sweep("plans");
  const { person, customer } = await makeBuyer(world);
  const offer = await opened(person, { quantity: 3, billing: { address: { country: "AT" } } });
  expect(offer).toMatchObject({ subtotal: 3_000, tax: 479, tax_included: 479, total: 3_000 });
  expect((await pay(person, offer.id)).status).toBe(200);
  await world.settle();
  const { live, paid } = await held(customer);
  expect(paid[0].total_taxes).toMatchObject([{ amount: 479 }]);
  const own = `customer/${customer}`;
  const { documents } = (await world.call(person, "GET", `${own}/documents`)).body;
  expect(documents.find(({ kind }: Json) => kind === "invoice")).toMatchObject({ net: 2_521, tax: 479, total: 3_000 });
  const subscription = live[0].id;
  const wanted = { plan: MONTHLY, quantity: 5 };
  const preview = (await world.call(person, "POST", `${own}/invoice/${subscription}/preview`, wanted)).body;
  expect(preview).toMatchObject({ subtotal: 2_000, tax: 319, tax_included: 319, total: 2_000 });
  const { quote } = (await world.call(person, "POST", `${own}/quotes`, { subscription, ...wanted })).body;
  expect(quote).toMatchObject({ subtotal: 2_000, tax: 319, tax_included: 319, total: 2_000 });
  const sent = { ...wanted, quote: quote.quote, proration_behavior: "create_prorations" };
  expect((await world.call(person, "POST", `${own}/subscription/${subscription}`, sent)).status).toBe(200);
  await done(world.call(person, "POST", `${own}/invoice/${subscription}/create`, { quote: quote.quote }));
  const [invoice] = (await world.provider("GET", "invoices", { customer, limit: 1 })).data;
  expect([invoice.total, invoice.total_taxes[0].amount]).toEqual([2_000, 319]);
});

test("BUY-01 BUY-14 the buyer's tax is known once the country is, and is the tax of quote and invoice (FAULT-53)", async () => {
  const rate = { display_name: "VAT", percentage: 19, inclusive: false, country: "DE" };
  await world.provider("POST", "tax_rates", rate);
  await world.sweep("plans");
  const { person, customer } = await makeBuyer(world);
  const knownTax = async (): Promise<Json> =>
    (await world.call(person, "GET", `customer/${customer}/billing_details`)).body.tax_rates;
  expect(await knownTax()).toBeNull();
  const refused = await start(person);
  expect([refused.status, refused.body.errors[0].field]).toEqual([422, "billing.address.country"]);
  await world.provider("POST", `customers/${customer}`, { name: "Ada Ltd", address: { line1: "1 Lane" } });
  const offer = await opened(person, { quantity: 3, billing: { address: { country: "DE", line1: "" } } });
  // Omitted fields keep their values.
  const saved = { name: "Ada Ltd", address: { line1: "1 Lane", country: "DE" } };
  expect(await world.provider("GET", `customers/${customer}`)).toMatchObject(saved);
  expect(offer).toMatchObject({ subtotal: 3_000, tax: 570, total: 3_570, next_charge: { total: 3_570 } });
  expect(await knownTax()).toMatchObject([{ percentage: 19, inclusive: false }]);
  await world.provider("POST", `customers/${customer}`, { tax_exempt: "exempt" });
  expect(await knownTax()).toEqual([]);
  await world.provider("POST", `customers/${customer}`, { tax_exempt: "none" });
  expect((await pay(person, offer.id)).status).toBe(200);
  expect((await held(customer)).paid).toMatchObject([{ subtotal: 3_000, total: 3_570, amount_paid: 3_570 }]);
  const french = await makeBuyer(world);
  const untaxed = await opened(french.person, { billing: { name: "Zoé", address: { country: "FR" } } });
  expect(untaxed).toMatchObject({ tax: 0, total: 3_000 });
  // The second tab moves to another country.
  await world.provider("POST", `customers/${french.customer}`, { address: { country: "DE" } });
  expect(await pay(french.person, untaxed.id)).toMatchObject({ status: 409, body: { code: 20_006 } });
  expect(await counted(french.customer)).toEqual([0, 0, 0]);
  const taxed = await opened(french.person);
  expect((await pay(french.person, taxed.id)).body.checkout).toMatchObject({ state: "paid", total: 3_570 });
});

/** A buyer with a country, which the tests after the one about taxes need. */
async function french(card?: string | null): Promise<Buyer> {
  const one = await makeBuyer(world, card);
  await world.provider("POST", `customers/${one.customer}`, { address: { country: "FR" } });
  return one;
}

test("BUY-05 after a declined card nothing is bought, and the same quote is paid with another card", async () => {
  const { person, customer } = await french("pm_card_chargeCustomerFail");
  const offer = await opened(person);
  expect(await pay(person, offer.id)).toMatchObject({ status: 402, body: { code: 20_002 } });
  expect(await read(person, offer.id)).toMatchObject({ state: "failed", failure: { code: 20_002 } });
  expect(await counted(customer)).toEqual([0, 0, 0]);
  const good = await saveCard(world, customer, "pm_card_visa");
  expect((await pay(person, offer.id, { payment_method: good })).body.checkout.state).toBe("paid");
  await world.settle();
  expect(await counted(customer)).toEqual([1, 1, 1]);
  // The dropped try has told nobody anything: no news, no mail about an ended subscription.
  expect(newsOf(offer.license)).toHaveLength(1);
  expect(world.mails).toEqual([]);
  const { body } = await world.call(person, "GET", `customer/${customer}/subscriptions`);
  expect(body.subscriptions).toHaveLength(1);
});

test("BUY-05 renewals are charged to the card that the buyer chose, also where it is not the default", async () => {
  const { person, customer } = await french();
  const { id: card } = await world.provider("POST", "payment_methods/pm_card_mastercard/attach", { customer });
  const offer = await opened(person);
  expect((await pay(person, offer.id, { payment_method: card })).body.checkout.state).toBe("paid");
  expect((await held(customer)).live).toMatchObject([{ default_payment_method: card }]);
  await world.settle();
  // Later changes are charged to it too, so the portal must name it (LOOK-07).
  const { body } = await world.call(person, "GET", `customer/${customer}/subscriptions`);
  expect(body.subscriptions).toMatchObject([{ default_payment_method: card }]);
});

test("BUY-05 without a card nothing is bought, and it counts as no declined card", async () => {
  const { person, customer } = await french(null);
  const offer = await opened(person);
  for (let tries = 0; tries < 4; tries++) {
    world.moveClock(10);
    expect(await pay(person, offer.id)).toMatchObject({ status: 402, body: { code: 20_002 } });
  }
  expect(await counted(customer)).toEqual([0, 0, 0]);
});

test("BUY-05 3-D Secure: it waits, the provider's news complete it, and the license follows", async () => {
  const { person, customer } = await french("pm_card_authenticationRequired");
  const offer = await opened(person);
  const asked = (await pay(person, offer.id)).body.checkout;
  expect(asked).toMatchObject({ state: "waiting", client_secret: expect.any(String) });
  expect((await pay(person, offer.id)).body.checkout).toEqual(asked);
  const { id } = await opened(person);
  expect(await pay(person, id)).toMatchObject({ status: 409, body: { code: 20_005 } });
  await world.bank(asked.client_secret, "success");
  await world.settle();
  expect(await read(person, offer.id)).toMatchObject({ state: "paid", is_license_ready: true });
  expect(newsOf(offer.license)).toHaveLength(1);
  expect(await counted(customer)).toEqual([1, 1, 1]);
});

test("BUY-05 a confirmation that fails, is given up, or takes an hour buys nothing", async () => {
  const { person, customer } = await french("pm_card_authenticationRequired");
  const first = await opened(person);
  await world.bank((await pay(person, first.id)).body.checkout.client_secret, "failure");
  expect(await read(person, first.id)).toMatchObject({ state: "failed", failure: { code: 20_003 } });
  world.moveClock(10);
  expect((await pay(person, first.id)).body.checkout.state).toBe("waiting");
  const given = await world.call(person, "POST", `checkout/${first.id}/abandon`);
  expect(given.body.checkout).toMatchObject({
    state: "failed",
    failure: { message: expect.stringContaining("given up") },
  });
  world.moveClock(10);
  const { client_secret: secret } = (await pay(person, first.id)).body.checkout;
  world.moveClock(3_700);
  await world.sweep("resume-operations");
  expect((await read(person, first.id)).state).toBe("over");
  await expect(world.bank(secret, "success")).rejects.toThrow();
  await world.settle();
  expect(await counted(customer)).toEqual([0, 0, 0]);
  expect(newsOf(first.license)).toEqual([]);
});

test("BUY-05 twenty clicks on two instances, and two tabs with a quote each, buy once", async () => {
  const { person, customer } = await french();
  const { origin } = await world.another();
  const offer = await opened(person);
  const clicks = await Promise.all(
    Array.from({ length: 16 }, (_, at) => pay(person, offer.id, {}, at % 2 === 0 ? world.origin : origin)),
  );
  expect(clicks.map(({ body }) => body.checkout?.state)).toEqual(Array(16).fill("paid"));
  expect(await counted(customer)).toEqual([1, 1, 1]);
  world.moveClock(1);
  const [one, other] = [await opened(person), await opened(person)];
  const tabs = await Promise.all([pay(person, one.id), pay(person, other.id, {}, origin)]);
  expect(tabs.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 20_006],
    [200, undefined],
  ]);
  expect(await counted(customer)).toEqual([2, 2, 2]);
});

test("BUY-04 what has changed since the quote is not charged: an expired quote, another price, another invoice", async () => {
  const { person, customer } = await french();
  const late = await opened(person);
  world.moveClock(1_801);
  expect(await pay(person, late.id)).toMatchObject({ status: 409, body: { code: 20_006 } });
  const offer = await opened(person);
  // The provider adds a line that nobody has seen.
  await world.provider("POST", "invoiceitems", { customer, amount: 500, currency: "usd", description: "Setup" });
  expect(await pay(person, offer.id)).toMatchObject({ status: 409, body: { code: 20_006 } });
  expect(await counted(customer)).toEqual([0, 0, 0]);
});

test("DOC-04 BUY-05 a payer who requires a reference buys nothing without one; a subscription's own is not the next one's", async () => {
  const { person, customer } = await french();
  const references = `customer/${customer}/references`;
  await world.call(person, "POST", references, { reference: "", required: true });
  const offer = await opened(person);
  const refused = await pay(person, offer.id);
  expect([refused.status, refused.body.errors?.[0].field]).toEqual([422, "reference"]);
  expect(await counted(customer)).toEqual([0, 0, 0]);
  await world.call(person, "POST", references, { reference: "PO 77", required: true });
  expect((await pay(person, offer.id)).status).toBe(200);
  const { live, paid } = await held(customer);
  expect(paid).toMatchObject([{ custom_fields: [{ name: "Reference", value: "PO 77" }] }]);
  await world.call(person, "POST", `${references}/${live[0].id}`, { reference: "PO 78" });
  await world.call(person, "POST", references, { reference: "", required: true });
  world.moveClock(1);
  const next = await opened(person);
  expect((await pay(person, next.id)).status).toBe(422);
});

test("DOC-04 BUY-04 a purchase's own reference is printed on all its invoices; a wrong one is refused with its field", async () => {
  const { person, customer } = await french();
  const references = `customer/${customer}/references`;
  await world.call(person, "POST", references, { reference: "PO 1", required: true });
  const wrong = await start(person, { reference: "a\u0007b" });
  expect([wrong.status, wrong.body.errors?.[0].field]).toEqual([422, "reference"]);
  const offer = await opened(person, { reference: "PO 2" });
  expect(offer.reference).toBe("PO 2");
  expect((await pay(person, offer.id)).status).toBe(200);
  const { live, paid } = await held(customer);
  expect(paid).toMatchObject([{ custom_fields: [{ name: "Reference", value: "PO 2" }] }]);
  expect((await world.call(person, "GET", references)).body.references).toMatchObject({
    reference: "PO 1",
    subscriptions: [{ id: live[0].id, reference: "PO 2" }],
  });
});

test("BUY-04 DOC-11 a paper's quote is no checkout, and a checkout's is no change of a subscription", async () => {
  const { person, customer } = await french();
  await pay(person, (await opened(person)).id);
  const [{ id: subscription }] = (await held(customer)).live;
  const asked = { subscription, plan: MONTHLY, quantity: 9 };
  const paper = (await world.call(person, "POST", `customer/${customer}/quotes`, asked)).body.quote;
  expect((await pay(person, paper.quote)).status).toBe(404);
  world.moveClock(1);
  const offer = await opened(person, { quantity: 9 });
  const charged = `customer/${customer}/invoice/${subscription}/create`;
  expect((await world.call(person, "POST", charged, { quote: offer.id })).body.code).toBe(20_006);
  const change = { plan: MONTHLY, quantity: 9, quote: offer.id, proration_behavior: "create_prorations" };
  const path = `customer/${customer}/subscription/${subscription}`;
  expect((await world.call(person, "POST", path, change)).body.code).toBe(20_006);
  expect(await counted(customer)).toEqual([1, 1, 1]);
});

test("BUY-18 the staff's timeline names a purchase's amount with its currency", async () => {
  const { person, customer } = await french();
  const offer = await opened(person);
  await pay(person, offer.id);
  const staff = await makePerson(world, undefined, ["read"]);
  const { timeline } = (await world.call(staff, "GET", `admin/customers/${customer}/`)).body;
  const bought = timeline.find(({ title }: Json) => title === "buy");
  expect(bought.details).toMatchObject({ total: offer.total, currency: offer.currency });
});

test("BUY-15 BUY-18 after three declined cards the account waits a day, staff see why and lift it", async () => {
  const { person, customer } = await french("pm_card_chargeCustomerFail");
  const offer = await opened(person);
  for (let tries = 0; tries < 3; tries++) {
    expect(await pay(person, offer.id)).toMatchObject({ status: 402 });
    world.moveClock(10);
  }
  const waiting = await pay(person, offer.id);
  expect(waiting).toMatchObject({ status: 429, body: { code: 1_003 } });
  expect(Number(waiting.headers.get("retry-after"))).toBeGreaterThan(86_000);
  await saveCard(world, customer, "pm_card_visa");
  const staff = await makePerson(world, undefined, ["support"]);
  const known = (await world.call(staff, "GET", `admin/customers/${customer}/purchases/`)).body;
  expect(known).toMatchObject({
    purchases: [
      { id: offer.id, state: "failed", tries: [{ failure: expect.any(String) }, {}, {}], subscription: null },
    ],
    blocked_until: expect.any(String),
  });
  const lift = (body: object) => world.call(staff, "POST", `admin/customers/${customer}/allow_purchases/`, body);
  expect((await lift({ reason: "Called back", preview: true })).body).toMatchObject({ applied: false });
  expect((await pay(person, offer.id)).status).toBe(429);
  expect((await lift({ reason: "Called back" })).body).toMatchObject({ applied: true });
  world.moveClock(10);
  const next = await opened(person);
  expect((await pay(person, next.id)).status).toBe(200);
  expect(await counted(customer)).toEqual([1, 1, 1]);
});

test("BUY-06 without the accounts service a paid checkout waits in the machine room, and a button ends that", async () => {
  const { person } = await french("pm_card_authenticationRequired");
  const offer = await opened(person);
  const { client_secret: secret } = (await pay(person, offer.id)).body.checkout;
  await world.bank(secret, "success");
  world.accounts.isDown = true;
  await world.settle().catch(() => undefined);
  world.accounts.isDown = false;
  expect(await read(person, offer.id)).toMatchObject({ state: "paid", is_license_ready: false });
  const staff = await makePerson(world, undefined, ["admin"]);
  const { tasks } = (await world.call(staff, "GET", "admin/tasks/")).body;
  const task = tasks.find(({ title }: Json) => title.startsWith("tell-accounts"));
  expect(task).toMatchObject({ state: "waiting", error: expect.stringContaining("cannot answer") });
  const tried = await world.call(staff, "POST", `admin/tasks/${task.id}/retry/`, { reason: "It is back" });
  expect(tried.status).toBe(200);
  await world.settle();
  expect(await read(person, offer.id)).toMatchObject({ state: "paid", is_license_ready: true });
});

test("BUY-09 a manager subscribes to an ended license again; for others it is not there, and not with another product", async () => {
  const { person, customer } = await french();
  const first = await opened(person);
  await pay(person, first.id);
  world.accounts.ended.set(first.license, { manager: person, product_id: MONTHLY });
  const { license } = first;
  const running = await opened(person, { license, plan: YEARLY });
  expect(await pay(person, running.id)).toMatchObject({ status: 409, body: { code: 20_005 } });
  const [{ id }] = (await held(customer)).live;
  await world.provider("DELETE", `subscriptions/${id}`);
  await world.settle();
  world.moveClock(1);
  const stranger = await french();
  expect((await start(stranger.person, { license })).status).toBe(404);
  const offer = await opened(person, { license, plan: YEARLY, quantity: 2 });
  expect(offer).toMatchObject({ license, is_return: true, total: 20_000 });
  expect((await pay(person, offer.id, { release: "seat_1" })).body.errors[0].field).toBe("release");
  // Two tabs with other choices: one counts, and both see the same purchase.
  const choices = [["seat_1", "seat_2"], ["seat_3"]];
  const second = await world.another();
  const tabs = await Promise.all(
    choices.map((release, at) => pay(person, offer.id, { release }, at === 0 ? undefined : second.origin)),
  );
  expect(tabs.map(({ body }) => body.checkout.state)).toEqual(["paid", "paid"]);
  expect(choices).toContainEqual(world.accounts.reserved.get(license)?.release);
  expect(newsOf(license).at(-1)).toMatchObject({ subscription: { quantity: 2, status: "active", plan: YEARLY } });
  world.accounts.ended.set("lic-other", { manager: person, product_id: "TASK-3-SUB-ANNUAL-WEB" });
  expect((await start(person, { license: "lic-other" })).body.errors[0].field).toBe("plan");
});

test("BUY-17 the vendor's site asks by the checkout's id whether it was paid, for a day, and learns nothing else", async () => {
  const { person } = await french();
  const offer = await opened(person);
  const asked = (id = offer.id) => world.call(null, "GET", `checkout/${id}/state`);
  expect((await asked()).body).toEqual({ state: "open" });
  await pay(person, offer.id);
  expect((await asked()).body).toEqual({ state: "paid" });
  const left = await opened(person);
  world.moveClock(1_801);
  expect((await asked(left.id)).body).toEqual({ state: "failed" });
  world.moveClock(86_400);
  expect((await asked()).status).toBe(404);
  expect((await asked("checkout_unknown")).status).toBe(404);
});

test("DOC-01 a firm says in checkout who buys, before the amount is final, and its first invoice names it (FAULT-50)", async () => {
  const person = await makePerson(world);
  const billing = {
    name: "Atelier Ł SARL",
    address: { line1: "Rue Haute 1", postal_code: "75001", city: "Paris", country: "FR" },
    tax_id: "FR 12 345678902",
  };
  const { checkout } = (await start(person, { billing })).body;
  await saveCard(world, checkout.customer, "pm_card_visa");
  const paid = await pay(person, checkout.id, {});
  expect(paid.body.checkout.state).toBe("paid");
  const [invoice] = (await world.provider("GET", "invoices", { customer: checkout.customer, limit: 1 })).data;
  expect(invoice).toMatchObject({
    customer_name: "Atelier Ł SARL",
    customer_address: billing.address,
    customer_tax_ids: [{ type: "eu_vat", value: "FR12345678902" }],
    amount_paid: checkout.total,
  });
});

test("DOC-01 a firm without what its invoice must say is refused with the field, and nothing of it is stored (FAULT-50)", async () => {
  const { person, customer } = await makeBuyer(world);
  const whole = { line1: "Rue Haute 1", city: "Paris", country: "FR" };
  const taxId = { kind: "eu_vat", country: "FR", value: "FR12345678902" } as const;
  for (const [billing, field] of [
    [{ name: "Atelier", address: { country: "FR" }, tax_id: "FR12345678902" }, "billing.address.line1"],
    [{ name: "Atelier", address: { ...whole, city: " " }, tax_ids: [taxId] }, "billing.address.city"],
    [{ name: " ", address: whole, tax_id: "FR12345678902" }, "billing.name"],
  ] as const) {
    const { status, body } = await start(person, { billing });
    expect([status, body.errors[0].field]).toEqual([422, field]);
  }
  const { name, address } = await world.provider("GET", `customers/${customer}`);
  expect([name, address]).toEqual([null, null]);
  // A private person says the country alone.
  expect((await start(person, { billing: { address: { country: "FR" } } })).status).toBe(200);
});

test("BUY-16 what the brand wants agreed is ticked before anything is charged, and kept with version, text and time", async () => {
  const terms = { id: "terms", version: "2026-11", text: "I agree to the terms." };
  const waiver = { id: "withdrawal", version: "1", text: "It begins at once.", privateOnly: true };
  const { origin } = await world.another({ sales: { ...sales, consents: [terms, waiver] } });
  const { person, customer } = await french();
  const { checkout } = (await start(person, {}, origin)).body;
  expect(checkout.consents.map(({ id }: Json) => id)).toEqual(["terms", "withdrawal"]);
  const refused = await pay(person, checkout.id, { consents: ["terms"] }, origin);
  expect([refused.status, refused.body.errors[0].field]).toEqual([422, "consents"]);
  expect(await counted(customer)).toEqual([0, 0, 0]);
  expect((await pay(person, checkout.id, { consents: ["terms", "withdrawal"] }, origin)).status).toBe(200);
  const { kysely } = world.service.database;
  const kept = await kysely.selectFrom("operations").selectAll().where("customer_id", "=", customer).execute();
  const { privateOnly: _private, ...asKept } = waiver;
  expect(kept).toMatchObject([{ request: { consents: [terms, asKept] }, created_at: world.clock.now() }]);
  const firm = await french();
  await world.provider("POST", `customers/${firm.customer}/tax_ids`, { type: "gb_vat", value: "GB123456789" });
  const offer = (await start(firm.person, {}, origin)).body.checkout;
  expect(offer.consents.map(({ id }: Json) => id)).toEqual(["terms"]);
});
