import { call } from "@foyer/api-client/client";
import type { Seat } from "@foyer/contract/seats";
import { announce } from "@foyer/ui/live-region";
import { type ComponentProps, createContext, use, useEffect, useState } from "react";
import { words } from "#words/seat-acts";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { sentenceOf } from "../../shared/failures/failure-sentence.ts";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import type { SeatDialogKind } from "./seat-dialogs.tsx";
import styles from "./seat-table.module.css";

const RESENT_MS = 2000;

/** Actions for the cells of a list, given by context so that rows stay the same when they change. */
export interface SeatActions {
  readonly licenseId: string;
  readonly open: (kind: SeatDialogKind, seat: Seat) => void;
}

/** A seat, and what its row knows about it. */
interface SeatStatusProps {
  seat: Seat;
  /** The invitation was not accepted in time. */
  hasRunOut: boolean;
}

/** Null in a list that only shows the seats. */
export const SeatActionsContext = createContext<SeatActions | null>(null);

/** Returns the id of the cell with the address, which describes the controls of its row. */
export function emailId({ id }: Seat): string {
  return `email-${id}`;
}

/** Opens a dialog about the seat; the text alone in a list that only shows the seats. */
export function SeatDialogButton({
  kind,
  seat,
  ...button
}: { kind: SeatDialogKind; seat: Seat } & ComponentProps<"button">) {
  const actions = use(SeatActionsContext);
  if (!actions) return button.children;
  return (
    <button
      type="button"
      className={styles.link}
      aria-describedby={emailId(seat)}
      onClick={() => actions.open(kind, seat)}
      {...button}
    />
  );
}

/** The status of a seat: Active; Expiring, which can be clicked; or the actions of an invitation (SEATS-03). */
export function SeatStatus({ seat, hasRunOut }: SeatStatusProps) {
  const actions = use(SeatActionsContext);
  if (!actions) return words.statuses[seat.status];
  return (
    <>
      {seat.status === "pending" && <PendingStatus seat={seat} hasRunOut={hasRunOut} actions={actions} />}
      {seat.status === "expiring" && <ExpiringStatus seat={seat} actions={actions} />}
      {seat.status === "active" && words.statuses.active}
    </>
  );
}

function ExpiringStatus({ seat, actions }: { seat: Seat; actions: SeatActions }) {
  return (
    <a
      href={`#${seat.id}`}
      aria-describedby={emailId(seat)}
      className={`${styles.link} ${styles.expiring}`}
      onClick={(event) => {
        event.preventDefault();
        actions.open("renew", seat);
      }}
    >
      {words.statuses.expiring}
    </a>
  );
}

/** Shows "Re-sent" for two seconds after a resend (SEATS-05). */
function PendingStatus({ seat, hasRunOut, actions }: SeatStatusProps & { actions: SeatActions }) {
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
        <SeatDialogButton kind="share" seat={seat} disabled={hasRunOut} title={hasRunOut ? words.shareOff : undefined}>
          {words.share}
        </SeatDialogButton>
      )}
    </>
  );
}

/** The mail server rejected the address. */
class NotSent extends Error {}
