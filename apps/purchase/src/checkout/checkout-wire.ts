import type { Checkout } from "@foyer/contract/checkout";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import { addIntervals } from "@foyer/domain/periods";
import { downloadOf } from "../catalogue/catalogue.ts";
import { type Offer, offerById } from "../catalogue/offer.ts";
import { buyingByQuote } from "../changes/operations/buy-store.ts";
import type { Buying } from "../changes/operations/buy.ts";
import { shownTax } from "../changes/quotes/quote-store.ts";
import { couponWire } from "../coupons/quoted-coupon.ts";
import type { Deps } from "../deps.ts";
import { operationWire } from "../invoices/invoice-wire.ts";
import { saleById } from "../sales/sale-store.ts";
import { type CheckoutQuote, isTold } from "./checkout-store.ts";

/** State of a checkout by its last purchase. */
function stateOf(quote: CheckoutQuote, buying: Buying | null, now: Date): Checkout["state"] {
  const isOver = quote.expires_at <= now;
  switch (buying?.state) {
    case undefined:
      return isOver ? "over" : "open";
    case "done":
      return "paid";
    case "failed":
      return isOver ? "over" : "failed";
    case "waiting":
      return "waiting";
    default:
      return "paying";
  }
}

async function isMadeTold(
  { db }: Deps,
  { subscription, invoice }: NonNullable<Buying["request"]["made"]>,
): Promise<boolean> {
  if (subscription !== undefined) return await isTold(db, subscription);
  return ((await saleById(db, invoice))?.told_at ?? null) !== null;
}

async function resultOf(deps: Deps, buying: Buying): Promise<Partial<Checkout>> {
  const { request } = buying;
  const made = buying.state === "done" ? request.made : undefined;
  const download = made ? downloadOf(deps, request.plan) : null;
  return {
    ...(made ? { is_license_ready: await isMadeTold(deps, made) } : {}),
    ...(download === null ? {} : { download }),
    ...(await operationWire(deps, buying)),
  };
}

/** Returns the lines of an offer, with what a coupon takes off. */
export function linesOf({ purchase, subtotal_cents: subtotal, created_at: created }: CheckoutQuote): Checkout["lines"] {
  const { coupon, line } = purchase;
  return [
    { description: line, amount: subtotal + (coupon?.amount ?? 0) },
    ...(coupon ? [couponWire(coupon, created).line] : []),
  ];
}

/** Returns the charge after this one. The first period of an offer on paper begins when it is accepted. */
function nextOf(
  { purchase: { next }, on_paper: isOnPaper }: CheckoutQuote,
  { interval }: Offer,
  begin: Date,
): Checkout["next_charge"] {
  if (next === null || interval === null || !isOnPaper) return next;
  return { ...next, at: unixSecondsOf(addIntervals(begin, interval, 1)) };
}

export async function checkoutWire(deps: Deps, quote: CheckoutQuote): Promise<Checkout> {
  const { purchase } = quote;
  const [buying, plan] = await Promise.all([
    buyingByQuote(deps.db, quote.subscription_id, quote.id),
    offerById(deps.db, quote.plan),
  ]);
  if (!plan) throw new Error(`the plan ${quote.plan} of checkout ${quote.id} is not known`);
  const used = purchase.coupon && couponWire(purchase.coupon, quote.created_at);
  return {
    id: quote.id,
    state: stateOf(quote, buying, deps.clock.now()),
    customer: purchase.customer,
    plan: { id: plan.id, interval: plan.interval, amount: plan.amount_cents, currency: plan.currency },
    product: purchase.product,
    quantity: quote.quantity,
    lines: linesOf(quote),
    // A license that is paid once has no later payment with the discount.
    ...(used
      ? { coupon: purchase.next === null ? { ...used.coupon, is_once: true, ends_at: null } : used.coupon }
      : {}),
    subtotal: quote.subtotal_cents,
    ...shownTax(quote),
    tax_rates: [...purchase.taxRates],
    reverse_charge: purchase.isReverseCharge,
    total: quote.total_cents,
    currency: quote.currency,
    next_charge: nextOf(quote, plan, buying?.created_at ?? deps.clock.now()),
    expires_at: unixSecondsOf(quote.expires_at),
    ...(quote.on_paper ? { on_paper: true as const } : {}),
    license: purchase.license,
    is_license_ready: false,
    consents: [...(purchase.consents ?? [])],
    is_return: purchase.isReturn,
    ...(purchase.reference === undefined ? {} : { reference: purchase.reference }),
    ...(purchase.trial ? { trial: { used_seats: purchase.trial.usedSeats } } : {}),
    ...(buying ? await resultOf(deps, buying) : {}),
  };
}
