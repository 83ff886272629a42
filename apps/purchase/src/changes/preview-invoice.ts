import type { InvoicePreview } from "@foyer/contract/subscription-wire";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import type { ProrationBehavior } from "@foyer/domain/billing-cycle";
import { isDiscounted } from "@foyer/domain/discount";
import { addIntervals } from "@foyer/domain/periods";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { asDiscount, discountWire, endsDiscount } from "../subscriptions/discount.ts";
import { renewalOf } from "../subscriptions/renewal-amount.ts";
import { type HeldSubscription, isPaidAsTrial, type PlanRow } from "../subscriptions/subscription-wire.ts";
import { ownProration } from "./quotes/own-amounts.ts";
import { quoteChange, quoteFree } from "./quotes/quote-change.ts";
import { type Quote, shownTax } from "./quotes/quote-store.ts";
import { reachForChange } from "./reach-for-change.ts";
import { refuseTooMany } from "./refuse-too-many.ts";
import { behaviorOf, type ChangeRequest, refuseChange } from "./rules/change-rules.ts";

function nextRenewal(
  held: HeldSubscription,
  to: PlanRow,
  quantity: number,
  at: Date,
  balance: number,
  { discount: shown }: Pick<InvoicePreview, "discount">,
): NonNullable<InvoicePreview["next_renewal"]> {
  const isOver = shown !== undefined && shown.after !== "kept";
  const { due } = renewalOf(held, to, quantity, balance, at, isOver ? null : held.row.discount);
  return { total: due, at: unixSecondsOf(at), ...(balance === 0 ? {} : { balance }) };
}

/** Returns the preview of a change for the next period, which costs nothing now. */
function freePreview(
  held: HeldSubscription,
  to: PlanRow,
  { id, quantity, expires_at: expiresAt, created_at: now }: Quote,
  balance: number,
): InvoicePreview {
  const discount = previewedDiscount(held, to, "none", now);
  return {
    lines: { data: [] },
    subtotal: 0,
    tax: 0,
    total: 0,
    currency: held.row.currency,
    quote: { id, expires_at: unixSecondsOf(expiresAt) },
    next_renewal: nextRenewal(held, to, quantity, held.row.paid_until, balance, discount),
    reverse_charge: held.row.tax_exempt === "reverse",
    ...discount,
  };
}

/** Returns the discount before the change, if it is in force, and what becomes of it. */
function previewedDiscount(
  { row }: HeldSubscription,
  to: PlanRow,
  behavior: ProrationBehavior,
  now: Date,
): Pick<InvoicePreview, "discount"> {
  const { discount } = row;
  if (!discount || !isDiscounted(asDiscount(discount), unixSecondsOf(now))) return {};
  // The provider does not see the invoice that this service creates in a term that it shows as a trial.
  const isUsed = behavior !== "none" && !isPaidAsTrial(row) && discount.coupon.duration === "once";
  const after = endsDiscount(discount, row.provider_plan, to) ? "ended" : isUsed ? "used" : "kept";
  return { discount: { ...discountWire(discount), after } };
}

/**
 * Returns how much less than the list price was paid for the time left, where a discount paid for it that is over. The
 * provider credits what was paid, but charges the new number of seats at the list price.
 */
function spentDiscount(
  held: HeldSubscription,
  to: PlanRow,
  quantity: number,
  { lines, at }: { readonly lines: readonly { readonly amount: number }[]; readonly at: number },
): Pick<InvoicePreview, "spent_discount"> {
  const credits = (of: readonly { readonly amount: number }[]): number =>
    of.reduce((sum, { amount }) => sum + Math.min(0, amount), 0);
  const spent = credits(lines) - credits(ownProration(held, to, quantity, at).lines);
  // Each line is rounded by itself.
  return spent > lines.length ? { spent_discount: spent } : {};
}

/** Returns what a change costs. The later charge is exactly this amount. */
export async function previewInvoice(
  deps: Deps,
  { customerId, subscriptionId, wanted, itemId, by }: ChangeRequest & { readonly itemId: string | undefined },
): Promise<InvoicePreview> {
  const { held, to, isWaiting } = await reachForChange(deps, customerId, subscriptionId, wanted.plan);
  if (itemId !== undefined && itemId !== held.row.item_id) refuse("object.not_found");
  const now = deps.clock.now();
  const behavior = behaviorOf(held.row, wanted);
  refuseChange(held.row, wanted, behavior, { now, isWaiting });
  if (behavior === "none") {
    const customer = await orRefuse(() => deps.gateway.customer(customerId));
    const quote = await quoteFree(deps, held, to, { quantity: wanted.quantity, by });
    return freePreview(held, to, quote, customer?.balance ?? 0);
  }
  await refuseTooMany(deps, held.row);
  const { quote, amounts } = await quoteChange(deps, held, to, { quantity: wanted.quantity, by });
  const shown = previewedDiscount(held, to, behavior, now);
  const spent = shown.discount
    ? {}
    : spentDiscount(held, to, wanted.quantity, { lines: amounts.lines, at: unixSecondsOf(quote.proration_at) });
  const renewsAt = to.id === held.plan.id ? held.row.paid_until : addIntervals(now, to.interval, 1);
  return {
    lines: { data: amounts.lines.map((line) => ({ ...line })) },
    subtotal: amounts.subtotal,
    ...shownTax(quote),
    total: amounts.due,
    currency: quote.currency,
    quote: { id: quote.id, expires_at: unixSecondsOf(quote.expires_at) },
    next_renewal: nextRenewal(held, to, wanted.quantity, renewsAt, amounts.balance, shown),
    reverse_charge: held.row.tax_exempt === "reverse",
    ...shown,
    ...spent,
  };
}
