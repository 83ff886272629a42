import { randomBytes } from "node:crypto";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import { settleInvoice } from "@foyer/domain/minimum-charge";
import { cents } from "@foyer/domain/money";
import type { Deps } from "../../deps.ts";
import type { ChargedChange, ProviderInvoice } from "../../stripe/payment-gateway.ts";
import { ProviderFailure } from "../../stripe/provider-failure.ts";
import { orRefuse, refusalOfWrite, refuseAs } from "../../stripe/stored-refusal.ts";
import { endsDiscount } from "../../subscriptions/discount.ts";
import { reachSubscription } from "../../subscriptions/reach-subscription.ts";
import { type HeldSubscription, isPaidAsTrial, type PlanRow } from "../../subscriptions/subscription-wire.ts";
import { syncSubscription } from "../../subscriptions/sync-subscription.ts";
import { type Amounts, ownAmounts, ownProration, settlementOf } from "./own-amounts.ts";
import { CHARGED_QUOTE, forgetQuote, FREE_QUOTE, insertQuote, type Quote } from "./quote-store.ts";

const QUOTE_LIVES_MS = 30 * 60 * 1_000;

/** Returns a fingerprint of the state that the amounts depend on. Equal fingerprints have equal amounts. */
export function fingerprintOf({ row, plan }: HeldSubscription, to: PlanRow): string {
  return JSON.stringify([
    row.item_id,
    row.status,
    row.paid_plan,
    row.paid_quantity,
    row.provider_plan,
    row.provider_quantity,
    row.period_start,
    row.period_end,
    plan.amount_cents,
    to.amount_cents,
    ...(row.discount ? [row.discount.id] : []),
    // Tax rates as they are charged. A tax status that changes no amount leaves the quote valid.
    row.tax_exempt === "none" ? row.default_tax_rates : [],
    row.tax_exempt === "none" ? row.item_tax_rates : [],
  ]);
}

function amountsOf(invoice: ProviderInvoice): Amounts {
  const lines = invoice.lines.map(({ amount, discount, description, period, proration }) => ({
    amount: amount - discount,
    description,
    period,
    proration,
  }));
  const tax = invoice.total - invoice.subtotal;
  return {
    lines: lines.toSorted((one, other) => Number(other.proration) - Number(one.proration)),
    subtotal: invoice.subtotal,
    tax,
    includedTax: invoice.tax - tax,
    ...settlementOf(invoice),
  };
}

interface Asked {
  readonly held: HeldSubscription;
  readonly to: PlanRow;
  readonly quantity: number;
  /** Unix seconds. */
  readonly at: number;
  /** Account name of the viewer. */
  readonly by: string;
  /** End of the validity of a price that goes on paper. Without it, it is shown on a screen. */
  readonly onPaperUntil?: Date | undefined;
}

function changeOf({ held, to, quantity, at }: Asked): ChargedChange {
  const { item_id: itemId, paid_plan: paidPlan } = held.row;
  return {
    itemId,
    plan: to.id === paidPlan ? undefined : to.id,
    quantity,
    prorationAt: at,
    restartPeriod: to.id !== paidPlan,
    endsDiscount: endsDiscount(held.row.discount, paidPlan, to),
  };
}

/** True if the provider bills and prorates the paid state, so that its own preview is the charge. */
function isAtRest({ row }: HeldSubscription): boolean {
  if (isPaidAsTrial(row)) return false;
  return row.provider_plan === row.paid_plan && row.provider_quantity === row.paid_quantity;
}

/** Returns the provider's rejection if it does not accept the change, for example because the period has ended. */
async function askProvider(deps: Deps, asked: Asked): Promise<ProviderInvoice | ProviderFailure> {
  const { customer_id: customerId, id } = asked.held.row;
  return await orRefuse(() =>
    deps.gateway.preview(customerId, id, changeOf(asked)).catch((error: unknown) => {
      if (error instanceof ProviderFailure && error.kind === "invalid") return error;
      throw error;
    }),
  );
}

/**
 * Returns the amounts, and the state that they depend on. Our own arithmetic checks the provider's amounts. If they
 * differ, the subscription is read again. If the provider's quantity is not the paid one, our amounts are used.
 */
async function amountsFor(deps: Deps, asked: Asked): Promise<{ amounts: Amounts; held: HeldSubscription }> {
  const { held, to, quantity, at } = asked;
  if (isAtRest(held)) {
    const shown = await askProvider(deps, asked);
    if ("total" in shown && shown.total === ownProration(held, to, quantity, at).total)
      return { amounts: amountsOf(shown), held };
  }
  await orRefuse(() => syncSubscription(deps, held.row.id));
  const now = await reachSubscription(deps, held.row.customer_id, held.row.id);
  if (isAtRest(now)) {
    const shown = await askProvider(deps, { ...asked, held: now });
    if (shown instanceof ProviderFailure) refuseAs(refusalOfWrite(shown));
    return { amounts: amountsOf(shown), held: now };
  }
  const customer = await orRefuse(() => deps.gateway.customer(now.row.customer_id));
  return { amounts: ownAmounts(now, to, quantity, at, customer?.balance ?? 0), held: now };
}

interface Priced {
  readonly amounts: Pick<Amounts, "subtotal" | "tax" | "includedTax" | "due">;
  /** State that the amounts depend on. */
  readonly held: HeldSubscription;
}

const quoteId = (prefix: string): string => `${prefix}${randomBytes(16).toString("base64url")}`;

function quoteOf({ to, quantity, at, by, onPaperUntil }: Asked, { amounts, held }: Priced, now: Date): Quote {
  return {
    id: quoteId(CHARGED_QUOTE),
    subscription_id: held.row.id,
    plan: to.id,
    quantity,
    proration_at: new Date(at * 1_000),
    fingerprint: fingerprintOf(held, to),
    subtotal_cents: amounts.subtotal,
    tax_cents: amounts.tax,
    included_tax_cents: amounts.includedTax,
    total_cents: amounts.due,
    currency: held.row.currency,
    created_at: now,
    expires_at: onPaperUntil ?? new Date(now.getTime() + QUOTE_LIVES_MS),
    on_paper: onPaperUntil !== undefined,
    shown_to: by,
    staged_at: null,
    staged_until: null,
    purchase: null,
  };
}

/**
 * Returns the quote that the provider will most likely confirm, or null if our arithmetic does not apply. The
 * provider may know more, for example a credit.
 */
function expectedQuote(asked: Asked, now: Date): Quote | null {
  const { held, to, quantity, at } = asked;
  if (!isAtRest(held)) return null;
  const { subtotal, tax, includedTax, total } = ownProration(held, to, quantity, at);
  const { due } = settleInvoice(total, cents(0), held.row.currency);
  return quoteOf(asked, { amounts: { subtotal, tax, includedTax, due }, held }, now);
}

function isSameQuote(one: Quote, other: Quote): boolean {
  return (["fingerprint", "subtotal_cents", "tax_cents", "included_tax_cents", "total_cents"] as const).every(
    (key) => one[key] === other[key],
  );
}

/**
 * Returns the current price of a charged change, and stores it so that exactly this amount is charged or nothing.
 *
 * The expected quote is written while the provider is asked. If the provider's answer differs, the expected
 * quote is deleted. No one has seen it, and the charge would refuse a quote with a different amount.
 */
export async function quoteChange(
  deps: Deps,
  held: HeldSubscription,
  to: PlanRow,
  { quantity, by, onPaperUntil }: Pick<Asked, "quantity" | "by" | "onPaperUntil">,
): Promise<{ quote: Quote; amounts: Amounts }> {
  const { db } = deps;
  const now = deps.clock.now();
  const at = Math.max(unixSecondsOf(now), unixSecondsOf(held.row.period_start));
  const asked = { held, to, quantity, at, by, onPaperUntil };
  const expected = expectedQuote(asked, now);
  const [answer, written] = await Promise.allSettled([
    amountsFor(deps, asked),
    expected ? insertQuote(db, expected) : undefined,
  ]);
  if (written.status === "rejected") throw written.reason;
  if (answer.status === "rejected") {
    if (expected) await forgetQuote(db, expected.id);
    throw answer.reason;
  }
  const { amounts } = answer.value;
  const quote = quoteOf(asked, answer.value, now);
  if (expected && isSameQuote(expected, quote)) return { quote: expected, amounts };
  if (expected) await forgetQuote(db, expected.id);
  await insertQuote(db, quote);
  return { quote, amounts };
}

/** Stores the quote of a change that costs nothing now. */
export async function quoteFree(
  deps: Deps,
  held: HeldSubscription,
  to: PlanRow,
  { quantity, by }: Pick<Asked, "quantity" | "by">,
): Promise<Quote> {
  const now = deps.clock.now();
  const amounts = { subtotal: 0, tax: 0, includedTax: 0, due: 0 };
  const nothing = quoteOf({ held, to, quantity, at: unixSecondsOf(now), by }, { amounts, held }, now);
  const quote = { ...nothing, id: quoteId(FREE_QUOTE) };
  await insertQuote(deps.db, quote);
  return quote;
}
