import { expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { MONTHLY, testWorld, YEARLY } from "../testing/purchase-world.ts";
import { makeSubscriber, pathOf, saveCard, type Subscriber, subscriptionCalls } from "../testing/subscribers.ts";

const world = testWorld();

const DAY = 86_400;

const { post, read, provided, preview, create, pay, ...calls } = subscriptionCalls(world);
const stage = (who: Subscriber, quantity: number, quote?: string) =>
  calls.stage(who, { plan: MONTHLY, quantity }, quote);
const pendingItems = async (who: Subscriber): Promise<number> =>
  (await world.provider("GET", "invoiceitems", { customer: who.customer, pending: true })).data.length;
const paidInvoices = async (who: Subscriber): Promise<Json[]> =>
  (await calls.invoicesOf(who)).filter(({ status }) => status === "paid");

/** Expects no trace of a change that was not paid. */
async function expectUntouched(who: Subscriber, quantity: number, paid: number): Promise<void> {
  const subscription = await provided(who);
  expect(subscription).toMatchObject({ status: "active", pending_update: null, items: { data: [{ quantity }] } });
  expect(await pendingItems(who)).toBe(0);
  expect(await paidInvoices(who)).toHaveLength(paid);
  expect(await read(who)).toMatchObject({ items: { data: [{ quantity }] }, next: null, waiting: null });
}

test("QTY-11 a declined card changes no seats, its reason is reported, and the change is dropped at once", async () => {
  const dan = await makeSubscriber(world, { quantity: 3, card: "pm_card_chargeCustomerFail" });
  await stage(dan, 6);
  const declined = await create(dan);
  expect(declined).toMatchObject({
    status: 402,
    body: { code: 20_002, errors: [{ code: 20_002, decline_code: "generic_decline" }] },
  });
  await expectUntouched(dan, 3, 1);
  await saveCard(world, dan.customer, "pm_card_visa");
  expect((await stage(dan, 6)).status).toBe(200);
  expect((await create(dan)).body.invoice.status).toBe("paid");
  expect((await read(dan)).items.data[0].quantity).toBe(6);
});

test("QTY-11 without any card nothing is changed", async () => {
  const nora = await makeSubscriber(world, { quantity: 3, card: null });
  await stage(nora, 4);
  expect(await create(nora)).toMatchObject({ status: 402, body: { code: 20_002 } });
  await expectUntouched(nora, 3, 1);
});

const paymentOf = (who: Subscriber, id: string) => ({
  pay: () => pay(who, id),
  read: async () => (await world.call(who.person, "GET", `customer/${who.customer}/payment/${id}`)).body.payment,
});

async function quotedPayment(who: Subscriber, quantity: number) {
  const shown = await preview(who, { plan: MONTHLY, quantity });
  return { quote: shown.body.quote.id, ...paymentOf(who, shown.body.quote.id) };
}

test("QTY-11 a payment with a lost answer is read by the person who confirmed it, and reading charges nothing", async () => {
  const kim = await makeSubscriber(world, { quantity: 3, card: "pm_card_chargeCustomerFail" });
  const change = { subscription: kim.subscription, plan: MONTHLY, quantity: 6 };
  const { quote, pay: confirm, read: look } = await quotedPayment(kim, 6);
  expect(await look()).toEqual({ id: quote, state: "open", change });
  const declined = await confirm();
  expect(declined).toMatchObject({ status: 402, body: { code: 20_002 } });
  const failure = { code: 20_002, name: "payment.declined", message: declined.body.message };
  expect(await look()).toEqual({ id: quote, change, state: "failed", failure });
  // A repeat has the same answer, and so has the call of the specification.
  expect((await confirm()).body.message).toBe(declined.body.message);
  expect((await create(kim, quote)).status).toBe(402);
  await expectUntouched(kim, 3, 1);
  await saveCard(world, kim.customer, "pm_card_visa");
  // Staged again, the quote has no result until it is confirmed again.
  await stage(kim, 6, quote);
  expect(await look()).toMatchObject({ state: "open" });
  const paid = await confirm();
  expect(paid.body.payment).toMatchObject({ id: quote, state: "paid", change, invoice: { status: "paid" } });
  expect(await look()).toEqual(paid.body.payment);
  expect(await paidInvoices(kim)).toHaveLength(2);
  const other = await makeSubscriber(world, { quantity: 3 });
  expect(await paymentOf(other, quote).pay()).toMatchObject({ status: 409, body: { code: 20_006 } });
  expect(await paymentOf(other, quote).read()).toBeUndefined();
  expect(await paymentOf(other, paid.body.payment.invoice.id).read()).toBeUndefined();
  // The result is stored longer than the quote.
  await world.service.database.kysely.deleteFrom("quotes").where("id", "=", quote).execute();
  expect(await look()).toEqual(paid.body.payment);
  expect((await confirm()).body.payment).toEqual(paid.body.payment);
});

test("QTY-09 a change that costs nothing now is made by its quote, once, and is refused once its state has changed", async () => {
  const fay = await makeSubscriber(world, { quantity: 5 });
  const [fewer, least] = [await quotedPayment(fay, 3), await quotedPayment(fay, 2)];
  expect(await fewer.read()).toMatchObject({ state: "open", change: { quantity: 3 } });
  const answers = await Promise.all([fewer.pay(), fewer.pay()]);
  for (const { body } of answers) expect(body.payment).toMatchObject({ state: "paid", change: { quantity: 3 } });
  expect(await fewer.read()).toMatchObject({ state: "paid" });
  expect((await read(fay)).next).toMatchObject({ quantity: 3 });
  expect(await least.pay()).toMatchObject({ status: 409, body: { code: 20_006 } });
  expect(await least.read()).toMatchObject({ state: "open" });
  const kept = await quotedPayment(fay, 5);
  expect((await kept.pay()).body.payment).toMatchObject({ state: "paid" });
  expect((await read(fay)).next).toBe(null);
  expect(await paidInvoices(fay)).toHaveLength(1);
  const late = await quotedPayment(fay, 4);
  world.moveClock(31 * 60);
  expect(await late.pay()).toMatchObject({ status: 409, body: { code: 20_006 } });
  expect(await late.read()).toMatchObject({ state: "over" });
});

test("QTY-11 PAY-05 reading a payment completes what the bank has allowed, and tells what it has refused", async () => {
  const bo = await makeSubscriber(world, { quantity: 3, card: "pm_card_authenticationRequired" });
  for (const outcome of ["failure", "success"] as const) {
    const { quote, pay: confirm, read: look } = await quotedPayment(bo, 5);
    const asked = (await confirm()).body.payment;
    expect(asked).toMatchObject({ id: quote, state: "waiting", client_secret: expect.any(String) });
    expect(await look()).toEqual(asked);
    expect((await confirm()).body.payment).toEqual(asked);
    // Another tab knows the invoice.
    const { invoice } = (await read(bo)).waiting;
    expect(await paymentOf(bo, invoice).read()).toEqual({ ...asked, id: invoice });
    await world.bank(asked.client_secret, outcome);
    const ended = outcome === "success" ? { state: "paid" } : { state: "failed", failure: { code: 20_003 } };
    expect(await paymentOf(bo, invoice).read()).toMatchObject(ended);
    expect(await look()).toMatchObject(ended);
  }
  expect((await read(bo)).items.data[0].quantity).toBe(5);
});

test("QTY-11 PAY-05 a card that asks for authentication: complete it, and the next read shows the seats", async () => {
  const tess = await makeSubscriber(world, { quantity: 3, card: "pm_card_authenticationRequired" });
  await stage(tess, 5);
  const asked = await create(tess);
  const waiting = { invoice: { status: "open" }, requires_action: { client_secret: expect.any(String) } };
  expect(asked.body).toMatchObject(waiting);
  expect((await create(tess)).body).toEqual(asked.body);
  expect(await read(tess)).toMatchObject({
    items: { data: [{ quantity: 3 }] },
    waiting: { quantity: 5, invoice: asked.body.invoice.id, client_secret: asked.body.requires_action.client_secret },
  });
  expect(await stage(tess, 7)).toMatchObject({ status: 409, body: { code: 20_005 } });
  await world.bank(asked.body.requires_action.client_secret, "success");
  // The provider's event completes the charge. The record still names the person who began it, and only once.
  await world.settle();
  const caused = calls.newsOf(tess).filter(({ cause }) => cause !== undefined);
  const { total } = asked.body.invoice;
  expect(caused).toMatchObject([{ subscription: { quantity: 5 }, cause: { by: tess.person, amount: total } }]);
  expect(await read(tess)).toMatchObject({ items: { data: [{ quantity: 5 }] }, waiting: null });
});

test("QTY-11 PAY-05 a failed authentication is dropped at once, by webhook or by the next call", async () => {
  const tom = await makeSubscriber(world, { quantity: 3, card: "pm_card_authenticationRequired" });
  await stage(tom, 5);
  const asked = await create(tom);
  await world.bank(asked.body.requires_action.client_secret, "failure");
  expect((await stage(tom, 6)).status).toBe(200);
  const again = await create(tom);
  expect(again.body.requires_action.client_secret).not.toBe(asked.body.requires_action.client_secret);
  await world.bank(again.body.requires_action.client_secret, "failure");
  await world.settle();
  await expectUntouched(tom, 3, 1);
  expect((await stage(tom, 5)).status).toBe(200);
});

test("an increase that waits for the bank is canceled by the customer, or after an hour", async () => {
  const ada = await makeSubscriber(world, { quantity: 3, card: "pm_card_authenticationRequired" });
  await stage(ada, 5);
  await create(ada);
  const given = await post(ada, `${pathOf(ada)}/abandon_change`);
  expect(given.body.subscription).toMatchObject({ waiting: null, items: { data: [{ quantity: 3 }] } });
  await expectUntouched(ada, 3, 1);
  await stage(ada, 5);
  await create(ada);
  await world.advance(3_700);
  await world.service.database.kysely.updateTable("operations").set({ next_attempt_at: null }).execute();
  await world.sweep("resume-operations");
  await expectUntouched(ada, 3, 1);
});

test("a staged increase is replaced by the next one, and dropped after an hour", async () => {
  const rosa = await makeSubscriber(world, { quantity: 3 });
  await stage(rosa, 10);
  await stage(rosa, 4);
  expect((await create(rosa)).body.invoice.status).toBe("paid");
  expect((await read(rosa)).items.data[0].quantity).toBe(4);
  await stage(rosa, 6);
  await world.advance(3_601);
  expect(await create(rosa)).toMatchObject({ status: 409, body: { code: 20_006 } });
  await expectUntouched(rosa, 4, 2);
});

test("R-64 a quote that expired, or with a changed price or tax, is refused with nothing changed", async () => {
  const quinn = await makeSubscriber(world, { quantity: 3 });
  const wanted = { plan: MONTHLY, quantity: 5 };
  const first = (await preview(quinn, wanted)).body;
  await world.advance(first.quote.expires_at - world.clock.now().getTime() / 1_000 + 1);
  expect(await stage(quinn, 5, first.quote.id)).toMatchObject({ status: 409, body: { code: 20_006 } });
  const second = (await preview(quinn, wanted)).body;
  expect(await stage(quinn, 6, second.quote.id)).toMatchObject({ status: 409, body: { code: 20_006 } });
  expect((await stage(quinn, 5, second.quote.id)).status).toBe(200);
  const rate = await world.provider("POST", "tax_rates", { display_name: "VAT", percentage: 10, inclusive: false });
  await world.provider("POST", `subscriptions/${quinn.subscription}`, { default_tax_rates: [rate.id] });
  expect(await create(quinn)).toMatchObject({ status: 409, body: { code: 20_006 } });
  await expectUntouched(quinn, 3, 1);
});

test("R-64 the charge is what was shown, even if it is confirmed late in the hour", async () => {
  const cleo = await makeSubscriber(world, { plan: YEARLY, quantity: 25, taxPercent: 8.5 });
  await world.advance(100 * DAY);
  const wanted = { plan: YEARLY, quantity: 40 };
  const shown = await preview(cleo, wanted);
  await world.advance(20 * 60);
  // A client that passes no quote is also charged what it saw last.
  await calls.stage(cleo, wanted);
  await world.advance(30 * 60);
  expect((await create(cleo)).body.invoice.total).toBe(shown.body.total);
});

test("the customer's credit reduces what is due, in the quote and in the charge", async () => {
  const bea = await makeSubscriber(world, { quantity: 3 });
  await world.provider("POST", `customers/${bea.customer}`, { balance: -700 });
  const shown = await preview(bea, { plan: MONTHLY, quantity: 4 });
  expect(shown.body).toMatchObject({ subtotal: 1_000, total: 300 });
  await stage(bea, 4, shown.body.quote.id);
  const charged = await create(bea);
  expect(charged.body.invoice).toMatchObject({ total: 1_000, amount_due: 300, status: "paid" });
});

for (const billingMode of ["classic", "flexible"] as const) {
  test(`example B in ${billingMode} mode: what was lowered at the provider is never charged twice`, async () => {
    const bob = await makeSubscriber(world, { quantity: 5, billingMode });
    const end = (await read(bob)).current_period_end;
    const start = (await provided(bob)).items.data[0].current_period_start;
    await world.advance(start + Math.round((end - start) * 0.65) - world.clock.now().getTime() / 1_000);
    await world.provider("POST", `subscriptions/${bob.subscription}`, {
      items: [{ id: bob.item, quantity: 2 }],
      proration_behavior: "none",
    });
    // Until the provider's event arrives, a charge is refused, because its basis has changed.
    await world.settle();
    const fraction = (end - world.clock.now().getTime() / 1_000) / (end - start);
    const expected = Math.round(7_000 * fraction) - Math.round(5_000 * fraction);
    const shown = await preview(bob, { plan: MONTHLY, quantity: 7 });
    expect(shown.body.total).toBe(expected);
    expect((await preview(bob, { plan: MONTHLY, quantity: 4 })).body.total).toBe(0);
    await stage(bob, 7, shown.body.quote.id);
    expect((await create(bob)).body.invoice).toMatchObject({ status: "paid", total: expected });
    expect(await read(bob)).toMatchObject({ items: { data: [{ quantity: 7 }] }, next: null });
  });
}

test("example B, declined: the provider's quantity is unchanged", async () => {
  const bo = await makeSubscriber(world, { quantity: 5, card: "pm_card_chargeCustomerFail" });
  await world.provider("POST", `subscriptions/${bo.subscription}`, {
    items: [{ id: bo.item, quantity: 2 }],
    proration_behavior: "none",
  });
  await world.settle();
  await stage(bo, 7);
  expect((await create(bo)).status).toBe(402);
  expect((await provided(bo)).items.data[0].quantity).toBe(2);
  expect(await read(bo)).toMatchObject({ items: { data: [{ quantity: 5 }] }, next: { quantity: 2 } });
});
