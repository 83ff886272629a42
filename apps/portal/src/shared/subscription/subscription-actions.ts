import { billingInterval } from "@foyer/domain/product-id";
import { words } from "#words/subscription";
import { isChangePending, type SubscriptionFacts } from "./subscription-facts.ts";
import type { FlowName } from "./use-open-flow.ts";

/** An action for a subscription, and why it is unavailable now. */
export interface SubscriptionAction {
  readonly flow: FlowName;
  readonly label: string;
  /** Why it cannot be chosen now; null if it can. */
  readonly unavailable: string | null;
}

/** The facts that decide which actions are available; a manager who does not pay knows only these. */
export type ChangeableFacts = Pick<
  SubscriptionFacts,
  "plan" | "quantity" | "isActive" | "isPastDue" | "isCanceled" | "next" | "waiting"
>;

/**
 * Returns the actions for a subscription, in display order (TEAM-05).
 *
 * Changing seats stays available while a decrease is recorded: its dialog then shows the reason (QTY-01).
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
