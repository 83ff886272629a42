import { call } from "@foyer/api-client/client";
import type { Seat } from "@foyer/contract/seats";
import { announce } from "@foyer/ui/live-region";
import { createContext, use, useEffect, useState } from "react";
import { words } from "#words/team";
import { api } from "../../shared/api.ts";
import { sentenceOf } from "../../shared/failure-sentence.ts";
import styles from "./seat-table.module.css";

const RESENT_MS = 2000;

/** Actions for the status cells of a list, given by context so that rows stay the same when they change. */
export interface SeatStatusActions {
  readonly licenseId: string;
  readonly onRenew: (seat: Seat) => void;
  readonly onShare: (seat: Seat) => void;
}

export const SeatStatusContext = createContext<SeatStatusActions | null>(null);

/**
 * The status of a seat that is not active: Expiring, which can be clicked, or the actions of an invitation
 * (SEATS-03).
 */
export function SeatStatus({ seat }: { seat: Seat }) {
  const actions = use(SeatStatusContext);
  if (!actions) return null;
  if (seat.status === "pending") return <PendingStatus seat={seat} actions={actions} />;
  return (
    <a
      href={`#${seat.id}`}
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
function PendingStatus({ seat, actions }: { seat: Seat; actions: SeatStatusActions }) {
  const [state, setState] = useState<"idle" | "sending" | "resent">("idle");
  useEffect(() => {
    if (state !== "resent") return undefined;
    const timer = setTimeout(() => setState("idle"), RESENT_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function resend() {
    if (state !== "idle") return;
    setState("sending");
    try {
      const { emails_not_sent: notSent } = await call(api, "resendInvitations", {
        params: { id: actions.licenseId },
        body: { seats: [seat.id] },
      });
      if (notSent.length > 0) throw new Error(words.resendFailed(seat.email));
      setState("resent");
      announce(words.resentTo(seat.email));
    } catch (error) {
      setState("idle");
      announce(`${words.resendFailed(seat.email)} ${sentenceOf(error)}`);
    }
  }

  return (
    <>
      <button
        type="button"
        className={state === "resent" ? `${styles.link} ${styles.resent}` : styles.link}
        aria-busy={state === "sending"}
        onClick={() => void resend()}
      >
        {state === "resent" ? words.resent : words.resend}
      </button>
      <button type="button" className={styles.link} onClick={() => actions.onShare(seat)}>
        {words.share}
      </button>
    </>
  );
}

/** Only the status, if no action is available. */
export function PlainStatus({ seat }: { seat: Seat }) {
  return seat.status === "pending" ? words.invitationPending : words.expiringSeat;
}
