import { expect } from "vitest";
import type { Json } from "./provider.ts";
import { type Answer, MONTHLY, type PurchaseWorld, YEARLY } from "./purchase-world.ts";
import { makePerson, makeSubscriber, pathOf, saveCard, subscriptionCalls } from "./subscribers.ts";
import type { Subscriber, SubscriberOptions } from "./subscribers.ts";

/** One change at the provider, with checks that it was made once. */
export interface Subject {
  /** Path of the provider's call that makes the change. */
  readonly path: string;
  /** Requests the change, at another process if an origin is given. */
  send(origin?: string): Promise<Answer>;
  /** True if the first call only prepares the change. If that answer is late, the change is not made. */
  readonly isPrepared?: boolean;
  /** Prepares the next request after the change was not made. */
  prepareAgain?(): Promise<unknown>;
  /** True if the provider has made the change. */
  isAtProvider(): Promise<boolean>;
  /** Expects the change at the provider, in the money and here, once. */
  expectOnce(): Promise<void>;
  expectNothing(): Promise<void>;
}

export interface Change {
  readonly name: string;
  make(world: PurchaseWorld): Promise<Subject>;
}

/** Returns the successful charges of the customer, except the first one of the subscription. */
const chargesOf = async (world: PurchaseWorld, who: Subscriber): Promise<Json[]> =>
  (await subscriptionCalls(world).paidCharges(who)).slice(0, -1);

const isSameItem = (one: Json, other: Json): boolean =>
  JSON.stringify(one.items.data[0]) === JSON.stringify(other.items.data[0]);

/** An increase or a switch: staged, and charged when it is confirmed. */
export async function charged(
  world: PurchaseWorld,
  who: Subscriber,
  wanted: { readonly plan: string; readonly quantity: number },
): Promise<Subject> {
  const { read, provided, create, ...calls } = subscriptionCalls(world);
  const before = (await read(who)).items.data[0];
  const atProvider = await provided(who);
  const stage = async (): Promise<void> => expect((await calls.stage(who, wanted)).status).toBe(200);
  await stage();
  const expectInForce = async (plan: string, quantity: number, charges: number): Promise<void> => {
    expect(await read(who)).toMatchObject({ items: { data: [{ quantity, plan: { id: plan } }] } });
    expect(await chargesOf(world, who)).toHaveLength(charges);
  };
  return {
    path: `subscriptions/${who.subscription}`,
    send: (origin) => create(who, undefined, origin),
    prepareAgain: stage,
    isAtProvider: async () => !isSameItem(await provided(who), atProvider),
    expectOnce: async () => {
      await expectInForce(wanted.plan, wanted.quantity, 1);
      const { items } = await provided(who);
      expect(items.data).toMatchObject([{ quantity: wanted.quantity, plan: { id: wanted.plan } }]);
    },
    expectNothing: () => expectInForce(before.plan.id, before.quantity, 0),
  };
}

/** The same change, with the subject's `send` replaced by quote and payment. */
async function paidByQuote(
  world: PurchaseWorld,
  who: Subscriber,
  wanted: { readonly plan: string; readonly quantity: number },
  subject: Subject,
): Promise<Subject> {
  const { preview, pay } = subscriptionCalls(world);
  const quote = async (): Promise<string> => (await preview(who, wanted)).body.quote.id;
  let shown = await quote();
  return {
    ...subject,
    send: (origin) => pay(who, shown, origin),
    prepareAgain: async () => {
      shown = await quote();
    },
  };
}

/** A change without a payment. */
async function quiet(
  world: PurchaseWorld,
  who: Subscriber,
  body: object,
  isMade: (subscription: Json) => boolean,
): Promise<Subject> {
  const { post, read, provided } = subscriptionCalls(world);
  const expectMade = async (made: boolean): Promise<void> => {
    expect(isMade(await read(who))).toBe(made);
    expect(await chargesOf(world, who)).toEqual([]);
  };
  return {
    path: `subscriptions/${who.subscription}`,
    send: (origin) => post(who, pathOf(who), body, origin),
    isAtProvider: async () => {
      const { items, cancel_at_period_end } = await provided(who);
      return isMade({ next: items.data[0], cancel_at_period_end });
    },
    expectOnce: () => expectMade(true),
    expectNothing: () => expectMade(false),
  };
}

const subscriber = (world: PurchaseWorld, options: SubscriberOptions = {}) =>
  makeSubscriber(world, { quantity: 3, ...options });

export const increase: Change = {
  name: "more seats",
  make: async (world) => charged(world, await subscriber(world), { plan: MONTHLY, quantity: 5 }),
};

const switchToYearly: Change = {
  name: "monthly to yearly",
  make: async (world) => {
    const who = await subscriber(world);
    const wanted = { plan: YEARLY, quantity: 4 };
    return paidByQuote(world, who, wanted, await charged(world, who, wanted));
  },
};

/** Example B: the provider bills fewer seats than are paid, so the paid number is restored first. */
const increaseAfterProvider: Change = {
  name: "more seats after the provider's own decrease",
  make: async (world) => {
    const who = await subscriber(world);
    const items = [{ id: who.item, quantity: 2 }];
    await world.provider("POST", `subscriptions/${who.subscription}`, { items, proration_behavior: "none" });
    await world.settle();
    return { ...(await charged(world, who, { plan: MONTHLY, quantity: 5 })), isPrepared: true };
  },
};

const decrease: Change = {
  name: "fewer seats",
  make: async (world) => {
    const who = await subscriber(world);
    const wanted = { plan: MONTHLY, quantity: 2 };
    return paidByQuote(world, who, wanted, await quiet(world, who, {}, ({ next }) => next?.quantity === 2));
  },
};

const LATE_TERMS = 24;
const lateTerms = new WeakMap<PurchaseWorld, Subscriber[]>();

/** Creates yearly terms and moves the clock to their last days, once for all, before any is used. */
export async function makeLateTerms(world: PurchaseWorld): Promise<void> {
  const ready: Subscriber[] = [];
  while (ready.length < LATE_TERMS) {
    const four = Array.from({ length: 4 }, () => subscriber(world, { plan: YEARLY }));
    ready.push(...(await Promise.all(four)));
  }
  await world.advance(340 * 86_400);
  lateTerms.set(world, ready);
}

/** Returns a yearly term in its last days. */
export function lateTerm(world: PurchaseWorld): Subscriber {
  const term = lateTerms.get(world)?.pop();
  if (!term) throw new Error("no yearly term is left");
  return term;
}

const switchToMonthly: Change = {
  name: "yearly to monthly",
  make: async (world) => {
    const who = lateTerm(world);
    const body = { plan: MONTHLY, quantity: 2, proration_behavior: "none" };
    const subject = await quiet(world, who, body, ({ next }) => (next?.plan.id ?? next?.plan) === MONTHLY);
    const { read, provided } = subscriptionCalls(world);
    const ends = (await read(who)).current_period_end;
    const expectTerm = async (): Promise<void> => {
      const inForce = { status: "active", current_period_end: ends };
      const items = { data: [{ quantity: 3, plan: { id: YEARLY } }] };
      expect(await read(who)).toMatchObject({ ...inForce, items });
    };
    return {
      ...subject,
      expectOnce: async () => {
        await subject.expectOnce();
        await expectTerm();
        // The paid term stays, and the monthly plan begins at its end.
        expect((await read(who)).next).toEqual({ plan: MONTHLY, quantity: 2, at: ends });
        const { trial_end, items } = await provided(who);
        expect([trial_end, items.data[0].quantity]).toEqual([ends, 2]);
      },
      expectNothing: async () => {
        await subject.expectNothing();
        await expectTerm();
      },
    };
  },
};

const endRenewal: Change = {
  name: "auto-renewal off",
  make: async (world) =>
    quiet(world, await subscriber(world), { cancel_at_period_end: true }, (one) => one.cancel_at_period_end === true),
};

/** An order: staff starts a subscription for a license after its last one has ended. */
const order: Change = {
  name: "a new subscription",
  make: async (world) => {
    const who = await subscriber(world);
    await world.provider("DELETE", `subscriptions/${who.subscription}`);
    await world.settle();
    const staff = await makePerson(world, undefined, ["billing"]);
    const body = { plan: MONTHLY, quantity: 4, customer: who.customer, reason: "ordered by phone" };
    const live = async (): Promise<Json[]> =>
      (await world.provider("GET", "subscriptions", { customer: who.customer })).data;
    const mirrored = async (): Promise<Json[]> =>
      (await world.call(who.person, "GET", `customer/${who.customer}/subscriptions`)).body.subscriptions;
    return {
      path: "subscriptions",
      send: (origin) => world.call(staff, "POST", `admin/licenses/${who.license}/subscription/`, body, {}, origin),
      isAtProvider: async () => (await live()).length === 1,
      expectOnce: async () => {
        expect(await live()).toMatchObject([{ status: "active", items: { data: [{ quantity: 4 }] } }]);
        const statuses = (await mirrored()).map(({ status }) => status);
        expect(statuses.toSorted((one, other) => one.localeCompare(other))).toEqual(["active", "canceled"]);
        expect(await chargesOf(world, who)).toHaveLength(1);
        const { acts } = (await world.call(staff, "GET", `admin/acts/?target=license:${who.license}`)).body;
        expect(acts).toMatchObject([{ act: "license.subscription", reason: body.reason }]);
      },
      expectNothing: async () => {
        expect(await live()).toEqual([]);
        expect(await chargesOf(world, who)).toEqual([]);
      },
    };
  },
};

/** An open invoice is paid with a new card. */
const payment: Change = {
  name: "payment of an open invoice",
  make: async (world) => {
    const who = await subscriber(world, { card: "pm_card_chargeCustomerFail" });
    const { customer } = who;
    await world.provider("POST", "invoiceitems", { customer, amount: 700, currency: "usd" });
    const draft = await world.provider("POST", "invoices", { customer, pending_invoice_items_behavior: "include" });
    await world.provider("POST", `invoices/${draft.id}/finalize`, {});
    await saveCard(world, customer, "pm_card_visa");
    const status = async (): Promise<string> => (await world.provider("GET", `invoices/${draft.id}`)).status;
    return {
      path: `invoices/${draft.id}/pay`,
      send: (origin) => subscriptionCalls(world).pay(who, draft.id, origin),
      isAtProvider: async () => (await status()) === "paid",
      expectOnce: async () => {
        expect(await status()).toBe("paid");
        expect((await chargesOf(world, who)).map(({ amount }) => amount)).toEqual([700]);
      },
      expectNothing: async () => {
        expect(await status()).toBe("open");
        expect(await chargesOf(world, who)).toEqual([]);
      },
    };
  },
};

/** Everything that is charged or changed at the provider. */
export const changes = [
  switchToMonthly,
  increase,
  switchToYearly,
  increaseAfterProvider,
  decrease,
  endRenewal,
  order,
  payment,
] as const;
