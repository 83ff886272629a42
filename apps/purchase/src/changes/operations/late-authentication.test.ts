import { expect, test } from "vitest";
import type { Json } from "../../testing/provider.ts";
import { MONTHLY, testWorld, YEARLY } from "../../testing/purchase-world.ts";
import { makeSubscriber, saveCard, type Subscriber, subscriptionCalls } from "../../testing/subscribers.ts";

const world = testWorld();

const { post, read, provided, stage, create, invoicesOf, paidCharges } = subscriptionCalls(world);
const finalize = (who: Subscriber, invoice: string, at?: string) => post(who, `invoice/${invoice}/finalize`, {}, at);

/** Money taken from the customer, less refunds and the customer's credit. */
async function paidInAll(who: Subscriber): Promise<number> {
  const charges = await paidCharges(who);
  const taken = charges.reduce((sum: number, charge) => sum + charge.amount - charge.amount_refunded, 0);
  const { balance } = await world.provider("GET", `customers/${who.customer}`);
  return taken + balance;
}

/**
 * Seconds before the end of the period at which a change begins to wait. Its amount is then still large
 * enough to be charged.
 */
const BEFORE_END = 3_000;

interface Waiting {
  readonly who: Subscriber;
  readonly invoice: string;
  readonly secret: string;
}

/** A change that waits for the bank shortly before the period ends. */
async function waiting(wanted: { plan: string; quantity: number }, balance = 0): Promise<Waiting> {
  const who = await makeSubscriber(world, { quantity: 3, taxPercent: 20, card: "pm_card_authenticationRequired" });
  const { current_period_end: end } = await read(who);
  await world.advance(end - BEFORE_END - world.clock.now().getTime() / 1_000);
  if (balance !== 0) await world.provider("POST", `customers/${who.customer}`, { balance });
  await stage(who, wanted);
  const asked = await create(who);
  expect(asked.body.requires_action).toMatchObject({ client_secret: expect.any(String) });
  // Renewals use another card. Otherwise the renewal would wait for the bank too.
  await saveCard(world, who.customer, "pm_card_visa");
  return { who, invoice: asked.body.invoice.id, secret: asked.body.requires_action.client_secret };
}

const agree = ({ secret }: Waiting): Promise<void> => world.bank(secret, "success");

/** Expects the state without the change: the month renewed once, unchanged. */
async function expectVoid(who: Subscriber, credit = 0): Promise<void> {
  const item = { quantity: 3, plan: { id: MONTHLY } };
  expect(await provided(who)).toMatchObject({ status: "active", pending_update: null, items: { data: [item] } });
  expect(await read(who)).toMatchObject({ items: { data: [item] }, next: null, waiting: null });
  expect(await paidInAll(who)).toBe(2 * 3_600 - credit);
}

const wishes = [
  { name: "3 to 600 seats", wanted: { plan: MONTHLY, quantity: 600 } },
  { name: "monthly to yearly", wanted: { plan: YEARLY, quantity: 3 } },
];

for (const { name, wanted } of wishes) {
  test(`SEATS-07 QTY-11 ${name}: an authentication after the period has ended voids the change, and 20006 reports it`, async () => {
    const late = await waiting(wanted);
    await world.advance(BEFORE_END + 60);
    await agree(late).catch(() => undefined);
    await world.settle();
    await expectVoid(late.who);
    const told = await finalize(late.who, late.invoice);
    expect(told).toMatchObject({ status: 409, body: { code: 20_006 } });
    expect(told.body.message).toContain("the billing period ended");
    expect(await create(late.who)).toMatchObject({ status: 409, body: { code: 20_006, message: told.body.message } });
  });

  test(`SEATS-07 QTY-11 ${name}: a payment that the provider took after the period had ended is returned once`, async () => {
    const late = await waiting(wanted, -500);
    const { who } = late;
    const mailed = world.mails.length;
    // No one has read the subscription since the period ended. The provider's own clock has not run either.
    world.moveClock(BEFORE_END + 30);
    await agree(late);
    const second = await world.another();
    const origins = [world.origin, second.origin, world.origin];
    const answers = await Promise.all(origins.map((origin) => finalize(who, late.invoice, origin)));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [409, 20_006]));
    await world.advance(60);
    await Promise.all([world.sweep(), world.settle()]);
    await expectVoid(who, 500);
    const { data: notes } = await world.provider("GET", "credit_notes", { invoice: late.invoice });
    const charged = (await invoicesOf(who)).find(({ id }) => id === late.invoice);
    expect(notes.map(({ amount }: Json) => amount)).toEqual([charged.total]);
    expect(world.mails.slice(mailed).map(({ subject }) => subject)).toEqual([expect.stringMatching(/ returned$/)]);
    expect((await finalize(who, late.invoice)).body.message).toContain("returned");
    // The month is unchanged, and the next one is billed as usual.
    await world.advance(31 * 86_400);
    expect(await paidInAll(who)).toBe(3 * 3_600 - 500);
  });
}

test("QTY-11 a process that dies during the refund refunds once", async () => {
  const late = await waiting({ plan: MONTHLY, quantity: 600 });
  world.moveClock(BEFORE_END + 30);
  await agree(late);
  world.sandbox.setFaults([{ kind: "error_500", when: "after", path: "credit_notes", times: 3 }]);
  await world.advance(60);
  world.sandbox.setFaults([]);
  for (let minutes = 0; minutes < 4; minutes++) await world.advance(60);
  await expectVoid(late.who);
  const { data: notes } = await world.provider("GET", "credit_notes", { invoice: late.invoice });
  expect(notes).toHaveLength(1);
});

test("QTY-11 a change that the provider made too late is undone as well", async () => {
  const late = await waiting({ plan: MONTHLY, quantity: 600 });
  const { who } = late;
  world.moveClock(BEFORE_END + 30);
  await agree(late);
  await world.provider("POST", `subscriptions/${who.subscription}`, {
    items: [{ id: who.item, plan: MONTHLY, quantity: 600 }],
    proration_behavior: "none",
  });
  await world.sweep("resume-operations");
  await world.advance(60);
  const item = { quantity: 3, plan: { id: MONTHLY } };
  expect(await provided(who)).toMatchObject({ items: { data: [item] } });
  expect(await read(who)).toMatchObject({ items: { data: [item] }, next: null, waiting: null });
});
