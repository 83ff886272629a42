import type { SearchHit } from "@foyer/contract/staff-wire";
import { cents, formatMoney } from "@foyer/domain/money";
import { customerById } from "../customers/customer-store.ts";
import type { Deps } from "../deps.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { subscriptionById } from "../subscriptions/subscription-store.ts";
import { type HitRow, knownHits } from "./search-store.ts";

function hitOf({ account, license, ...hit }: HitRow): SearchHit {
  return { ...hit, ...(account === null ? {} : { account }), ...(license === null ? {} : { license }) };
}

async function accountOf(deps: Deps, customerId: string | null): Promise<string | null> {
  const row = customerId === null ? null : await customerById(deps.db, customerId);
  return row?.username ?? null;
}

async function invoiceHit(deps: Deps, id: string): Promise<HitRow | null> {
  const invoice = await orRefuse(() => deps.gateway.invoice(id));
  if (!invoice) return null;
  const { number, status, total, currency, customerId, subscriptionId } = invoice;
  const subscription = subscriptionId ? await subscriptionById(deps.db, subscriptionId) : null;
  return {
    kind: "invoice",
    id,
    title: number ?? id,
    detail: `${formatMoney(cents(total), currency)}, ${status}`,
    account: await accountOf(deps, customerId),
    license: subscription?.registration_id ?? null,
  };
}

async function paymentHit(deps: Deps, id: string): Promise<HitRow | null> {
  const charge = await orRefuse(() => deps.gateway.charge(id));
  if (!charge) return null;
  const { amount, currency, status, customerId } = charge;
  const detail = `${formatMoney(cents(amount), currency)}, ${status}`;
  return { kind: "payment", id, title: id, detail, account: await accountOf(deps, customerId), license: null };
}

async function cardHit(deps: Deps, id: string): Promise<HitRow | null> {
  const card = await orRefuse(() => deps.gateway.card(id));
  const customerId = card?.customerId;
  if (!card || !customerId) return null;
  const detail = `${card.brand} ending in ${card.last4}`;
  return {
    kind: "customer",
    id: customerId,
    title: customerId,
    detail,
    account: await accountOf(deps, customerId),
    license: null,
  };
}

/** Returns an object that only the provider knows, by its full id. */
async function provided(deps: Deps, text: string): Promise<HitRow | null> {
  const [, prefix] = /^(in|pi|ch|pm)_\w{5,}$/.exec(text) ?? [];
  if (prefix === "in") return await invoiceHit(deps, text);
  if (prefix === "pi" || prefix === "ch") return await paymentHit(deps, text);
  return prefix === "pm" ? await cardHit(deps, text) : null;
}

/**
 * Finds customers, subscriptions, invoices and payments by the prefix of an id, an address, an account or a license.
 */
export async function staffSearchBilling(deps: Deps, q: string): Promise<SearchHit[]> {
  const text = q.trim();
  if (text === "") return [];
  const [rows, one] = await Promise.all([knownHits(deps.db, text), provided(deps, text)]);
  return [...(one ? [one] : []), ...rows].map(hitOf);
}
