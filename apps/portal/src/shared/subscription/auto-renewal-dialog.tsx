import { call } from "@foyer/api-client/client";
import { formatDate } from "@foyer/domain/dates";
import { FormDialog } from "@foyer/ui/form-dialog";
import { announce } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { useQueryClient } from "@tanstack/react-query";
import { useReducer, useState } from "react";
import { Link } from "react-router";
import { words } from "#words/subscription";
import { api } from "../api.ts";
import { requestOf, sentenceOf } from "../failure-sentence.ts";
import { mutedClass } from "../panel.tsx";
import { brand } from "../settings.ts";
import { asking, autoRenewal } from "./auto-renewal.ts";
import type { Payer } from "./carry-out.ts";
import { settlementFailure } from "./settlement-failure.ts";
import { refreshAfterChange } from "./subscription-queries.ts";

interface AutoRenewalDialogProps {
  payer: Payer;
  /** `off`: Cancel Subscription. `on`: Turn on Auto-Renewal. */
  turn: "off" | "on";
  /** Called after success, before the dialog closes: the change shows as pending until it is read again. */
  onChanged: () => void;
  onClose: () => void;
}

/** Asks before auto-renewal is turned off or on, and shows the consequences (RENEW-01, RENEW-02). */
export function AutoRenewalDialog({ payer, turn, onChanged, onClose }: AutoRenewalDialogProps) {
  const client = useQueryClient();
  const [now, tell] = useReducer(autoRenewal, asking);
  const { customerId, subscription } = payer;
  const date = formatDate(subscription.periodEnd);
  const isOff = turn === "off";
  const [isCardWanted, setCardWanted] = useState(false);

  async function agreed() {
    tell({ type: "agreed" });
    try {
      await call(api, "setAutoRenewal", {
        params: { id: customerId, subscription: subscription.id },
        body: { cancel_at_period_end: isOff },
      });
    } catch (error) {
      // Only one rule refuses to turn it on: the renewal has no card to charge.
      setCardWanted(!isOff && settlementFailure(error).kind === "forbidden");
      tell({ type: "refused", sentence: sentenceOf(error), request: requestOf(error) });
      return;
    }
    tell({ type: "answered" });
    refreshAfterChange(client);
    announce(isOff ? words.canceled(date) : words.resumed);
    onChanged();
    onClose();
  }

  return (
    <FormDialog
      title={isOff ? words.cancelTitle : words.resumeTitle}
      submit={isOff ? words.turnOff : words.turnOn}
      cancel={isOff ? words.keepSubscription : words.notNow}
      danger={isOff}
      busy={now.step === "sending"}
      refusal={
        now.step === "failed" && (
          <Notice kind="danger" title={isOff ? words.unableToModify : words.resumeFailed}>
            <p>{now.sentence}</p>
            {isCardWanted && (
              <p>
                <Link to="/#payment" onClick={onClose}>
                  {words.addCard}
                </Link>
              </p>
            )}
            <p>
              {words.writeTo} <a href={`mailto:${brand.salesEmail}`}>{brand.salesEmail}</a>.
            </p>
            {now.request && <p className={mutedClass}>{now.request}</p>}
          </Notice>
        )
      }
      onSubmit={() => void agreed()}
      onClose={onClose}
    >
      {isOff && <p>{words.cancelQuestion}</p>}
      <p>{isOff ? words.cancelText(date) : words.resumeText(date)}</p>
      {isOff && subscription.waiting && <p>{words.cancelGivesUp}</p>}
    </FormDialog>
  );
}
