import { call } from "@foyer/api-client/client";
import type { ManagedLicense } from "@foyer/contract/licenses";
import { formatDate } from "@foyer/domain/dates";
import { billingInterval, isStoreBilled } from "@foyer/domain/product-id";
import { Button, buttonClass } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { words } from "#words/team";
import { api } from "../shared/api.ts";
import { sentenceOf } from "../shared/failure-sentence.ts";
import type { Payer } from "../shared/subscription/carry-out.ts";
import { PendingPayment } from "../shared/subscription/pending-payment.tsx";
import { refreshAfterChange } from "../shared/subscription/subscription-queries.ts";
import type { FlowName } from "../shared/subscription/use-open-flow.ts";
import type { TeamFigures } from "./team-facts.ts";
import styles from "./team-page.module.css";

interface PendingNoticesProps {
  license: ManagedLicense;
  figures: TeamFigures;
  /** Null for a manager who does not pay: she sees the pending changes, but cannot undo them. */
  payer: Payer | null;
  /** Called when a notice disappears, because the focus needs another place. */
  onSettled: () => void;
}

interface AllNoticesProps extends PendingNoticesProps {
  /** True while a change is open: the result of an earlier one is no longer shown. */
  isChanging: boolean;
  /** Opens a failed change again; for seats with the number that was wanted. */
  onRetry: (flow: FlowName, quantity: number) => void;
}

/** Pending changes and due payments, each with its undo. */
export function PendingNotices({ license, figures, payer, onSettled, isChanging, onRetry }: AllNoticesProps) {
  const { subscription_state: state, subscription_status: status } = license;
  return (
    <div className={styles.notices}>
      {state === "inactive" && (
        <Notice
          kind="danger"
          title={words.endedTitle}
          announced={false}
          action={
            !isStoreBilled(license.product_id) && (
              <Link to={`/buy?license=${encodeURIComponent(license.id)}`} className={buttonClass({ small: true })}>
                {words.subscribeAgain}
              </Link>
            )
          }
        >
          {words.endedText}
        </Notice>
      )}
      {state === "active" && status === "past_due" && (
        <Notice kind="danger" title={words.pastDueTitle} announced={false}>
          {payer ? words.pastDueText : words.pastDueOther}
        </Notice>
      )}
      {state === "active" && license.cancel_at_period_end && license.expiration_date && (
        <Notice kind="warning" announced={false}>
          {words.canceledTitle(formatDate(license.expiration_date))}
        </Notice>
      )}
      {payer && <PendingPayment payer={payer} isChanging={isChanging} onSettled={onSettled} onRetry={onRetry} />}
      {state === "active" && <RecordedChange license={license} figures={figures} payer={payer} onSettled={onSettled} />}
    </div>
  );
}

/** A decrease or another plan from the next period on; recording the state in force cancels it. */
function RecordedChange({ license, figures, payer, onSettled }: PendingNoticesProps) {
  const client = useQueryClient();
  const takeBack = useMutation({
    mutationFn: async ({ customerId, subscription }: Payer) =>
      await call(api, "changeSubscription", {
        params: { id: customerId, subscription: subscription.id },
        body: {
          plan: subscription.plan,
          quantity: subscription.quantity,
          proration_behavior: "none",
          default_tax_rates: subscription.taxRates.map(({ id }) => id),
        },
      }),
    onSuccess: () => {
      announce(words.takenBack);
      onSettled();
    },
    onSettled: () => refreshAfterChange(client),
  });
  const next = nextOf(license, payer);
  if (!next) return null;
  const isFewer = next.quantity < figures.total;
  const cycle = billingInterval(next.plan) === "year" ? words.yearly : words.monthly;
  const cycleNow = billingInterval(license.product_id) === "year" ? words.yearly : words.monthly;
  const hasOtherPlan = next.plan !== license.product_id;
  if (!isFewer && !hasOtherPlan) return null;
  return (
    <Notice
      kind="info"
      announced={false}
      title={isFewer ? words.fewerSeats(next.at, next.quantity) : words.otherPlan(next.at, cycle.toLowerCase())}
      action={
        payer && (
          <Button small busy={takeBack.isPending} onClick={() => takeBack.mutate(payer)}>
            {isFewer ? words.keepSeats(figures.total) : words.keepPlan(cycleNow.toLowerCase())}
          </Button>
        )
      }
    >
      <p>
        {isFewer ? words.fewerSeatsText(figures.total) : words.otherPlanText}
        {isFewer && figures.expiring !== null && figures.expiring > 0 && ` ${words.seatsStayExpiring}`}
      </p>
      {takeBack.isError && (
        <p role="alert">
          {words.takeBackFailed} {sentenceOf(takeBack.error)}
        </p>
      )}
    </Notice>
  );
}

/** Returns the changes recorded for the next period, from whichever service has reported them. */
function nextOf(license: ManagedLicense, payer: Payer | null): { plan: string; quantity: number; at: string } | null {
  const next = payer?.subscription.next;
  if (payer) return next ? { ...next, at: formatDate(next.at) } : null;
  const { subscription_next: told, renewing_quantity: renewing, expiration_date: end } = license;
  if (told) return { ...told, at: formatDate(told.at) };
  if (renewing === null || renewing >= license.total_seats || end === null) return null;
  return { plan: license.product_id, quantity: renewing, at: formatDate(end) };
}
