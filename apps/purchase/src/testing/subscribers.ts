import { expect } from "vitest";
import type { Json } from "./provider.ts";
import { type Answer, MONTHLY, type PurchaseWorld } from "./purchase-world.ts";

/** A person who pays for a license. */
export interface Subscriber extends Buyer {
  readonly subscription: string;
  readonly item: string;
  readonly license: string;
  readonly card: string | null;
}

let made = 0;

/** Returns the body of an answer, which must be a success. */
export async function done(call: Promise<Answer>): Promise<Json> {
  const { status, body } = await call;
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
}

export async function makePerson(
  world: PurchaseWorld,
  name = `person${++made}`,
  staffRights?: readonly string[],
): Promise<string> {
  const person = { id: name, username: name, email: `${name}@example.com`, customerIds: [] };
  world.accounts.people.set(name, { ...person, ...(staffRights ? { staffRights } : {}) });
  return name;
}

export async function makeCustomer(world: PurchaseWorld, person: string): Promise<string> {
  const body = { email: `${person}@example.com`, omni_id: person, omni_username: person };
  const answer = await world.call(person, "POST", "customer", body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.customer_id;
}

/** Saves a card as the default, without the card form. */
export async function saveCard(world: PurchaseWorld, customer: string, token: string): Promise<string> {
  const card = await world.provider("POST", `payment_methods/${token}/attach`, { customer });
  await world.provider("POST", `customers/${customer}`, { invoice_settings: { default_payment_method: card.id } });
  return card.id;
}

export interface Buyer {
  readonly person: string;
  readonly customer: string;
}

/** Creates a person with a customer and, unless it is null, a card. */
export async function makeBuyer(world: PurchaseWorld, card: string | null = "pm_card_visa"): Promise<Buyer> {
  const person = await makePerson(world);
  const customer = await makeCustomer(world, person);
  if (card !== null) await saveCard(world, customer, card);
  return { person, customer };
}

export interface SubscriberOptions {
  readonly plan?: string;
  readonly quantity?: number;
  readonly taxPercent?: number;
  readonly taxInclusive?: boolean;
  readonly billingMode?: "classic" | "flexible";
  /** The default card after the first payment, which uses a good card. */
  readonly card?: string | null;
}

/** Creates a person with a running subscription that this service knows. */
export async function makeSubscriber(world: PurchaseWorld, options: SubscriberOptions = {}): Promise<Subscriber> {
  const { plan = MONTHLY, quantity = 3, taxPercent = 0, billingMode = "flexible", card: later } = options;
  const { person, customer } = await makeBuyer(world, null);
  const good = await saveCard(world, customer, "pm_card_visa");
  const rates = taxPercent > 0 ? [await makeTaxRate(world, taxPercent, options.taxInclusive ?? false)] : [];
  const license = `lic-${person}`;
  const subscription: Json = await world.provider("POST", "subscriptions", {
    customer,
    items: [{ plan, quantity }],
    billing_mode: { type: billingMode },
    metadata: { registration_id: license },
    ...(rates.length > 0 ? { default_tax_rates: rates } : {}),
  });
  const card = later ? await saveCard(world, customer, later) : good;
  if (later !== undefined) await world.provider("POST", `payment_methods/${good}/detach`);
  await world.settle();
  const item = subscription.items.data[0].id;
  return { person, customer, subscription: subscription.id, item, license, card: later === null ? null : card };
}

async function makeTaxRate(world: PurchaseWorld, percentage: number, inclusive: boolean): Promise<string> {
  const rate = await world.provider("POST", "tax_rates", { display_name: "VAT", percentage, inclusive });
  return rate.id;
}

export const pathOf = ({ customer, subscription }: Subscriber): string =>
  `customer/${customer}/subscription/${subscription}`;
export const invoicePathOf = ({ customer, subscription }: Subscriber): string =>
  `customer/${customer}/invoice/${subscription}`;

/** Calls of buyers, as the page to buy makes them. `at` is the origin of another instance. */
export function checkoutCalls(world: PurchaseWorld) {
  const start = (person: string, wanted: object = {}, at?: string): Promise<Answer> =>
    world.call(person, "POST", "checkout", { plan: MONTHLY, quantity: 3, ...wanted }, undefined, at);
  return {
    start,
    /** Starts a checkout, which must succeed. */
    opened: async (person: string, wanted?: object): Promise<Json> => (await done(start(person, wanted))).checkout,
    payCheckout: (person: string, id: string, body: object = {}, at?: string): Promise<Answer> =>
      world.call(person, "POST", `checkout/${id}/pay`, body, undefined, at),
    readCheckout: async (person: string, id: string): Promise<Json> =>
      (await world.call(person, "GET", `checkout/${id}`)).body.checkout,
  };
}

/** Calls of subscribers, as a client of the specification makes them. `at` is the origin of another instance. */
export function subscriptionCalls(world: PurchaseWorld) {
  const post = (who: Buyer, path: string, body?: object, at?: string): Promise<Answer> =>
    world.call(who.person, "POST", path, body, {}, at);
  return {
    post,
    read: async (who: Subscriber): Promise<Json> =>
      (await world.call(who.person, "GET", pathOf(who))).body.subscription,
    /** Returns the subscription as the provider has it. */
    provided: ({ subscription }: Subscriber): Promise<Json> => world.provider("GET", `subscriptions/${subscription}`),
    preview: (who: Subscriber, wanted: object, at?: string) => post(who, `${invoicePathOf(who)}/preview`, wanted, at),
    /** Stages a change that is charged at once. */
    stage: (who: Subscriber, wanted: object, quote?: string, at?: string) =>
      post(who, pathOf(who), { ...wanted, proration_behavior: "create_prorations", quote }, at),
    /** Charges the staged change, or that of the quote. */
    create: (who: Subscriber, quote?: string, at?: string) =>
      post(who, `${invoicePathOf(who)}/create`, { auto_advance: true, quote }, at),
    /** Pays a quote or an open invoice. */
    pay: ({ person, customer }: Buyer, id: string, at?: string): Promise<Answer> =>
      world.call(person, "POST", `customer/${customer}/payment/${id}/pay`, undefined, {}, at),
    /** Records a change for the next period. */
    record: (who: Subscriber, wanted: object) => post(who, pathOf(who), { ...wanted, proration_behavior: "none" }),
    turnRenewal: (who: Subscriber, renewal: "off" | "on", at?: string) =>
      post(who, pathOf(who), { cancel_at_period_end: renewal === "off" }, at),
    /** Returns the customer's invoices at the provider, newest first. */
    invoicesOf: async ({ customer }: Pick<Buyer, "customer">): Promise<Json[]> =>
      (await world.provider("GET", "invoices", { customer, limit: 100 })).data,
    /** Returns the customer's successful charges at the provider, newest first. */
    paidCharges: async ({ customer }: Pick<Buyer, "customer">): Promise<Json[]> =>
      (await world.provider("GET", "charges", { customer, limit: 100 })).data.filter(({ paid }: Json) => paid),
    /** Returns the states of the subscription that the accounts service received. */
    newsOf: ({ subscription: id }: Subscriber) =>
      world.accounts.news.filter(({ subscription }) => subscription.id === id),
  };
}
