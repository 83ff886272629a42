import { randomBytes } from "node:crypto";
import type { InvoicePreview } from "@foyer/contract/subscription-wire";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import type { ProrationBehavior } from "@foyer/domain/billing-cycle";
import { isDiscounted } from "@foyer/domain/discount";
import { addIntervals } from "@foyer/domain/periods";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import type { ProviderDiscount } from "../stripe/payment-gateway.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { asDiscount, discountOnPlan, discountWire } from "../subscriptions/discount.ts";
import { renewalOf } from "../subscriptions/renewal-amount.ts";
import type { HeldSubscription, PlanRow } from "../subscriptions/subscription-wire.ts";
import { quoteChange } from "./quotes/quote-change.ts";
import { reachForChange } from "./reach-for-change.ts";
import { refuseTooMany } from "./refuse-too-many.ts";
import { behaviorOf, refuseChange, type WantedChange } from "./rules/change-rules.ts";

function nextRenewal(
  held: HeldSubscription,
  to: PlanRow,
  quantity: number,
  at: Date,
  balance: number,
  discount: ProviderDiscount | null = held.row.discount,
): NonNullable<InvoicePreview["next_renewal"]> {
  const { due } = renewalOf(held, to, quantity, balance, at, discount);
  return { total: due, at: unixSecondsOf(at), ...(balance === 0 ? {} : { balance }) };
}

/** Returns the preview of a change for the next period. It costs nothing now, so its quote reserves no amount. */
function freePreview(
  held: HeldSubscription,
  to: PlanRow,
  quantity: number,
  now: Date,
  balance: number,
): InvoicePreview {
  return {
    lines: { data: [] },
    subtotal: 0,
    tax: 0,
    total: 0,
    currency: held.row.currency,
    quote: {
      id: `free_${randomBytes(16).toString("base64url")}`,
      expires_at: unixSecondsOf(new Date(now.getTime() + 1_800_000)),
    },
    next_renewal: nextRenewal(held, to, quantity, held.row.paid_until, balance),
    reverse_charge: held.row.tax_exempt === "reverse",
    ...previewedDiscount(held, to, "none", now),
  };
}

/** Returns the discount before the change, if it is in force, and what becomes of it. */
function previewedDiscount(
  { row: { discount } }: HeldSubscription,
  to: PlanRow,
  behavior: ProrationBehavior,
  now: Date,
): Pick<InvoicePreview, "discount"> {
  if (!discount || !isDiscounted(asDiscount(discount), unixSecondsOf(now))) return {};
  const isUsed = behavior !== "none" && discount.coupon.duration === "once";
  const after = discountOnPlan(discount, to) === null ? "ended" : isUsed ? "used" : "kept";
  return { discount: { ...discountWire(discount), after } };
}

/** Returns what a change costs. The later charge is exactly this amount. */
export async function previewInvoice(
  deps: Deps,
  input: {
    readonly customerId: string;
    readonly subscriptionId: string;
    readonly wanted: WantedChange;
    readonly itemId: string | undefined;
    /** Account name of the viewer. */
    readonly by: string;
  },
): Promise<InvoicePreview> {
  const { customerId, subscriptionId, wanted, itemId, by } = input;
  const { held, to, isWaiting } = await reachForChange(deps, customerId, subscriptionId, wanted.plan);
  if (itemId !== undefined && itemId !== held.row.item_id) refuse("object.not_found");
  const now = deps.clock.now();
  const behavior = behaviorOf(held.row, wanted);
  refuseChange(held.row, wanted, behavior, { now, isWaiting });
  if (behavior === "none") {
    const customer = await orRefuse(() => deps.gateway.customer(customerId));
    return freePreview(held, to, wanted.quantity, now, customer?.balance ?? 0);
  }
  await refuseTooMany(deps, subscriptionId);
  const { quote, amounts } = await quoteChange(deps, held, to, { quantity: wanted.quantity, by });
  const shown = previewedDiscount(held, to, behavior, now);
  const isOver = shown.discount !== undefined && shown.discount.after !== "kept";
  const renewsAt = to.id === held.plan.id ? held.row.paid_until : addIntervals(now, to.interval, 1);
  return {
    lines: { data: amounts.lines.map((line) => ({ ...line })) },
    subtotal: amounts.subtotal,
    tax: amounts.tax,
    total: amounts.due,
    currency: quote.currency,
    quote: { id: quote.id, expires_at: unixSecondsOf(quote.expires_at) },
    next_renewal: nextRenewal(held, to, wanted.quantity, renewsAt, amounts.balance, isOver ? null : held.row.discount),
    reverse_charge: held.row.tax_exempt === "reverse",
    ...shown,
  };
}
