import { call } from "@foyer/api-client/client";
import { prorationOfSeats } from "@foyer/domain/billing-cycle";
import { formatDate } from "@foyer/domain/dates";
import { DoneDialog } from "@foyer/ui/done-dialog";
import { FormDialog } from "@foyer/ui/form-dialog";
import { useEffect, useState } from "react";
import { words as common } from "#words/subscription";
import { words } from "#words/team";
import { api } from "../../shared/api.ts";
import { PaperDesk } from "../../shared/billing/paper-desk.tsx";
import { UnverifiedTaxIds } from "../../shared/billing/unverified-tax-ids.tsx";
import { AtBank } from "../../shared/subscription/at-bank.tsx";
import type { Payer } from "../../shared/subscription/carry-out.ts";
import { payment } from "../../shared/subscription/payment.ts";
import { seatRows } from "../../shared/subscription/preview-rows.ts";
import { Review } from "../../shared/subscription/review.tsx";
import type { SubscriptionChange } from "../../shared/subscription/subscription-facts.ts";
import { usePreview } from "../../shared/subscription/use-preview.ts";
import { useSettlement } from "../../shared/subscription/use-settlement.ts";
import { type ChangeSeats, type ChangeSeatsEvent, type HeldSeats, releaseOf } from "./change-seats.ts";
import styles from "./change-seats.module.css";

interface ReviewStepProps {
  licenseId: string;
  payer: Payer;
  seats: HeldSeats;
  /** Open invitations; some of them may no longer fit. */
  invited: number;
  now: Extract<ChangeSeats, { step: "review" }>;
  tell: (event: ChangeSeatsEvent) => void;
  onClose: () => void;
}

/** The price of the change, then its payment, then the result (QTY-07 to QTY-11). */
export function ReviewStep({ licenseId, payer, seats, invited, now, tell, onClose }: ReviewStepProps) {
  // The review keeps its original numbers, although the current ones change when it is done.
  const [before] = useState({ seats, periodEnd: formatDate(payer.subscription.periodEnd) });
  const { inForce } = before.seats;
  const change: SubscriptionChange = {
    plan: payer.subscription.plan,
    quantity: now.wanted,
    behavior: prorationOfSeats(inForce, now.wanted),
  };
  const isDecrease = now.wanted < inForce;
  const release = releaseOf(before.seats, now.chosen);
  const settling = useSettlement(payer, {
    kind: "change",
    change,
    ...(release && { before: async () => await releaseSeats(licenseId, release) }),
  });
  const preview = usePreview(payer, change, settling.review);
  const { step } = settling.now;

  // Until the result of our own change is known, another number may be its result.
  const mayBeOvertaken = step === "review" || (step === "failed" && settling.now.failure.kind !== "unknown");
  const isOvertaken = mayBeOvertaken && payer.subscription.quantity !== now.from;
  useEffect(() => {
    if (isOvertaken) tell({ type: "overtaken", isRefused: settling.isRenewed });
    // `tell` is a new function each time, with the same behavior; a quote is renewed before the step is.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOvertaken]);

  // The bank's window opens above the page; a modal dialog would cover it and make it unusable.
  if (step === "authenticating") return <AtBank />;
  if (step === "done") {
    return (
      <DoneDialog title={words.changedTitle} button={words.done} onClose={onClose}>
        <p>{isDecrease ? words.decreased(before.periodEnd, now.wanted) : words.increased(now.wanted)}</p>
      </DoneDialog>
    );
  }
  const tooManyInvited = Math.min(invited, Math.max(0, before.seats.held.length + invited - now.wanted));
  return (
    <FormDialog
      title={common.review}
      cancel={words.back}
      {...payment(settling, preview.data)}
      onCancel={() => tell({ type: "wentBack" })}
      onClose={onClose}
    >
      <Review
        settling={settling}
        preview={preview}
        rows={(shown) => seatRows(shown, { from: inForce, to: now.wanted })}
        previewFailed={common.previewFailed}
        failed={common.invoicingFailed}
        lead={
          <>
            <p className={styles.change}>{words.fromTo(inForce, now.wanted)}</p>
            <UnverifiedTaxIds customerId={payer.customerId} />
          </>
        }
      >
        <div className={styles.consequences}>
          <p>{isDecrease ? words.decreaseText(before.periodEnd, inForce) : words.increaseText}</p>
          {now.chosen && now.chosen.length > 0 && <p>{words.expireText(now.chosen.length)}</p>}
          {isDecrease && tooManyInvited > 0 && <p>{words.lapseText(tooManyInvited)}</p>}
        </div>
        {!isDecrease && (
          <PaperDesk customerId={payer.customerId} subscription={payer.subscription.id} change={change} />
        )}
      </Review>
    </FormDialog>
  );
}

/**
 * Releases the seats that leave at the renewal, before the decrease is recorded. Returns a function that reverts it.
 */
async function releaseSeats(
  licenseId: string,
  { release, renew }: { readonly release: readonly string[]; readonly renew: readonly string[] },
): Promise<() => Promise<void>> {
  const params = { id: licenseId };
  await call(api, "releaseSeats", { params, body: { release: [...release], renew: [...renew] } });
  return async () => {
    await call(api, "releaseSeats", { params, body: { release: [...renew], renew: [...release] } });
  };
}
