import type { Checkout } from "@foyer/contract/checkout";
import { Notice } from "@foyer/ui/notice";
import { words } from "#words/trial";

/** What paying makes of the buyer's trial; says first if its seats do not fit (BUY-12). */
export function TrialReview({ checkout: { trial, quantity } }: { checkout: Checkout }) {
  if (!trial) return null;
  const over = trial.used_seats - quantity;
  if (over <= 0) return <Notice kind="info">{words.bought}</Notice>;
  return (
    <Notice kind="warning" title={words.tooFewTitle(trial.used_seats, quantity)}>
      {words.tooFew(over)}
    </Notice>
  );
}
