import { call } from "@foyer/api-client/client";
import { prorationOfSeats } from "@foyer/domain/billing-cycle";
import { formatDate } from "@foyer/domain/dates";
import { useEffect, useState } from "react";
import { words as common } from "#words/subscription";
import { words } from "#words/change-seats";
import { words as team } from "#words/team";
import { api } from "../../shared/requests/api.ts";
import { PaperDesk } from "../../shared/papers/paper-desk.tsx";
import { UnverifiedTaxIds } from "../../shared/billing/unverified-tax-ids.tsx";
import { CheckoutDialog } from "../../shared/subscription/checkout-dialog.tsx";
import { isUnknown } from "../../shared/subscription/failed-payment.ts";
import { useKeptPayment } from "../../shared/subscription/kept-payment.ts";
import type { Order } from "../../shared/subscription/pay.ts";
import { seatRows } from "../../shared/subscription/preview-rows.ts";
import type { Payer, SubscriptionChange } from "../../shared/subscription/subscription-facts.ts";
import type { Outcome } from "../../shared/subscription/use-open-flow.ts";
import { usePreview } from "../../shared/subscription/use-preview.ts";
import { usePayment } from "../../shared/subscription/use-payment.ts";
import { type ChangeSeats, type ChangeSeatsEvent, type HeldSeats, releaseOf } from "./change-seats.ts";
import styles from "./change-seats.module.css";

interface ReviewStepProps {
  licenseId: string;
  /** Name of the license. */
  product: string;
  payer: Payer;
  seats: HeldSeats;
  /** Open invitations; some of them may no longer fit. */
  invited: number;
  now: Extract<ChangeSeats, { step: "review" }>;
  tell: (event: ChangeSeatsEvent) => void;
  onDone: (outcome: Outcome) => void;
  onClose: () => void;
}

/** The price of the change, then its payment, then the result (QTY-07 to QTY-11). */
export function ReviewStep({ licenseId, product, payer, seats, invited, now, tell, onDone, onClose }: ReviewStepProps) {
  // The review keeps its original numbers, although the current ones change when it is done.
  const [before] = useState({ seats, periodEnd: formatDate(payer.subscription.periodEnd) });
  const { from: inForce } = now;
  const change: SubscriptionChange = {
    plan: payer.subscription.plan,
    quantity: now.wanted,
    behavior: prorationOfSeats(inForce, now.wanted),
  };
  const isDecrease = now.wanted < inForce;
  const release = releaseOf(before.seats, now.chosen);
  const order: Order = {
    payer,
    kind: isDecrease ? "later" : "now",
    ...(release && { before: async (signal) => await releaseSeats(licenseId, release, signal) }),
  };
  const paying = usePayment(order, useKeptPayment(payer.subscription.id), (receipt) =>
    onDone({
      flow: "seats",
      title: isDecrease ? words.plannedTitle : words.changedTitle,
      text: isDecrease ? words.decreased(inForce, before.periodEnd, now.wanted) : words.increased(now.wanted),
      receipt,
      mayInvite: !isDecrease,
    }),
  );
  const preview = usePreview(payer, change, paying.review);
  const { step } = paying.now;

  // Until the result of our own change is known, another number may be its result.
  const mayBeOvertaken = step === "review" || (step === "failed" && !isUnknown(paying.now.failure));
  const isOvertaken = mayBeOvertaken && payer.subscription.quantity !== now.from;
  useEffect(() => {
    if (isOvertaken) tell({ type: "overtaken", isRefused: paying.isRenewed });
    // `tell` is a new function each time, with the same behavior; a quote is renewed before the step is.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOvertaken]);

  const tooManyInvited = Math.min(invited, Math.max(0, before.seats.held.length + invited - now.wanted));
  return (
    <CheckoutDialog
      payer={payer}
      paying={paying}
      preview={preview}
      title={common.review}
      cancel={team.back}
      onCancel={() => tell({ type: "wentBack" })}
      onClose={onClose}
      rows={(shown) => seatRows(shown, { from: inForce, to: now.wanted })}
      previewFailed={common.previewFailed}
      failed={common.invoicingFailed}
      lead={
        <>
          <div>
            <strong translate="no">{product}</strong>
            <p className={styles.change}>{words.fromTo(inForce, now.wanted)}</p>
          </div>
          <UnverifiedTaxIds customerId={payer.customerId} />
        </>
      }
    >
      <div className={styles.consequences}>
        <p>{isDecrease ? words.decreaseText(before.periodEnd, inForce) : words.increaseText}</p>
        {now.chosen && now.chosen.length > 0 && <p>{words.expireText(now.chosen.length)}</p>}
        {isDecrease && tooManyInvited > 0 && <p>{words.lapseText(tooManyInvited)}</p>}
      </div>
      {!isDecrease && <PaperDesk customerId={payer.customerId} subscription={payer.subscription.id} change={change} />}
    </CheckoutDialog>
  );
}

/**
 * Releases the seats that leave at the renewal, before the decrease is recorded. Returns a function that reverts it.
 */
async function releaseSeats(
  licenseId: string,
  { release, renew }: { readonly release: readonly string[]; readonly renew: readonly string[] },
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const params = { id: licenseId };
  await call(api, "releaseSeats", { params, body: { release: [...release], renew: [...renew] }, signal });
  return async () => {
    await call(api, "releaseSeats", { params, body: { release: [...renew], renew: [...release] } });
  };
}
