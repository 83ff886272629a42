import type { InvoicePreview, PreviewDiscount } from "@foyer/contract/subscription-wire";
import { FormDialog } from "@foyer/ui/form-dialog";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError } from "@foyer/api-client/errors";
import { cents, formatMoney } from "@foyer/domain/money";
import { Notice } from "@foyer/ui/notice";
import { ErrorState, Skeleton } from "@foyer/ui/placeholders";
import { words } from "#words/subscription";
import { words as discounts } from "#words/discounts";
import { type AmountRow, Amounts } from "../money/amounts.tsx";
import { AtBank } from "./at-bank.tsx";
import { CardChange } from "./card-change.tsx";
import { PayingCard } from "./paying-card.tsx";
import { payment, workSentence } from "./payment.ts";
import { isUnknown, mayChangeCard } from "./failed-payment.ts";
import { PaymentFailure } from "./payment-failure.tsx";
import type { Payer } from "./subscription-facts.ts";
import type { Paying } from "./use-payment.ts";
import { refusalOf } from "../failures/refusal-of.ts";
import { requestOf, sentenceOf } from "../failures/failure-sentence.ts";
import { dateOf, discountName } from "../money/discount-text.ts";
import styles from "./review.module.css";
import { leftForLater } from "./preview-rows.ts";

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
  /** Title of one that another card may help against. */
  cardFailed?: string;
  /** Description of the change, above the amounts. */
  lead: ReactNode;
  /** The consequences, below the amounts. */
  children?: ReactNode;
}

/** Asks before a change of a subscription: its price, the card that pays, the payment, and its failure. */
export function CheckoutDialog(props: CheckoutDialogProps) {
  const { payer, paying, preview, title, cancel, onCancel, onClose, failed, cardFailed, ...review } = props;
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
      {...payment(paying, preview.data, choose)}
      refusal={
        now.step === "failed" && (
          <PaymentFailure
            failure={now.failure}
            title={failed}
            cardTitle={cardFailed}
            isLooking={paying.isLooking}
            // After a decline, the dialog's own button leads there.
            onAnotherCard={now.failure.kind === "declined" ? undefined : choose}
          />
        )
      }
      {...(onCancel && { onCancel })}
      onClose={onClose}
    >
      <Review paying={paying} preview={preview} {...review}>
        <PayingCard
          payer={payer}
          isPaidNow={preview.data === undefined || preview.data.total > 0}
          disabled={paying.isRunning || (now.step === "failed" && isUnknown(now.failure))}
          onAnother={now.step === "failed" && mayChangeCard(now.failure) ? null : choose}
        />
        {props.children}
      </Review>
    </FormDialog>
  );
}

interface ReviewProps {
  paying: Paying;
  preview: UseQueryResult<InvoicePreview>;
  rows: (preview: InvoicePreview) => readonly AmountRow[];
  /** Message if there is no preview (QTY-10, HOME-18). */
  previewFailed: string;
  /** Description of the change, above the amounts. */
  lead: ReactNode;
  /** The consequences, below the amounts. */
  children?: ReactNode;
}

/** Shows a change, its price, and the progress of its payment. */
function Review({ paying, preview, rows, previewFailed, lead, children }: ReviewProps) {
  const { now, isRenewed, isSlow } = paying;
  return (
    <div className={styles.review}>
      {isRenewed && <Notice kind="warning">{words.renewedQuote}</Notice>}
      {lead}
      <div className={preview.isPending ? styles.waiting : undefined}>
        <PreviewAmounts preview={preview} rows={rows} failed={previewFailed} />
      </div>
      {children}
      <p role="status" className={styles.status}>
        {isSlow ? null : workSentence(now)}
      </p>
    </div>
  );
}

interface PreviewAmountsProps extends Pick<ReviewProps, "preview" | "rows"> {
  failed: string;
}

function PreviewAmounts({ preview, rows, failed }: PreviewAmountsProps) {
  if (preview.data) {
    const left = leftForLater(preview.data);
    return (
      <>
        <Amounts rows={rows(preview.data)} currency={preview.data.currency} />
        {left && <p>{left}</p>}
        {preview.data.spent_discount !== undefined && (
          <SpentDiscountNote spent={preview.data.spent_discount} currency={preview.data.currency} />
        )}
        {preview.data.discount && <DiscountNote discount={preview.data.discount} />}
      </>
    );
  }
  if (preview.isPending) return <Skeleton label={words.loadingPreview} lines={[1, 1, 1, 0.6]} />;
  return (
    <ErrorState
      title={failed}
      request={requestOf(preview.error)}
      {...(refusalOf(preview.error) === "subscription.forbidden"
        ? {}
        : { retry: { label: words.tryAgain, busy: preview.isFetching, onRetry: () => void preview.refetch() } })}
    >
      {preview.error instanceof ApiError && sentenceOf(preview.error)}
    </ErrorState>
  );
}

/** Says before a change why seats that a discount has paid for are charged. */
function SpentDiscountNote({ spent, currency }: { spent: number; currency: string }) {
  return <p>{discounts.spent(formatMoney(cents(spent), currency))}</p>;
}

/** Says before a change whether the discount stays, ends with it, or is used up by it (BUY-11). */
function DiscountNote({ discount }: { discount: PreviewDiscount }) {
  const name = discountName(discount);
  if (discount.after === "ended") {
    return (
      <Notice kind="warning" title={discounts.endedTitle}>
        {discounts.ended(name)}
      </Notice>
    );
  }
  if (discount.after === "used") return <p>{discounts.used(name)}</p>;
  return (
    <p>{discount.ends_at === null ? discounts.kept(name) : discounts.keptUntil(name, dateOf(discount.ends_at))}</p>
  );
}
