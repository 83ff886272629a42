import { formatDate } from "@foyer/domain/dates";
import { cents, conversionAmount, formatMoney } from "@foyer/domain/money";
import { DoneDialog } from "@foyer/ui/done-dialog";
import { FormDialog } from "@foyer/ui/form-dialog";
import { Progress } from "@foyer/ui/spinner";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/subscription";
import { serviceClockQuery } from "../settings/service-clock.ts";
import { PaperDesk } from "../papers/paper-desk.tsx";
import { UnverifiedTaxIds } from "../billing/unverified-tax-ids.tsx";
import { CheckoutDialog } from "./checkout-dialog.tsx";
import { useKeptPayment } from "./kept-payment.ts";
import { cycleRows } from "./preview-rows.ts";
import type { Payer } from "./subscription-facts.ts";
import { type CycleSwitch, cycleSwitch } from "./switch-cycle.ts";
import type { Outcome } from "./use-open-flow.ts";
import { usePreview } from "./use-preview.ts";
import { usePayment } from "./use-payment.ts";
import { Priced } from "../money/priced.tsx";

interface SwitchCycleDialogProps {
  payer: Payer;
  /** The account page has its own words for a failed preview and for the amount (HOME-17, HOME-18). */
  place: "account" | "team";
  onDone: (outcome: Outcome) => void;
  onClose: () => void;
}

/** Switches between monthly and yearly billing: the price, Pay, "Subscription Changed" (CYCLE-01 to 05). */
export function SwitchCycleDialog({ payer, place, onDone, onClose }: SwitchCycleDialogProps) {
  const clock = useQuery(serviceClockQuery);
  // The initial offer stays, although the plan that it was computed from changes when the switch is done.
  const [offer, setOffer] = useState<CycleSwitch | null>(null);
  if (clock.data && !offer) setOffer(cycleSwitch(payer.subscription, clock.data));
  if (!offer) {
    return (
      <FormDialog title={words.switchCycle} submit={null} cancel={words.cancel} onSubmit={onClose} onClose={onClose}>
        <Progress label={words.loadingPreview} />
      </FormDialog>
    );
  }
  if (offer.kind === "open")
    return <OpenSwitch payer={payer} place={place} offer={offer} onDone={onDone} onClose={onClose} />;
  return (
    <DoneDialog
      title={offer.kind === "none" ? words.unableToModifyTitle : words.tooEarlyTitle}
      button={words.close}
      onClose={onClose}
    >
      <p>
        {offer.kind === "none"
          ? words.unableToModify
          : words.tooEarly(formatDate(payer.subscription.periodEnd), formatDate(offer.opensAt))}
      </p>
    </DoneDialog>
  );
}

interface OpenSwitchProps extends SwitchCycleDialogProps {
  offer: Extract<CycleSwitch, { kind: "open" }>;
}

function OpenSwitch({ payer, place, offer, onDone, onClose }: OpenSwitchProps) {
  const [reviewed, setReviewed] = useState({ review: 0, quantity: offer.change.quantity });
  const change = { ...offer.change, quantity: reviewed.quantity };
  const [periodEnd] = useState(() => formatDate(payer.subscription.periodEnd));
  const order = { payer, kind: offer.to === "year" ? "now" : "later" } as const;
  const paying = usePayment(order, useKeptPayment(payer.subscription.id), (receipt) =>
    onDone({
      flow: "cycle",
      title: words.changedTitle,
      text: offer.to === "year" ? words.changedNow : words.changedLater(periodEnd),
      receipt,
      mayInvite: false,
    }),
  );
  const preview = usePreview(payer, change, paying.review);
  const { review } = paying;
  // A new review uses the current seats; another manager may have added some since the last one.
  if (reviewed.review !== review) setReviewed({ review, quantity: payer.subscription.quantity });
  return (
    <CheckoutDialog
      payer={payer}
      paying={paying}
      preview={preview}
      title={words.switchTitles[offer.to]}
      cancel={words.cancel}
      onClose={onClose}
      rows={cycleRows}
      previewFailed={place === "account" ? words.accountPreviewFailed : words.previewFailed}
      failed={words.unableToModify}
      cardFailed={words.unableToModify}
      lead={
        <>
          <UnverifiedTaxIds customerId={payer.customerId} />
          <p>{words.switchLeads[offer.to](words.seats(payer.subscription.quantity))}</p>
          {place === "account" && preview.data && (
            <p>
              <Priced>
                {words.conversion(formatMoney(conversionAmount(preview.data.lines.data), preview.data.currency))}
              </Priced>{" "}
              <Priced>{words.totalDueNow(formatMoney(cents(preview.data.total), preview.data.currency))}</Priced>
            </p>
          )}
          {offer.to === "month" && <p>{words.beginsLater(periodEnd)}</p>}
        </>
      }
    >
      {offer.to === "year" && (
        <PaperDesk customerId={payer.customerId} subscription={payer.subscription.id} change={change} />
      )}
    </CheckoutDialog>
  );
}
