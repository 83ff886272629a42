import { caseCount } from "@foyer/testing/random-cases";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inBatches } from "../../in-batches.ts";
import type { Json } from "../../testing/provider.ts";
import { type Answer, MONTHLY, testWorld, YEARLY } from "../../testing/purchase-world.ts";
import { makeSubscriber, type Subscriber, subscriptionCalls } from "../../testing/subscribers.ts";

/** Total number of random changes. Each is quoted, charged, and compared with our own arithmetic. */
const CHANGES = caseCount("CHANGES", { usual: 60, torture: 2_000 });
const SUBSCRIBERS = 20;
const ROUNDS = CHANGES / SUBSCRIBERS;

// The end of January, where periods are clamped. 2028 has a leap day.
const world = testWorld({ start: "2027-10-31T13:07:11Z" }, 997, 9_941);

interface Plan {
  readonly seats: number;
  readonly isYearly: boolean;
  readonly tax: number;
  readonly inclusive: boolean;
  readonly classic: boolean;
}

const aPlan = fc.record({
  seats: fc.integer({ min: 1, max: 900 }),
  isYearly: fc.boolean(),
  tax: fc.constantFrom(0, 7.7, 8.5, 19, 20, 33.3333),
  inclusive: fc.boolean(),
  classic: fc.boolean(),
});
const aRound = fc.record({
  seconds: fc.integer({ min: 1, max: 12 * 86_400 }),
  more: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: SUBSCRIBERS, maxLength: SUBSCRIBERS }),
  toYearly: fc.array(fc.integer({ min: 0, max: 60 }), { minLength: SUBSCRIBERS, maxLength: SUBSCRIBERS }),
  balance: fc.array(fc.constantFrom(0, 0, 0, 0, -1, -777, -25_000, 350), {
    minLength: SUBSCRIBERS,
    maxLength: SUBSCRIBERS,
  }),
});

interface Wanted {
  readonly plan: string;
  readonly quantity: number;
}

interface Changed {
  readonly who: Subscriber;
  /** Paid by its quote. Otherwise staged, and charged by the calls of the specification. */
  readonly isPaid: boolean;
  readonly wanted: Wanted;
  readonly balance: number;
}

/** Customers with a nonzero balance. */
const credited = new Set<string>();

const { read, preview, stage, create, pay } = subscriptionCalls(world);

/** Stages the change of a quote, and charges what is staged. */
async function confirm(who: Subscriber, wanted: Wanted, quote: string): Promise<Answer> {
  await stage(who, wanted, quote);
  return await create(who);
}

/** Quotes and carries out one change. Returns what was shown and what the provider then has. */
async function change({ who, wanted, balance, isPaid }: Changed): Promise<{ shown: Json; charged: Json }> {
  if (balance !== 0 || credited.has(who.customer)) {
    await world.provider("POST", `customers/${who.customer}`, { balance });
    if (balance === 0) credited.delete(who.customer);
    else credited.add(who.customer);
  }
  const shown = await preview(who, wanted);
  expect([wanted, shown.status, shown.body.message]).toEqual([wanted, 200, undefined]);
  world.moveClock(7);
  const quote = shown.body.quote.id;
  const { status, body } = await (isPaid ? pay(who, quote) : confirm(who, wanted, quote));
  expect([wanted, status, body.message]).toEqual([wanted, 200, undefined]);
  const { id } = (body.payment ?? body).invoice;
  return { shown: shown.body, charged: await world.provider("GET", `invoices/${id}`) };
}

/** Smaller amounts are not charged and stay on the customer's balance. */
const MINIMUM = 50;

const sumOf = (lines: readonly { amount: number }[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);

/** Returns the state of the subscription before the next change. */
async function now(who: Subscriber): Promise<Wanted & { readonly next: object | null }> {
  const { items, next } = await read(who);
  const { plan, quantity } = items.data[0];
  return { plan: plan.id, quantity, next };
}

test(`R-64 in ${CHANGES} random changes the charge is what was shown, to the cent, and the requested state is in force`, async () => {
  const seed = Number(process.env["SEED"] ?? 20_261_121);
  const plans = fc.sample(aPlan, { seed, numRuns: SUBSCRIBERS });
  const rounds = fc.sample(aRound, { seed: seed + 1, numRuns: ROUNDS });
  const subscribers = await inBatches(plans, (plan: Plan) =>
    makeSubscriber(world, {
      plan: plan.isYearly ? YEARLY : MONTHLY,
      quantity: plan.seats,
      taxPercent: plan.tax,
      taxInclusive: plan.inclusive,
      billingMode: plan.classic ? "classic" : "flexible",
    }),
  );
  let compared = 0;
  // The service reads its own changes back without webhooks, and the sweep finds renewals. Webhooks would
  // only cost time.
  await world.sandbox.setWebhookChaos({ drop: true });
  const held = new Map<string, Wanted>();
  for (const round of rounds) {
    world.moveClock(round.seconds);
    await world.sandbox.runDue();
    await world.sweep("compare-subscriptions");
    const done = await inBatches([...subscribers.entries()], async ([index, who]) => {
      const before = held.get(who.person) ?? (await now(who));
      const toYearly = before.plan === MONTHLY && round.toYearly[index] === 0;
      const quantity = Math.min(2_200, before.quantity + (round.more[index] ?? 1));
      const wanted = { plan: toYearly ? YEARLY : before.plan, quantity };
      const balance = round.balance[index] ?? 0;
      const result = await change({ who, wanted, balance, isPaid: index % 2 === 0 });
      expect(await now(who)).toEqual({ ...wanted, next: null });
      held.set(who.person, wanted);
      return result;
    });
    for (const { shown, charged } of done) {
      const context = `seed ${seed}, change ${compared}`;
      const due = charged.total + charged.starting_balance;
      expect([context, shown.total, shown.total, shown.subtotal, shown.tax, shown.tax_included ?? 0]).toEqual([
        context,
        charged.amount_paid,
        due < MINIMUM ? 0 : due,
        charged.subtotal,
        charged.total_taxes.reduce((sum: number, { amount }: Json) => sum + amount, 0),
        charged.subtotal - charged.total_excluding_tax,
      ]);
      expect([context, sumOf(shown.lines.data)]).toEqual([context, sumOf(charged.lines.data)]);
      expect([context, charged.status]).toEqual([context, "paid"]);
      compared += 1;
    }
  }
  expect(compared).toBe(CHANGES);
}, 400_000);
