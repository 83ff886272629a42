import { caseCount } from "@foyer/testing/random-cases";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inBatches } from "../in-batches.ts";
import type { Json } from "../testing/provider.ts";
import { MONTHLY, testWorld, YEARLY } from "../testing/purchase-world.ts";
import { done, makeSubscriber, type Subscriber, subscriptionCalls } from "../testing/subscribers.ts";

const SUBSCRIBERS = caseCount("SUBSCRIBERS", { usual: 8, torture: 200 });
const DAY = 86_400;
/** Not a month, so that every step meets another part of the periods. */
const STEP = 29 * DAY;
/** 406 days: thirteen months, which includes the renewal of yearly terms. */
const STEPS = 14;
const SEED = Number(process.env["SEED"] ?? 20_261_121);

const world = testWorld({ start: "2026-12-31T22:11:05Z" }, 997, 9_941);

/** The test's own record of a subscription, from its requests and the paid invoices. */
interface Held {
  readonly who: Subscriber;
  seats: number;
  /** The seats of the next paid period, if they were lowered. */
  next: number | null;
  isEnding: boolean;
  hasBadCard: boolean;
  /** Paid invoices that are already counted. */
  readonly seen: Set<string>;
}

/** Returns all of a kind at the provider, oldest first. */
async function everything(kind: "charges" | "invoices"): Promise<Json[]> {
  const all: Json[] = [];
  for (let after: string | undefined; ;) {
    const page = await world.provider("GET", kind, { limit: 100, ...(after ? { starting_after: after } : {}) });
    all.push(...page.data);
    if (!page.has_more) return all.toReversed();
    after = page.data.at(-1).id;
  }
}

const { post, read, preview, stage, create, turnRenewal, newsOf, ...calls } = subscriptionCalls(world);

async function chargeTo(held: Held, token: string): Promise<void> {
  const { who } = held;
  const card = await world.provider("POST", `payment_methods/${token}/attach`, { customer: who.customer });
  await done(post(who, `customer/${who.customer}/payment_method/${card.id}/default`));
  held.hasBadCard = token !== "pm_card_visa";
}

async function raise(held: Held, more: number): Promise<void> {
  const { who } = held;
  const { plan } = (await read(who)).items.data[0];
  const wanted = { plan: plan.id, quantity: held.seats + more };
  const shown = await preview(who, wanted);
  await done(stage(who, wanted, shown.body.quote.id));
  const created = await create(who);
  if (held.hasBadCard) return expect(created).toMatchObject({ status: 402, body: { code: 20_002 } });
  expect(created.body).toMatchObject({ invoice: { status: "paid", total: shown.body.total } });
}

async function record(held: Held, quantity: number): Promise<void> {
  const { plan } = (await read(held.who)).items.data[0];
  await done(calls.record(held.who, { plan: plan.id, quantity }));
  held.next = quantity === held.seats ? null : quantity;
}

/** Does one random action that a customer may do now. */
async function act(held: Held, dice: number): Promise<void> {
  const { who } = held;
  const { status, cancel_at_period_end: isEnding } = await read(who);
  if (status === "canceled") return;
  if (held.hasBadCard && dice % 3 > 0) return chargeTo(held, "pm_card_visa");
  const set = async (cancel: boolean): Promise<void> => {
    await done(turnRenewal(who, cancel ? "off" : "on"));
    held.isEnding = cancel;
  };
  if (isEnding) return dice % 4 > 0 ? set(false) : undefined;
  if (dice < 8) return chargeTo(held, "pm_card_chargeCustomerFail");
  if (dice < 16) return set(true);
  if (status !== "active") return undefined;
  if (held.next !== null) return dice < 45 ? record(held, held.seats) : undefined;
  if (dice < 34 && held.seats > 1) return record(held, Math.max(1, held.seats - 1 - (dice % 4)));
  if (dice < 50) return raise(held, 1 + (dice % 5));
  return undefined;
}

/** Counts new paid invoices: a period for the due seats, or an increase for more. */
function takePaid(held: Held, invoices: readonly Json[]): void {
  for (const invoice of invoices) {
    if (invoice.status !== "paid" || held.seen.has(invoice.id)) continue;
    held.seen.add(invoice.id);
    const { quantity } = invoice.lines.data.findLast((line: Json) => line.amount > 0);
    if (invoice.billing_reason === "subscription_cycle") {
      expect([held.who.person, "renewed", quantity]).toEqual([held.who.person, "renewed", held.next ?? held.seats]);
      expect([held.who.person, held.isEnding]).toEqual([held.who.person, false]);
      held.next = null;
    } else if (held.seen.size > 1) {
      expect([invoice.billing_reason, quantity > held.seats]).toEqual(["subscription_update", true]);
    }
    held.seats = quantity;
  }
}

const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);

/** Compares the money and seats of all subscriptions at the provider, here and in the accounts service. */
async function expectEqual(all: readonly Held[]): Promise<void> {
  const [charges, invoices] = [await everything("charges"), await everything("invoices")];
  const paid = Map.groupBy(
    charges.filter((charge) => charge.paid),
    (charge) => charge.customer,
  );
  const made = Map.groupBy(invoices, (invoice) => invoice.customer);
  await inBatches(all, async (held) => {
    const { who } = held;
    takePaid(held, made.get(who.customer) ?? []);
    const taken = (paid.get(who.customer) ?? []).map(({ amount }) => amount);
    const ours = await world.call(who.person, "GET", `customer/${who.customer}/invoices?limit=100`);
    const told = ours.body.invoices.filter((invoice: Json) => invoice.status === "paid");
    expect([who.person, sum(taken)]).toEqual([who.person, sum(told.map(({ total }: Json) => total))]);
    expect(taken).toHaveLength(told.length);
    const subscription = await read(who);
    const news = newsOf(who).at(-1)?.subscription;
    const { quantity } = subscription.items.data[0];
    expect([who.person, quantity, news?.quantity]).toEqual([who.person, held.seats, held.seats]);
    expect([who.person, news?.status]).toEqual([who.person, subscription.status]);
    if (subscription.status === "active")
      expect(subscription.current_period_end * 1_000).toBeGreaterThan(world.clock.now().getTime());
    if (subscription.status === "canceled") return;
    expect([who.person, subscription.next?.quantity ?? null]).toEqual([who.person, held.next]);
  });
}

test(`R-58 R-59 thirteen months of renewals of ${SUBSCRIBERS} subscriptions: money and seats are always equal everywhere`, async () => {
  const numbers = { minLength: SUBSCRIBERS, maxLength: SUBSCRIBERS };
  const seats = fc.sample(fc.array(fc.integer({ min: 1, max: 40 }), numbers), { seed: SEED, numRuns: 1 })[0] ?? [];
  const rounds = fc.sample(fc.array(fc.integer({ min: 0, max: 199 }), numbers), { seed: SEED + 1, numRuns: STEPS });
  const all: Held[] = [];
  for (let start = 0; start < SUBSCRIBERS; start += 25) {
    const batch = await inBatches(seats.slice(start, start + 25), async (quantity): Promise<Held> => {
      const plan = quantity % 3 === 0 ? YEARLY : MONTHLY;
      const who = await makeSubscriber(world, { plan, quantity, taxPercent: quantity % 5 === 0 ? 19 : 0 });
      return { who, seats: quantity, next: null, isEnding: false, hasBadCard: false, seen: new Set() };
    });
    all.push(...batch);
    world.moveClock(5 * DAY + 4_321);
  }
  const seen = new Set<string>();
  for (const [step, round] of rounds.entries()) {
    // In two of three steps no webhook arrives, so that the daily comparison must find everything.
    const isDeaf = step % 3 > 0;
    await world.sandbox.setWebhookChaos({ drop: isDeaf });
    await inBatches([...all.entries()], ([at, held]) => act(held, round[at] ?? 199));
    world.moveClock(STEP);
    await world.sandbox.runDue();
    if (isDeaf) await world.sweep("compare-subscriptions");
    await world.settle();
    await expectEqual(all);
    for (const { subscription } of world.accounts.news.slice(-400)) seen.add(subscription.status);
  }
  expect([...seen].toSorted((one, other) => one.localeCompare(other))).toEqual(["active", "canceled", "past_due"]);
  expect((await world.service.reconcile({ dryRun: true })).drift).toEqual([]);
}, 400_000);
