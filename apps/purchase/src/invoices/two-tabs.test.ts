import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { type Answer, MONTHLY, testWorld } from "../testing/purchase-world.ts";
import {
  makePerson,
  makeSubscriber,
  pathOf,
  saveCard,
  type Subscriber,
  subscriptionCalls,
} from "../testing/subscribers.ts";

/** Number of random sequences of three tabs. */
const RUNS = Number(process.env["TAB_RUNS"] ?? 6);

const world = testWorld();
let origins: readonly string[];
beforeAll(async () => {
  origins = [world.origin, (await world.another()).origin];
});

/** The quote that a tab saw last. */
interface Shown {
  readonly quote: string;
  readonly quantity: number;
  readonly total: number;
}

const originOf = (at: number): string | undefined => origins[at % origins.length];

const { read, invoicesOf, ...calls } = subscriptionCalls(world);

async function preview(who: Subscriber, person: string, quantity: number, at = 0): Promise<Shown | null> {
  const { status, body } = await calls.preview({ ...who, person }, { plan: MONTHLY, quantity }, originOf(at));
  return status === 200 ? { quote: body.quote.id, quantity, total: body.total } : null;
}

async function shownTo(who: Subscriber, person: string, quantity: number): Promise<Shown> {
  const shown = await preview(who, person, quantity);
  if (!shown) throw new Error("no preview");
  return shown;
}

const update = (who: Subscriber, person: string, { quote, quantity }: Shown, at = 0): Promise<Answer> =>
  calls.stage({ ...who, person }, { plan: MONTHLY, quantity }, quote, originOf(at));
const create = (who: Subscriber, person: string, quote: string | null, at = 0): Promise<Answer> =>
  calls.create({ ...who, person }, quote ?? undefined, originOf(at));
const abandon = (who: Subscriber, person: string, body: object = {}, at = 0): Promise<Answer> =>
  calls.post({ ...who, person }, `${pathOf(who)}/abandon_change`, body, originOf(at));

/** The same confirmation as a payment of the quote. `create` joins a payment that waits for the bank, and returns its state. */
async function pay(who: Subscriber, person: string, quote: string, at = 0): Promise<Answer> {
  const answer = await calls.pay({ ...who, person }, quote, originOf(at));
  const { payment } = answer.body;
  if (!payment) return answer;
  expect(payment).toMatchObject({ id: quote, state: expect.stringMatching(/^(paid|waiting)$/) });
  return payment.state === "paid" ? { ...answer, body: payment } : await create(who, person, quote, at);
}

/** Another manager who pays with the same customer. */
async function colleagueOf({ customer }: Subscriber): Promise<string> {
  const name = await makePerson(world);
  world.accounts.people.get(name)?.customerIds.push(customer);
  return name;
}

const changeInvoices = async (who: Subscriber): Promise<Json[]> =>
  (await invoicesOf(who)).filter(({ billing_reason: reason }) => reason === "subscription_update");
const seatsOf = async (who: Subscriber): Promise<number> => (await read(who)).items.data[0].quantity;
const outcomeOf = ({ status, body }: Answer): unknown[] => [status, body.code ?? body.invoice.status];

test("R-64 two tabs of one manager: a confirmation of 2,000 is not charged 27,000, and does not report 30 seats", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  const [first, second] = [await shownTo(who, who.person, 5), await shownTo(who, who.person, 30)];
  expect([first.total, second.total]).toEqual([2_000, 27_000]);
  for (const shown of [first, second]) expect((await update(who, who.person, shown)).status).toBe(200);
  const answer = await create(who, who.person, first.quote);
  expect([...outcomeOf(answer), answer.body.invoice?.total]).toEqual([200, "paid", 2_000]);
  expect(outcomeOf(await create(who, who.person, second.quote))).toEqual([409, 20_006]);
  expect(await seatsOf(who)).toBe(5);
});

test("R-64 two tabs concurrently, five times: one is charged what it was shown, the other is refused", async () => {
  for (let time = 0; time < 5; time++) {
    const who = await makeSubscriber(world, { quantity: 3 });
    const tabs = [await shownTo(who, who.person, 5), await shownTo(who, who.person, 30)];
    for (const shown of tabs) expect((await update(who, who.person, shown)).status).toBe(200);
    const answers = await Promise.all(tabs.map(({ quote }, at) => create(who, who.person, quote, at)));
    const paid = answers.findIndex(({ status }) => status === 200);
    expect(answers[paid]?.body.invoice.total).toBe(tabs[paid]?.total);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(answers[1 - paid]?.body.code).toBe(20_006);
    expect(await seatsOf(who)).toBe(tabs[paid]?.quantity);
  }
});

test("R-64 without a quote the caller's own staged change is charged, even if a colleague staged another one later", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  const colleague = await colleagueOf(who);
  await update(who, who.person, await shownTo(who, who.person, 5));
  await update(who, colleague, await shownTo(who, colleague, 30));
  const own = await create(who, who.person, null);
  expect([...outcomeOf(own), own.body.invoice?.total]).toEqual([200, "paid", 2_000]);
  expect(outcomeOf(await create(who, colleague, null))).toEqual([409, 20_006]);
  const third = await colleagueOf(who);
  expect(outcomeOf(await create(who, third, null))).toEqual([409, 20_005]);
});

test("R-64 a confirmation without a quote never gets the answer of a charge that was not staged", async () => {
  const who = await makeSubscriber(world, { quantity: 3, card: "pm_card_chargeCustomerFail" });
  const [staged, named] = [await shownTo(who, who.person, 4), await shownTo(who, who.person, 6)];
  await update(who, who.person, staged);
  expect(outcomeOf(await create(who, who.person, named.quote))).toEqual([402, 20_002]);
  expect(outcomeOf(await create(who, who.person, null))).toEqual([409, 20_005]);
});

test("R-64 a quote is valid only for the person it was shown to", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  const colleague = await colleagueOf(who);
  const shown = await shownTo(who, who.person, 5);
  expect(outcomeOf(await create(who, colleague, shown.quote))).toEqual([409, 20_006]);
  expect((await update(who, colleague, shown)).body.code).toBe(20_006);
  expect(await seatsOf(who)).toBe(3);
  expect(outcomeOf(await create(who, who.person, shown.quote))).toEqual([200, "paid"]);
  expect(outcomeOf(await create(who, colleague, shown.quote))).toEqual([409, 20_006]);
});

test("R-62 a confirmation with a lost answer is repeated from its first step: the same answer, one charge", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  const shown = await shownTo(who, who.person, 5);
  await update(who, who.person, shown);
  const answer = await create(who, who.person, shown.quote);
  await update(who, await colleagueOf(who), await shownTo(who, who.person, 9));
  expect((await update(who, who.person, shown, 1)).status).toBe(200);
  expect((await create(who, who.person, shown.quote, 1)).body).toEqual(answer.body);
  expect(await changeInvoices(who)).toHaveLength(1);
});

test("QTY-11 the card of one tab is declined: the other tab is not affected, and is charged its own quote", async () => {
  const who = await makeSubscriber(world, { quantity: 3, card: "pm_card_chargeCustomerFail" });
  const [first, second] = [await shownTo(who, who.person, 5), await shownTo(who, who.person, 30)];
  await update(who, who.person, first);
  expect(outcomeOf(await create(who, who.person, first.quote))).toEqual([402, 20_002]);
  await saveCard(world, who.customer, "pm_card_visa");
  const answer = await create(who, who.person, second.quote, 1);
  expect([...outcomeOf(answer), answer.body.invoice?.total]).toEqual([200, "paid", 27_000]);
  expect(outcomeOf(await create(who, who.person, first.quote))).toEqual([402, 20_002]);
});

test("QTY-11 PAY-05 a payment at the bank is not reported to another tab, and not canceled by it", async () => {
  const who = await makeSubscriber(world, { quantity: 3, card: "pm_card_authenticationRequired" });
  const colleague = await colleagueOf(who);
  const [first, second] = [await shownTo(who, who.person, 5), await shownTo(who, colleague, 30)];
  await update(who, colleague, second);
  await update(who, who.person, first);
  const asked = await create(who, who.person, first.quote);
  expect(asked.body.requires_action.client_secret).toEqual(expect.any(String));
  for (const quote of [second.quote, null]) {
    expect(outcomeOf(await create(who, colleague, quote, 1))).toEqual([409, 20_006]);
  }
  // Canceling a colleague's own change, or one with an old invoice, does not affect the waiting change.
  for (const body of [{}, { invoice: "in_of_another_time" }]) {
    const left = await abandon(who, colleague, body);
    expect(left.body.subscription.waiting).toMatchObject({ quantity: 5 });
  }
  expect((await create(who, who.person, first.quote, 1)).body).toEqual(asked.body);
  const { id } = asked.body.invoice;
  const given = await abandon(who, colleague, { invoice: id });
  expect(given.body.subscription.waiting).toBe(null);
  expect(outcomeOf(await create(who, who.person, first.quote))).toEqual([402, 20_003]);
  expect(await seatsOf(who)).toBe(3);
});

test("a canceled change is not charged by a late confirmation", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  const shown = await shownTo(who, who.person, 5);
  await update(who, who.person, shown);
  await abandon(who, who.person);
  expect(outcomeOf(await create(who, who.person, shown.quote))).toEqual([409, 20_006]);
  expect(await seatsOf(who)).toBe(3);
});

/** One of three tabs: two of the same manager, one of a colleague. */
const TABS = [0, 1, 2] as const;
const CARDS = ["pm_card_visa", "pm_card_chargeCustomerFail", "pm_card_authenticationRequired"] as const;
const tab = fc.constantFrom(...TABS);
const at = fc.nat({ max: 1 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("preview" as const), tab, at, more: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("update" as const), tab, at }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("create" as const),
      tabs: fc.uniqueArray(tab, { minLength: 1, maxLength: 3 }),
      at,
      isNamed: fc.boolean(),
      isPayment: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("card" as const), card: fc.constantFrom(...CARDS) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("bank" as const), isHer: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("give up" as const), tab, at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait" as const), minutes: fc.constantFrom(5, 40) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Actions of three tabs on one subscription, and what must be true for every answer. */
class Afternoon {
  readonly #who: Subscriber;
  readonly #people: readonly string[];
  readonly #shown: (Shown | null)[] = [null, null, null];
  /** The change staged by the colleague's tab, a client that passes no quote. */
  #staged: Shown | null = null;
  /** Invoice by quote, as reported to a tab. */
  readonly #told = new Map<string, string>();
  readonly #amounts = new Map<string, Shown>();
  #secret: string | null = null;

  constructor(who: Subscriber, colleague: string) {
    this.#who = who;
    this.#people = [who.person, who.person, colleague];
  }

  async take(one: Step): Promise<void> {
    switch (one.do) {
      case "preview": {
        const quantity = (await seatsOf(this.#who)) + one.more;
        const shown = await preview(this.#who, this.#person(one.tab), quantity, one.at);
        if (shown) this.#amounts.set(shown.quote, shown);
        this.#shown[one.tab] = shown ?? this.#shown[one.tab] ?? null;
        return;
      }
      case "update": {
        const shown = this.#shown[one.tab];
        if (!shown) return;
        const answer = await update(this.#who, this.#person(one.tab), shown, one.at);
        expect([undefined, 20_005, 20_006]).toContain(answer.body.code);
        if (one.tab === 2 && answer.status === 200) this.#staged = shown;
        return;
      }
      case "create":
        await Promise.all(one.tabs.map((each, index) => this.#confirm(each, one.at + index, one)));
        return;
      case "card":
        return void (await saveCard(world, this.#who.customer, one.card));
      case "bank":
        if (this.#secret === null) return;
        await world
          .bank(this.#secret, one.isHer ? "success" : "failure")
          // Already ended: canceled, or answered.
          .catch(() => undefined);
        this.#secret = null;
        return;
      case "give up":
        return void (await abandon(this.#who, this.#person(one.tab), {}, one.at));
      case "wait":
        return world.moveClock(one.minutes * 60);
    }
  }

  #person(of: number): string {
    return this.#people[of] ?? "";
  }

  async #confirm(of: number, instance: number, { isNamed, isPayment }: Extract<Step, { do: "create" }>): Promise<void> {
    const shown = isNamed || of !== 2 ? this.#shown[of] : this.#staged;
    if (!shown) return;
    const quote = isNamed || of !== 2 ? shown.quote : null;
    const { status, body } =
      isPayment && quote !== null
        ? await pay(this.#who, this.#person(of), quote, instance)
        : await create(this.#who, this.#person(of), quote, instance);
    // A client without a quote gets this answer when no staged change is left.
    if (quote === null && body.code === 20_005) return;
    if (status !== 200) {
      expect([20_002, 20_003, 20_006], body.message).toContain(body.code);
      if (body.code !== 20_006) expect(await this.#tried(shown), body.message).toBe(true);
      return;
    }
    expect(body.invoice.total).toBe(shown.total);
    expect(this.#told.get(shown.quote) ?? body.invoice.id).toBe(body.invoice.id);
    this.#told.set(shown.quote, body.invoice.id);
    this.#secret = body.requires_action?.client_secret ?? this.#secret;
  }

  /** True if the provider received this change. */
  async #tried({ quantity, total }: Shown): Promise<boolean> {
    const invoices = await changeInvoices(this.#who);
    return invoices.some(
      (invoice) => invoice.total === total && invoice.lines.data.some((line: Json) => line.quantity === quantity),
    );
  }

  /** Expects that each paid invoice belongs to one confirmation, with the amount that it was shown. */
  async end(): Promise<void> {
    await world.settle();
    expect(new Set(this.#told.values()).size).toBe(this.#told.size);
    const byInvoice = new Map([...this.#told].map(([quote, invoice]) => [invoice, this.#amounts.get(quote)]));
    const paid = (await changeInvoices(this.#who)).filter(({ status }) => status === "paid");
    for (const { id, total, lines } of paid) {
      expect(byInvoice.get(id)?.total).toBe(total);
      expect(lines.data.map((line: Json) => line.quantity)).toContain(byInvoice.get(id)?.quantity);
    }
    const quantities = paid.map(({ id }) => byInvoice.get(id)?.quantity ?? 0);
    expect(await seatsOf(this.#who)).toBe(Math.max(3, ...quantities));
  }
}

test("R-64 R-62 two tabs and two managers, in any order: each is charged what it was shown, or 20006 and nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
      const who = await makeSubscriber(world, { quantity: 3 });
      const afternoon = new Afternoon(who, await colleagueOf(who));
      for (const one of steps) await afternoon.take(one);
      await afternoon.end();
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 120_000);
