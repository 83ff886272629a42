import { call } from "@foyer/api-client/client";
import { formatDate } from "@foyer/domain/dates";
import { announce } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { words as sending } from "#words/sending";
import { words } from "#words/subscription";
import { Link } from "../screens/router.tsx";
import { api } from "../requests/api.ts";
import { refusalOf } from "../failures/refusal-of.ts";
import { requestOf, sentenceOf } from "../failures/failure-sentence.ts";
import { mutedClass } from "../screens/panel.tsx";
import { brand } from "../settings/settings.ts";
import { SubmitDialog } from "../forms/submit-dialog.tsx";
import { useSubmit } from "../forms/use-submit.ts";
import type { Payer } from "./subscription-facts.ts";
import { refreshAfterChange } from "./subscription-queries.ts";

interface AutoRenewalDialogProps {
  payer: Payer;
  /** `off`: Cancel Subscription. `on`: Turn on Auto-Renewal. */
  turn: "off" | "on";
  /** Called after success, before the dialog closes: the change shows as pending until it is read again. */
  onChanged: () => void;
  /** Gets the focus if the element that opened the dialog is gone. */
  returnTo?: RefObject<HTMLElement | null> | undefined;
  onClose: () => void;
}

/** Asks before auto-renewal is turned off or on, and shows the consequences (RENEW-01, RENEW-02). */
export function AutoRenewalDialog({ payer, turn, onChanged, returnTo, onClose }: AutoRenewalDialogProps) {
  const client = useQueryClient();
  const { customerId, subscription } = payer;
  const date = formatDate(subscription.periodEnd);
  const isOff = turn === "off";

  const turning = useSubmit(async (_, signal) => {
    try {
      await call(api, "setAutoRenewal", {
        params: { id: customerId, subscription: subscription.id },
        body: { cancel_at_period_end: isOff },
        signal,
      });
    } catch (error) {
      // The request may have been carried out; the page then shows it.
      refreshAfterChange(client);
      throw error;
    }
    refreshAfterChange(client);
    announce(isOff ? words.canceled(date) : words.resumed);
    onChanged();
    onClose();
  }, sending.autoRenewal);
  const { failure } = turning;
  // Only one rule refuses to turn it on: the renewal has no card to charge.
  const isCardWanted = !isOff && refusalOf(failure) === "subscription.forbidden";

  return (
    <SubmitDialog
      sending={turning}
      title={isOff ? words.cancelTitle : words.resumeTitle}
      submit={isOff ? words.turnOff : words.turnOn}
      cancel={isOff ? words.keepSubscription : words.notNow}
      danger={isOff}
      returnTo={returnTo}
      refusal={
        failure !== null && (
          <Notice kind="danger" title={isOff ? words.unableToModify : words.resumeFailed}>
            <p>{sentenceOf(failure)}</p>
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
            {requestOf(failure) && <p className={mutedClass}>{requestOf(failure)}</p>}
          </Notice>
        )
      }
      onClose={onClose}
    >
      {isOff && <p>{words.cancelQuestion}</p>}
      <p>{isOff ? words.cancelText(date) : words.resumeText(date)}</p>
      {isOff && subscription.waiting && <p>{words.cancelGivesUp}</p>}
    </SubmitDialog>
  );
}
