import { call } from "@foyer/api-client/client";
import type { PaymentMethod } from "@foyer/contract/subscription-wire";
import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { Progress } from "@foyer/ui/spinner";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { words as common } from "#words/common";
import { words } from "#words/payment";
import { words as sending } from "#words/sending";
import { later } from "../../shared/screens/part.tsx";
import { api } from "../../shared/requests/api.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { Actions } from "../../shared/screens/panel.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import { WaitingLine } from "../../shared/forms/waiting-line.tsx";
import { cardName } from "../../shared/billing/card.ts";
import styles from "../account-page.module.css";
import { CardList } from "./card-list.tsx";
import { SubmitDialog } from "../../shared/forms/submit-dialog.tsx";

const AddCardForm = later(async () => (await import("../../shared/billing/add-card-form.tsx")).AddCardForm);

interface CardsEditorProps {
  customerId: string;
  cards: readonly PaymentMethod[];
  onDone: () => void;
}

/** Adds and deletes cards, and selects the default one. */
export function CardsEditor({ customerId, cards, onDone }: CardsEditorProps) {
  const queries = useQueryClient();
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<PaymentMethod | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const focusOn = useCardFocus(list);
  const choosing = useSubmit(async (method: PaymentMethod, signal) => {
    setChosen(method.id);
    const params = { id: customerId, payment_method: method.id };
    await call(api, "makeDefaultPaymentMethod", { params, idempotencyKey: crypto.randomUUID(), signal });
    await refresh(words.defaultChanged);
    focusOn(method.id);
  }, sending.card);

  async function refresh(said: string) {
    await queries.invalidateQueries({ queryKey: ["billing"] });
    announce(said);
  }

  return (
    <div ref={list} tabIndex={-1} className={styles.editor}>
      <FailureNotice failure={choosing.failure} />
      <WaitingLine waiting={choosing.waiting} />
      <CardList
        cards={cards}
        actions={(method) => (
          <>
            {!method.is_default && (
              <Button
                small
                aria-label={words.makeDefaultOf(cardName(method))}
                busy={choosing.busy && chosen === method.id}
                onClick={() => choosing.submit(method)}
              >
                {words.makeDefault}
              </Button>
            )}
            <Button small aria-label={words.removeOf(cardName(method))} onClick={() => setLeaving(method)}>
              {words.remove}
            </Button>
          </>
        )}
      />
      {adding ? (
        <Suspense fallback={<Progress label={common.loading} />}>
          <AddCardForm
            customerId={customerId}
            onCancel={() => setAdding(false)}
            onAdded={async (card) => {
              await refresh(words.added);
              setAdding(false);
              focusOn(card);
            }}
          />
        </Suspense>
      ) : (
        <Actions>
          <Button onClick={onDone}>{common.done}</Button>
          <Button look="primary" onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        </Actions>
      )}
      {leaving && (
        <DeleteCardDialog
          customerId={customerId}
          method={leaving}
          returnTo={list}
          onClose={() => setLeaving(null)}
          onDeleted={async () => {
            await refresh(words.removed);
            setLeaving(null);
          }}
        />
      )}
    </div>
  );
}

/** Returns a function that moves the focus to the row of a card as soon as it is drawn (LOOK-06). */
function useCardFocus(list: RefObject<HTMLElement | null>): (id: string) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    const row = wanted.current && list.current?.querySelector<HTMLElement>(`[data-card="${wanted.current}"]`);
    if (!row) return;
    wanted.current = null;
    row.focus();
  });
  return (id) => {
    wanted.current = id;
  };
}

interface DeleteCardDialogProps {
  customerId: string;
  method: PaymentMethod;
  /** Gets the focus when the card is gone. */
  returnTo: RefObject<HTMLElement | null>;
  onClose: () => void;
  onDeleted: () => Promise<void>;
}

/**
 * Asks before deleting a card (PAY-04). The service refuses to delete the last card of a renewing subscription, and
 * the dialog shows that.
 */
function DeleteCardDialog({ customerId, method, returnTo, onClose, onDeleted }: DeleteCardDialogProps) {
  const deleting = useSubmit(async (_, signal) => {
    const params = { id: customerId, payment_method: method.id };
    await call(api, "detachPaymentMethod", { params, idempotencyKey: crypto.randomUUID(), signal });
    await onDeleted();
  }, sending.deletingCard);
  return (
    <SubmitDialog
      sending={deleting}
      title={words.removeTitle}
      description={words.removeHelp(cardName(method))}
      submit={words.remove}
      danger
      returnTo={returnTo}
      onClose={onClose}
    />
  );
}
