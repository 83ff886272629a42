import { DoneDialog } from "@foyer/ui/done-dialog";
import { type RefObject, useState } from "react";
import { call } from "@foyer/api-client/client";
import { formatDate } from "@foyer/domain/dates";
import { announce } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { useQueryClient } from "@tanstack/react-query";
import { words } from "#words/subscription";
import { words as sending } from "#words/sending";
import { brand } from "../settings/settings.ts";
import type { Payer } from "./subscription-facts.ts";
import { subscriptionActions } from "./subscription-actions.ts";
import { SwitchCycleDialog } from "./switch-cycle-dialog.tsx";
import { OutcomeDialog } from "./outcome-dialog.tsx";
import { useCloseWhileWaiting } from "./use-close-while-waiting.ts";
import type { FlowName, OpenFlow } from "./use-open-flow.ts";
import { Link } from "../screens/router.tsx";
import { api } from "../requests/api.ts";
import { refusalOf } from "../failures/refusal-of.ts";
import { requestOf, sentenceOf } from "../failures/failure-sentence.ts";
import { mutedClass } from "../screens/panel.tsx";
import { SubmitDialog } from "../forms/submit-dialog.tsx";
import { useSubmit } from "../forms/use-submit.ts";
import { refreshAfterChange } from "./subscription-queries.ts";

interface SubscriptionDialogsProps extends Pick<OpenFlow, "outcome" | "finish" | "dismiss"> {
  /** The open flow from `useOpenFlow`; `seats` belongs to the team page and is not shown here. */
  flow: FlowName | null;
  /** Null for a person who does not pay for the subscription (TEAM-08). */
  payer: Payer | null;
  place: "account" | "team";
  /** Called after canceling or resuming; sets the page's pending flag. */
  onChanged: () => void;
  onClose: () => void;
  /** Gets the focus if the element that opened a change is gone. */
  returnTo?: RefObject<HTMLElement | null>;
}

/**
 * The dialog of the open change: switch of the billing cycle, cancel, or resume. The team page and the account page
 * show it, each together with `PendingPayment`.
 */
export function SubscriptionDialogs({ flow, payer, outcome, ...rest }: SubscriptionDialogsProps) {
  if (outcome) return <OutcomeDialog outcome={outcome} returnTo={rest.returnTo} onClose={rest.dismiss} />;
  if (flow === null || (flow === "seats" && payer !== null)) return null;
  if (!payer) return <UnableToModify onClose={rest.onClose} />;
  return <OpenDialog key={`${flow} ${payer.subscription.id}`} flow={flow} payer={payer} {...rest} />;
}

interface OpenDialogProps extends Omit<SubscriptionDialogsProps, "outcome" | "dismiss"> {
  flow: FlowName;
  payer: Payer;
}

function OpenDialog({ flow, payer, place, finish, onChanged, onClose, returnTo }: OpenDialogProps) {
  // A URL can be opened again after its change was made, and the data at that time may be from an earlier answer. So
  // the dialog opens only when it can be used; then it stays until the person closes it.
  const [isOpen, setOpen] = useState(false);
  const mayOpen = subscriptionActions(payer.subscription).some(
    (action) => action.flow === flow && action.unavailable === null,
  );
  if (mayOpen && !isOpen) setOpen(true);
  useCloseWhileWaiting(payer.subscription, isOpen, onClose);
  if (!isOpen) return null;
  if (flow === "cycle") return <SwitchCycleDialog payer={payer} place={place} onDone={finish} onClose={onClose} />;
  const turn = flow === "cancel" ? "off" : "on";
  return <AutoRenewalDialog payer={payer} turn={turn} onChanged={onChanged} returnTo={returnTo} onClose={onClose} />;
}

/** A person without a customer id cannot change what is billed (TEAM-08). */
function UnableToModify({ onClose }: { onClose: () => void }) {
  return (
    <DoneDialog title={words.unableToModifyTitle} button={words.close} onClose={onClose}>
      <p>{words.unableToModify}</p>
      <p>
        {words.writeTo} <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
      </p>
    </DoneDialog>
  );
}

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
function AutoRenewalDialog({ payer, turn, onChanged, returnTo, onClose }: AutoRenewalDialogProps) {
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
