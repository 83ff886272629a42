import type { ManagedLicense } from "@foyer/contract/licenses";
import type { Seat } from "@foyer/contract/seats";
import { formatDate } from "@foyer/domain/dates";
import { billingInterval, isStoreBilled } from "@foyer/domain/product-id";
import { Button, buttonClass } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { words as sending } from "#words/sending";
import { words } from "#words/team";
import { words as subscription } from "#words/subscription";
import { customerQuery } from "../shared/billing/queries.ts";
import { Link } from "../shared/screens/router.tsx";
import { sentenceOf } from "../shared/failures/failure-sentence.ts";
import { DuePayment, OthersDuePayment } from "../shared/subscription/due-payment.tsx";
import { DueSkeleton } from "../shared/subscription/due-skeleton.tsx";
import { isPastDue } from "../shared/subscription/past-due.ts";
import type { Payer } from "../shared/subscription/subscription-facts.ts";
import { quote, send } from "../shared/subscription/pay.ts";
import { PendingPayment } from "../shared/subscription/pending-payment.tsx";
import { refreshAfterChange } from "../shared/subscription/subscription-queries.ts";
import type { FlowName } from "../shared/subscription/use-open-flow.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { WaitingLine } from "../shared/forms/waiting-line.tsx";
import { KeepSeatsDialog } from "./keep-seats-dialog.tsx";
import type { TeamFigures } from "./team-facts.ts";
import styles from "./team-page.module.css";

interface PendingNoticesProps {
  license: ManagedLicense;
  figures: TeamFigures;
  /** Null for a manager who does not pay: she sees the pending changes, but cannot undo them. */
  payer: Payer | null;
  /** The license's seats; undefined while loading. */
  seats: readonly Seat[] | undefined;
  /** Gets the focus when a notice disappears. */
  place: RefObject<HTMLElement | null>;
}

interface AllNoticesProps extends PendingNoticesProps {
  /** True while a change is open: the result of an earlier one is no longer shown. */
  isChanging: boolean;
  /** Opens a failed change again; for seats with the number that was wanted. */
  onRetry: (flow: FlowName, quantity: number) => void;
}

interface FailedPaymentProps {
  license: ManagedLicense;
  product: string;
  /** Null for a manager who does not pay. */
  payer: Payer | null;
  /** False while it is not known who pays. */
  isKnown: boolean;
}

/** The failed payment of the team's subscription, above everything else. */
export function FailedPayment({ license, product, payer, isKnown }: FailedPaymentProps) {
  const isDue = isPastDue(license);
  const customer = useQuery({ ...customerQuery(payer?.customerId ?? ""), enabled: payer !== null });
  const own = customer.data?.subscriptions.find(({ id }) => id === license.subscription_id);
  if (isDue && !isKnown) return <DueSkeleton />;
  if (payer && own) return <DuePayment customerId={payer.customerId} subscription={own} product={product} />;
  return isDue && <OthersDuePayment license={license} product={product} />;
}

/** Pending changes, each with its undo. */
export function PendingNotices({ isChanging, onRetry, ...props }: AllNoticesProps) {
  const { license, payer, place } = props;
  const { subscription_state: state } = license;
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
      {state === "active" && license.cancel_at_period_end && license.expiration_date && (
        <Notice kind="warning" announced={false}>
          {words.canceledTitle}
        </Notice>
      )}
      {payer && (
        <PendingPayment
          payer={payer}
          isChanging={isChanging}
          onSettled={() => place.current?.focus()}
          onRetry={onRetry}
        />
      )}
      {state === "active" && <RecordedChange {...props} />}
    </div>
  );
}

/** A decrease or another plan from the next period on, and the question before it is canceled. */
function RecordedChange(props: PendingNoticesProps) {
  const { license, figures, payer, seats, place } = props;
  const [isAsking, setAsking] = useState(false);
  const next = nextOf(license, payer);
  const expiring = seats?.filter(({ status }) => status === "expiring") ?? [];
  return (
    <>
      {next && (next.quantity < figures.total || next.plan !== license.product_id) && (
        <RecordedNotice
          {...props}
          next={next}
          // Otherwise the seats that were chosen to expire would still expire.
          onAsk={next.quantity < figures.total && expiring.length > 0 ? () => setAsking(true) : null}
        />
      )}
      {isAsking && payer && (
        <KeepSeatsDialog
          license={license}
          expiring={expiring}
          takeBack={(signal) => takeBack(payer, signal)}
          returnTo={place}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface RecordedNoticeProps extends PendingNoticesProps {
  next: RecordedNext;
  /** Asks before it is canceled; null if there is nothing to ask. */
  onAsk: (() => void) | null;
}

/** Shows the change recorded for the next period; recording the state in force cancels it. */
function RecordedNotice({ license, figures, payer, seats, place, next, onAsk }: RecordedNoticeProps) {
  const client = useQueryClient();
  const takingBack = useSubmit<Payer>(async (asked, signal) => {
    try {
      await takeBack(asked, signal);
    } finally {
      refreshAfterChange(client);
    }
    announce(words.takenBack);
    place.current?.focus();
  }, sending.takingBack);
  const isFewer = next.quantity < figures.total;
  const cycle = billingInterval(next.plan) === "year" ? "year" : "month";
  const cycleNow = billingInterval(license.product_id) === "year" ? "year" : "month";
  return (
    <Notice
      kind="info"
      announced={false}
      title={isFewer ? words.fewerSeats(next.at, next.quantity) : subscription.plannedFor[cycle](next.at)}
      action={
        payer && (
          <Button
            small
            busy={takingBack.busy}
            disabled={isFewer && seats === undefined}
            onClick={onAsk ?? (() => takingBack.submit(payer))}
          >
            {isFewer ? words.keepSeats(figures.total) : subscription.keepCycles[cycleNow]}
          </Button>
        )
      }
    >
      <p>
        {isFewer ? words.fewerSeatsText(figures.total) : words.otherPlanText}
        {isFewer && figures.expiring !== null && figures.expiring > 0 && ` ${words.seatsStayExpiring}`}
      </p>
      <WaitingLine waiting={takingBack.waiting} />
      {takingBack.failure !== null && (
        <p role="alert">
          {words.takeBackFailed} {sentenceOf(takingBack.failure)}
        </p>
      )}
    </Notice>
  );
}

/** Changes to the state in force, which costs nothing. */
async function takeBack(payer: Payer, signal: AbortSignal) {
  const { id } = (await quote(payer, payer.subscription, signal)).quote;
  await send({ payer, kind: "later" }, id, id, signal);
}

interface RecordedNext {
  readonly plan: string;
  readonly quantity: number;
  readonly at: string;
}

/** Returns the changes recorded for the next period, from whichever service has reported them. */
function nextOf(license: ManagedLicense, payer: Payer | null): RecordedNext | null {
  const next = payer?.subscription.next;
  if (payer) return next ? { ...next, at: formatDate(next.at) } : null;
  const { subscription_next: told, renewing_quantity: renewing, expiration_date: end } = license;
  if (told) return { ...told, at: formatDate(told.at) };
  if (renewing === null || renewing >= license.total_seats || end === null) return null;
  return { plan: license.product_id, quantity: renewing, at: formatDate(end) };
}
