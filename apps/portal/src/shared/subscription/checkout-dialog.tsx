import type { InvoicePreview } from "@foyer/contract/subscription-wire";
import { FormDialog } from "@foyer/ui/form-dialog";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { AmountRow } from "../money/amounts.tsx";
import { AtBank } from "./at-bank.tsx";
import { CardChange } from "./card-change.tsx";
import { PayingCard } from "./paying-card.tsx";
import { payment } from "./payment.ts";
import { isUnknown, mayChangeCard } from "./failed-payment.ts";
import { PaymentFailure } from "./payment-failure.tsx";
import { Review } from "./review.tsx";
import type { Payer } from "./subscription-facts.ts";
import type { Paying } from "./use-payment.ts";

interface CheckoutDialogProps {
  payer: Payer;
  paying: Paying;
  preview: UseQueryResult<InvoicePreview>;
  title: string;
  cancel: string;
  onCancel?: () => void;
  onClose: () => void;
  rows: (preview: InvoicePreview) => readonly AmountRow[];
  /** Message if there is no preview (QTY-10, HOME-18). */
  previewFailed: string;
  /** Title of a failure after the confirmation (QTY-10, CYCLE-05). */
  failed: string;
  /** Description of the change, above the amounts. */
  lead: ReactNode;
  /** The consequences, below the amounts. */
  children?: ReactNode;
}

/** Asks before a change of a subscription: its price, the card that pays, the payment, and its failure. */
export function CheckoutDialog(props: CheckoutDialogProps) {
  const { payer, paying, preview, title, cancel, onCancel, onClose, failed, ...review } = props;
  const { now } = paying;
  const [isChoosing, setChoosing] = useState(false);
  // The bank's window opens above the page; a modal dialog would cover it and make it unusable.
  if (now.step === "bank") return <AtBank />;
  if (isChoosing) {
    return (
      <CardChange
        customerId={payer.customerId}
        onChanged={() => {
          setChoosing(false);
          // The failure of the other card is over; the review shows a new amount.
          paying.reviewAgain();
        }}
        onClose={() => setChoosing(false)}
      />
    );
  }
  const choose = () => setChoosing(true);
  return (
    <FormDialog
      title={title}
      cancel={cancel}
      {...payment(paying, preview.data)}
      refusal={
        now.step === "failed" && (
          <PaymentFailure failure={now.failure} title={failed} isLooking={paying.isLooking} onAnotherCard={choose} />
        )
      }
      {...(onCancel && { onCancel })}
      onClose={onClose}
    >
      <Review paying={paying} preview={preview} {...review}>
        <PayingCard
          customerId={payer.customerId}
          isPaidNow={preview.data === undefined || preview.data.total > 0}
          disabled={paying.isRunning || (now.step === "failed" && isUnknown(now.failure))}
          onAnother={now.step === "failed" && mayChangeCard(now.failure) ? null : choose}
        />
        {props.children}
      </Review>
    </FormDialog>
  );
}
