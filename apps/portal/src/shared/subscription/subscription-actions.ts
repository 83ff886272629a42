import { billingInterval } from "@foyer/domain/product-id";
import { words } from "#words/subscription";
import { isChangePending, type SubscriptionFacts } from "./subscription-facts.ts";
import type { FlowName } from "./use-open-flow.ts";

/** Something that can be done with a subscription, and why not now. */
export interface SubscriptionAction {
  readonly flow: FlowName;
  readonly label: string;
  /** Why it cannot be chosen now; null when it can. */
  readonly unavailable: string | null;
}

/** As much of a subscription as decides what can be done with it; a manager who does not pay for it knows no more. */
export type ChangeableFacts = Pick<
  SubscriptionFacts,
  "plan" | "quantity" | "isActive" | "isPastDue" | "isCanceled" | "next" | "waiting"
>;

/**
 * What can be done with a subscription, in the order in which it is offered (TEAM-05).
 *
 * Changing seats stays open while a decrease is recorded: the dialog that it opens then says why not (QTY-01).
 */
export function subscriptionActions(facts: ChangeableFacts): readonly SubscriptionAction[] {
  const state = stateReason(facts);
  const canceled = facts.isCanceled ? words.reasons.set_to_cancel : null;
  const pending = isChangePending(facts) ? words.reasons.change_pending : null;
  const isDecrease = facts.next !== null && facts.waiting === null && facts.next.quantity < facts.quantity;
  const cycle = billingInterval(facts.plan);
  return [
    { flow: "seats", label: words.changeSeats, unavailable: state ?? canceled ?? (isDecrease ? null : pending) },
    ...(cycle === null
      ? []
      : [
          {
            flow: "cycle" as const,
            label: cycle === "year" ? words.switchToMonthly : words.switchToYearly,
            unavailable: state ?? canceled ?? pending,
          },
        ]),
    facts.isCanceled
      ? { flow: "resume", label: words.turnOnRenewal, unavailable: facts.isActive ? null : words.reasons.not_active }
      : {
          flow: "cancel",
          label: words.cancelSubscription,
          unavailable: facts.isActive ? null : words.reasons.not_active,
        },
  ];
}

function stateReason({ isActive, isPastDue }: ChangeableFacts): string | null {
  if (!isActive) return words.reasons.not_active;
  return isPastDue ? words.reasons.past_due : null;
}
