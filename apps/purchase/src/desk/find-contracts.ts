import type { DeskKind } from "@foyer/domain/consumer-law";
import { addressKey, isAddress } from "@foyer/domain/addresses";
import type { Buying } from "../changes/operations/buy.ts";
import { buyingsOf, licensesOfCheckout } from "../changes/operations/buy-store.ts";
import { customersOfAddress } from "../customers/customer-store.ts";
import type { Deps } from "../deps.ts";
import { keptSales, saleById, saleOfLicense } from "../sales/sale-store.ts";
import {
  subscriptionById,
  subscriptionsOfCustomer,
  subscriptionsOfLicense,
} from "../subscriptions/subscription-store.ts";
import { isEnded } from "../subscriptions/subscription-wire.ts";

/** A contract that has not ended. */
export interface Contract {
  readonly customer: string;
  readonly checkout: string | null;
  readonly subscription: string | null;
  readonly license: string | null;
  readonly product: string;
  readonly quantity: number;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly bought: Date | null;
  /** Ids of what the buyer agreed to. */
  readonly consents: readonly string[];
}

/** Customers of a reference, and perhaps one license of them. */
interface Named {
  readonly customers: readonly string[];
  /** Licenses and subscriptions by id. Null if the reference names only a person. */
  readonly things: readonly string[] | null;
}

const PURCHASES_READ = 500;
const NOTHING: Named = { customers: [], things: null };
/** Format of the numbers and ids of the provider and of this service. No other text is searched for. */
const ORDER = /^[\w-]{3,100}$/;

async function byAddress({ db, gateway }: Deps, typed: string): Promise<Named> {
  const key = addressKey(typed);
  const found = await Promise.all([...new Set([typed, key])].map((email) => gateway.customersByEmail(email)));
  const there = found.flat().filter(({ email }) => email !== null && addressKey(email) === key);
  return {
    customers: [...new Set([...(await customersOfAddress(db, key)), ...there.map(({ id }) => id)])],
    things: null,
  };
}

/** Finds the customer of an invoice, by its number or id, and what it paid for. */
async function byInvoice({ gateway, db }: Deps, order: string): Promise<Named> {
  const one = order.startsWith("in_") ? await gateway.invoice(order) : null;
  const found = one ? [one] : await gateway.invoicesByNumber(order.toUpperCase());
  const invoice = found.length === 1 ? found[0] : undefined;
  if (!invoice?.customerId) return NOTHING;
  const sale = await saleById(db, invoice.id);
  return { customers: [invoice.customerId], things: [invoice.subscriptionId ?? sale?.registration_id ?? invoice.id] };
}

async function byOrder(deps: Deps, order: string): Promise<Named> {
  const { db } = deps;
  const subscription = await subscriptionById(db, order);
  if (subscription) return { customers: [subscription.customer_id], things: [order] };
  for (const license of [order, ...(await licensesOfCheckout(db, order))]) {
    const [sale, [paid]] = await Promise.all([saleOfLicense(db, license), subscriptionsOfLicense(db, license)]);
    const customer = sale?.customer_id ?? (paid && (await subscriptionById(db, paid.id))?.customer_id);
    if (customer !== undefined) return { customers: [customer], things: [license] };
  }
  return await byInvoice(deps, order);
}

async function named(deps: Deps, reference: string): Promise<Named> {
  if (isAddress(reference)) return await byAddress(deps, reference);
  const order = reference.replace(/^(?:#\s*|(?:no|number|order|invoice|license|receipt)\b[.:]?\s+)+/i, "").trim();
  return ORDER.test(order) ? await byOrder(deps, order) : NOTHING;
}

function contractOf({ customer_id: customer, request, finished_at: bought }: Buying): Contract {
  const { quote, buy, made, quantity, consents = [] } = request;
  return {
    customer,
    checkout: quote.id,
    subscription: made?.subscription ?? null,
    license: buy.license,
    product: buy.product,
    quantity,
    amount: quote.total,
    currency: quote.currency,
    bought,
    consents: consents.map(({ id }) => id),
  };
}

/** Returns purchases that a customer made on `/buy` and still has. */
async function purchasesOf({ db }: Deps, customerId: string): Promise<Contract[]> {
  const bought = await buyingsOf(db, customerId, PURCHASES_READ);
  const running = (await subscriptionsOfCustomer(db, customerId)).flatMap(({ row }) =>
    isEnded(row.status) ? [] : row.id,
  );
  const kept = new Set([...running, ...(await keptSales(db, customerId))]);
  return bought
    .filter(({ state, request: { made } }) => state === "done" && made && kept.has(made.subscription ?? made.invoice))
    .map(contractOf);
}

/** Running subscriptions of a customer, bought anywhere. */
async function subscriptionsNow({ db }: Deps, customerId: string): Promise<Contract[]> {
  const held = await subscriptionsOfCustomer(db, customerId);
  return held
    .filter(({ row }) => !isEnded(row.status))
    .map(({ row, plan }) => ({
      customer: customerId,
      checkout: null,
      subscription: row.id,
      license: row.registration_id,
      product: plan.nickname ?? plan.product,
      quantity: row.paid_quantity,
      amount: null,
      currency: row.currency,
      bought: row.created_at,
      consents: [],
    }));
}

/** Returns the contracts of a customer that a statement of that kind can be about. */
export const contractsOfCustomer = (deps: Deps, kind: DeskKind, customerId: string): Promise<Contract[]> =>
  (kind === "withdraw" ? purchasesOf : subscriptionsNow)(deps, customerId);

/** Returns those that the typed text names by an id, else by the product's name; all if it names none of them. */
function narrowed(contracts: readonly Contract[], text: string): readonly Contract[] {
  const typed = text.toLowerCase();
  const byId = contracts.filter(({ license, checkout, subscription }) =>
    [license, checkout, subscription].some((id) => id !== null && typed.includes(id.toLowerCase())),
  );
  if (byId.length > 0) return byId;
  const byName = contracts.filter(({ product }) => typed.includes(product.toLowerCase()));
  return byName.length > 0 ? byName : contracts;
}

/** Returns the contracts that a statement may mean, and the customers that it names. */
export async function findContracts(
  deps: Deps,
  { kind, reference, contract }: { readonly kind: DeskKind; readonly reference: string; readonly contract: string },
): Promise<{ customers: readonly string[]; contracts: readonly Contract[] }> {
  const { customers, things } = await named(deps, reference);
  const all = (await Promise.all(customers.map((customer) => contractsOfCustomer(deps, kind, customer)))).flat();
  const wanted = all.filter(
    ({ license, subscription }) => !things || [license, subscription].some((id) => id !== null && things.includes(id)),
  );
  return { customers, contracts: narrowed(wanted, contract) };
}
