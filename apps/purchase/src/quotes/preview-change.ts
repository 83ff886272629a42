import { randomBytes } from "node:crypto";
import type { InvoicePreview } from "@foyer/contract/subscription-wire";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import { addIntervals } from "@foyer/domain/periods";
import { refuse } from "@foyer/service-kit/errors";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { behaviorOf, refuseChange, type WantedChange } from "../subscriptions/change-rules.ts";
import { reachForChange } from "../subscriptions/reach-subscription.ts";
import type { HeldSubscription, PlanRow } from "../subscriptions/subscription-wire.ts";
import { quoteChange } from "./quote-change.ts";
import { renewalOf } from "./renewal-amount.ts";

/** A change that is recorded for the next period costs nothing now: its quote says so, and has nothing to hold. */
function freePreview(held: HeldSubscription, to: PlanRow, quantity: number, now: Date): InvoicePreview {
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
    next_renewal: { total: renewalOf(held, to, quantity), at: unixSecondsOf(held.row.paid_until) },
  };
}

/** Shows what a change would cost; what is then charged is this, to the cent. */
export async function previewChange(
  deps: PurchaseDeps,
  input: {
    readonly customerId: string;
    readonly subscriptionId: string;
    readonly wanted: WantedChange;
    readonly itemId: string | undefined;
  },
): Promise<InvoicePreview> {
  const { customerId, subscriptionId, wanted, itemId } = input;
  const { held, to, isWaiting } = await reachForChange(deps, customerId, subscriptionId, wanted.plan);
  if (itemId !== undefined && itemId !== held.row.item_id) refuse("object.not_found");
  const now = deps.clock.now();
  const behavior = behaviorOf(held.row, wanted);
  refuseChange(held.row, wanted, behavior, { now, isWaiting });
  if (behavior === "none") return freePreview(held, to, wanted.quantity, now);
  const { quote, amounts } = await quoteChange(deps, held, to, wanted.quantity);
  const renewsAt = to.id === held.plan.id ? held.row.paid_until : addIntervals(now, to.interval, 1);
  return {
    lines: { data: amounts.lines.map((line) => ({ ...line })) },
    subtotal: amounts.subtotal,
    tax: amounts.tax,
    total: amounts.due,
    currency: quote.currency,
    quote: { id: quote.id, expires_at: unixSecondsOf(quote.expires_at) },
    next_renewal: { total: renewalOf(held, to, wanted.quantity), at: unixSecondsOf(renewsAt) },
  };
}
