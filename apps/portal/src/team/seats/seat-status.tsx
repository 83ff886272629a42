import { call } from "@foyer/api-client/client";
import type { Seat } from "@foyer/contract/seats";
import { announce } from "@foyer/ui/live-region";
import { createContext, use, useEffect, useState } from "react";
import { words as acts } from "#words/seat-acts";
import { words as sending } from "#words/sending";
import { words } from "#words/team";
import { api } from "../../shared/requests/api.ts";
import { sentenceOf } from "../../shared/failures/failure-sentence.ts";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import styles from "./seat-table.module.css";

const RESENT_MS = 2000;

/** Actions for the status cells of a list, given by context so that rows stay the same when they change. */
export interface SeatStatusActions {
  readonly licenseId: string;
  readonly onRenew: (seat: Seat) => void;
  readonly onShare: (seat: Seat) => void;
  /** Gives the only seat of a license to another person; null if there are more seats. */
  readonly onGive: ((seat: Seat) => void) | null;
}

/** A seat, and what its row knows about it. */
export interface SeatStatusProps {
  seat: Seat;
  /** The invitation was not accepted in time. */
  hasRunOut: boolean;
}

export const SeatStatusContext = createContext<SeatStatusActions | null>(null);

/** Returns the id of the cell with the address, which describes the controls of its row. */
export function emailId({ id }: Seat): string {
  return `email-${id}`;
}

/**
 * The status of a seat: Active; Expiring, which can be clicked; or the actions of an invitation (SEATS-03). The only seat of a
 * license can be given away here (LOOK-12).
 */
export function SeatStatus({ seat, hasRunOut }: SeatStatusProps) {
  const actions = use(SeatStatusContext);
  if (!actions) return null;
  return (
    <>
      {seat.status === "pending" && <PendingStatus seat={seat} hasRunOut={hasRunOut} actions={actions} />}
      {seat.status === "expiring" && <ExpiringStatus seat={seat} actions={actions} />}
      {seat.status === "active" && words.activeSeat}
      {actions.onGive && (
        <button
          type="button"
          className={styles.link}
          aria-describedby={emailId(seat)}
          onClick={() => actions.onGive?.(seat)}
        >
          {acts.give}
        </button>
      )}
    </>
  );
}

function ExpiringStatus({ seat, actions }: { seat: Seat; actions: SeatStatusActions }) {
  return (
    <a
      href={`#${seat.id}`}
      aria-describedby={emailId(seat)}
      className={`${styles.link} ${styles.expiring}`}
      onClick={(event) => {
        event.preventDefault();
        actions.onRenew(seat);
      }}
    >
      {words.expiringSeat}
    </a>
  );
}

/** Shows "Re-sent" for two seconds after a resend (SEATS-05). */
function PendingStatus({ seat, hasRunOut, actions }: SeatStatusProps & { actions: SeatStatusActions }) {
  const [isResent, setResent] = useState(false);
  useEffect(() => {
    if (!isResent) return undefined;
    const timer = setTimeout(() => setResent(false), RESENT_MS);
    return () => clearTimeout(timer);
  }, [isResent]);
  const resending = useSubmit(async (_, signal) => {
    const params = { id: actions.licenseId };
    const body = { seats: [seat.id] };
    const { emails_not_sent: notSent } = await call(api, "resendInvitations", { params, body, signal });
    if (notSent.length > 0) throw new NotSent();
    setResent(true);
    announce(words.resentTo(seat.email));
  }, sending.resending);
  const { busy, failure, waiting } = resending;
  const reason = failure === null || failure instanceof NotSent ? "" : ` ${sentenceOf(failure)}`;
  const told = failure === null ? waiting?.text : `${words.resendFailed(seat.email)}${reason}`;
  useEffect(() => {
    if (told !== undefined) announce(told);
  }, [told]);

  return (
    <>
      <button
        type="button"
        className={isResent ? `${styles.link} ${styles.resent}` : styles.link}
        aria-describedby={emailId(seat)}
        aria-busy={busy}
        onClick={waiting?.onStop ?? (() => !isResent && resending.submit())}
      >
        {waiting?.stop ?? (isResent ? words.resent : words.resend)}
      </button>
      {seat.short_url !== null && (
        <button
          type="button"
          className={styles.link}
          disabled={hasRunOut}
          aria-describedby={emailId(seat)}
          title={hasRunOut ? words.shareOff : undefined}
          onClick={() => actions.onShare(seat)}
        >
          {words.share}
        </button>
      )}
    </>
  );
}

/** The mail server rejected the address. */
class NotSent extends Error {}

/** Only the status, if no action is available. */
export function PlainStatus({ seat }: SeatStatusProps) {
  if (seat.status === "active") return words.activeSeat;
  return seat.status === "pending" ? words.invitationPending : words.expiringSeat;
}
