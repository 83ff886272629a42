import { call } from "@foyer/api-client/client";
import { formatDate } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { announce } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { useQueryClient } from "@tanstack/react-query";
import { useReducer } from "react";
import { words } from "#words/subscription";
import { api } from "../api.ts";
import { requestOf, sentenceOf } from "../failure-sentence.ts";
import { mutedClass } from "../panel.tsx";
import { brand } from "../settings.ts";
import { asking, autoRenewal } from "./auto-renewal.ts";
import type { Payer } from "./carry-out.ts";
import { refreshAfterChange } from "./subscription-queries.ts";

interface AutoRenewalDialogProps {
  payer: Payer;
  /** `off`: Cancel Subscription. `on`: Turn on Auto-Renewal. */
  turn: "off" | "on";
  /** Called once it is done, before the dialog closes: the change shows as pending until it is read anew. */
  onChanged: () => void;
  onClose: () => void;
}

/** Asks before auto-renewal goes off or on again, with what that means (RENEW-01, RENEW-02). */
export function AutoRenewalDialog({ payer, turn, onChanged, onClose }: AutoRenewalDialogProps) {
  const client = useQueryClient();
  const [now, tell] = useReducer(autoRenewal, asking);
  const { customerId, subscription } = payer;
  const date = formatDate(subscription.periodEnd);
  const isOff = turn === "off";
  const busy = now.step === "sending";

  async function agreed() {
    tell({ type: "agreed" });
    try {
      await call(api, "setAutoRenewal", {
        params: { id: customerId, subscription: subscription.id },
        body: { cancel_at_period_end: isOff },
      });
    } catch (error) {
      tell({ type: "refused", sentence: sentenceOf(error), request: requestOf(error) });
      return;
    }
    tell({ type: "answered" });
    refreshAfterChange(client);
    announce(isOff ? words.cancelled(date) : words.resumed);
    onChanged();
    onClose();
  }

  return (
    <Dialog
      title={isOff ? words.cancelTitle : words.resumeTitle}
      role={isOff ? "alertdialog" : "dialog"}
      onClose={busy ? undefined : onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {isOff ? words.keepSubscription : words.notNow}
          </Button>
          <Button look={isOff ? "danger" : "primary"} busy={busy} onClick={() => void agreed()}>
            {isOff ? words.turnOff : words.turnOn}
          </Button>
        </>
      }
    >
      {isOff && <p>{words.cancelQuestion}</p>}
      <p>{isOff ? words.cancelText(date) : words.resumeText(date)}</p>
      {now.step === "failed" && (
        <Notice kind="danger" title={isOff ? words.unableToModify : words.resumeFailed}>
          <p>{now.sentence}</p>
          <p>
            {words.writeTo} <a href={`mailto:${brand.salesEmail}`}>{brand.salesEmail}</a>.
          </p>
          {now.request && <p className={mutedClass}>{now.request}</p>}
        </Notice>
      )}
    </Dialog>
  );
}
