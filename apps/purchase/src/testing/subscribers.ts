import type { Json } from "./provider.ts";
import { MONTHLY, ONCE, type PurchaseWorld, YEARLY } from "./purchase-world.ts";

/** A person who pays for a license. */
export interface Subscriber {
  readonly person: string;
  readonly customer: string;
  readonly subscription: string;
  readonly item: string;
  readonly license: string;
  readonly card: string | null;
}

/** Creates the two plans of the tests: 1000 a month, 10000 a year. */
export async function makePlans(world: PurchaseWorld, monthly = 1_000, yearly = 10_000): Promise<void> {
  const product = { name: "Outlinear 5", id: "OUTLINE" };
  const common = { currency: "usd", nickname: "Outlinear 5" };
  await world.provider("POST", "plans", { ...common, id: MONTHLY, amount: monthly, interval: "month", product });
  await world.provider("POST", "plans", {
    ...common,
    id: YEARLY,
    amount: yearly,
    interval: "year",
    product: "OUTLINE",
  });
}

/** Creates the price of `ONCE`, for a world whose vendor sells it. */
export async function makeOncePrice(world: PurchaseWorld, amount = 24_999): Promise<void> {
  const price = { currency: "usd", unit_amount: amount, lookup_key: ONCE, nickname: "Outlinear 5", product: "OUTLINE" };
  await world.provider("POST", "prices", price);
}

let made = 0;

export async function makePerson(
  world: PurchaseWorld,
  name = `person${++made}`,
  staffRights?: readonly string[],
): Promise<string> {
  const staff = staffRights ? { staffRights } : {};
  world.accounts.people.set(name, {
    id: name,
    username: name,
    email: `${name}@example.com`,
    customerIds: [],
    ...staff,
  });
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
  const person = await makePerson(world);
  const customer = await makeCustomer(world, person);
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
