import { DoneDialog } from "@foyer/ui/done-dialog";
import { type RefObject, useState } from "react";
import { words } from "#words/subscription";
import { brand } from "../settings/settings.ts";
import { AutoRenewalDialog } from "./auto-renewal-dialog.tsx";
import type { Payer } from "./subscription-facts.ts";
import { subscriptionActions } from "./subscription-actions.ts";
import { SwitchCycleDialog } from "./switch-cycle-dialog.tsx";
import { OutcomeDialog } from "./outcome-dialog.tsx";
import { useCloseWhileWaiting } from "./use-close-while-waiting.ts";
import type { FlowName, OpenFlow } from "./use-open-flow.ts";

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
