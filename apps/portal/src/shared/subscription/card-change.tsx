import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { returnFocus } from "@foyer/ui/return-focus";
import { Progress } from "@foyer/ui/spinner";
import { Tag } from "@foyer/ui/tag";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, Suspense, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { words as common } from "#words/common";
import { words as cards } from "#words/payment";
import { words as sending } from "#words/sending";
import { words } from "#words/subscription";
import { later } from "../screens/part.tsx";
import { api } from "../requests/api.ts";
import { cardExpiry, expiryMonth, maskedCard } from "../billing/card.ts";
import { paymentMethodsQuery } from "../billing/queries.ts";
import { SubmitDialog } from "../forms/submit-dialog.tsx";
import { useSubmit } from "../forms/use-submit.ts";
import styles from "./card-change.module.css";

const AddCardForm = later(async () => (await import("../billing/add-card-form.tsx")).AddCardForm);

interface CardChangeProps {
  customerId: string;
  /** Amount that the card pays at once; absent if none is due. */
  pays?: string;
  /** Called when another card is the default. */
  onChanged: () => void;
  /** Gets the focus if the element that opened it is gone. */
  returnTo?: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/**
 * Chooses or adds the card that pays. It becomes the default card, and every subscription is charged to it. This happens
 * immediately and the dialog says so: a payment that fails afterwards changes nothing.
 */
export function CardChange({ customerId, pays, onChanged, returnTo, onClose }: CardChangeProps) {
  const client = useQueryClient();
  const help = pays === undefined ? words.chooseCardHelp : words.chooseCardPays(pays);
  const methods = useQuery(paymentMethodsQuery(customerId));
  const [isAdding, setAdding] = useState(false);
  const [picked, setPicked] = useState<string | null>(null);
  const known = methods.data ?? [];
  const chosen = picked ?? known.find(({ is_default: isDefault }) => isDefault)?.id ?? null;
  const name = useId();
  const [now] = useState(() => new Date());
  const choosing = useSubmit(async (_, signal) => {
    if (chosen === null) return;
    const params = { id: customerId, payment_method: chosen };
    await call(api, "makeDefaultPaymentMethod", { params, idempotencyKey: crypto.randomUUID(), signal });
    await changed(cards.defaultChanged);
  }, sending.card);

  async function changed(said: string) {
    await client.invalidateQueries({ queryKey: ["billing"] });
    announce(said);
    onChanged();
  }

  async function added(card: string) {
    const now = await client.fetchQuery({ ...paymentMethodsQuery(customerId), staleTime: 0 });
    // The first card becomes the default automatically.
    if (now.some(({ id, is_default: isDefault }) => id === card && !isDefault)) {
      const params = { id: customerId, payment_method: card };
      await call(api, "makeDefaultPaymentMethod", { params, idempotencyKey: crypto.randomUUID() });
    }
    await changed(cards.added);
  }

  if (isAdding || (methods.data && known.length === 0)) {
    const leave = () => (known.length === 0 ? onClose() : setAdding(false));
    return <AddCard customerId={customerId} help={help} onAdded={added} onCancel={leave} returnTo={returnTo} />;
  }
  return (
    <SubmitDialog
      sending={choosing}
      title={words.chooseCard}
      description={help}
      submit={words.useThisCard}
      cancel={words.back}
      ready={chosen !== null}
      returnTo={returnTo}
      onClose={onClose}
    >
      {methods.isPending && <Progress label={common.loading} />}
      <fieldset className={styles.cards}>
        <legend className={styles.legend}>{cards.cards}</legend>
        {known.map((method) => (
          <label key={method.id} className={styles.card}>
            <input
              type="radio"
              name={name}
              value={method.id}
              checked={method.id === chosen}
              onChange={() => setPicked(method.id)}
            />
            <span>{maskedCard(method)}</span>
            {cardExpiry(method, now) === "expired" && <Tag kind="danger">{cards.expired}</Tag>}
            <span className={styles.expires}>{cards.expires(expiryMonth(method.card))}</span>
          </label>
        ))}
      </fieldset>
      <div>
        <Button small onClick={() => setAdding(true)}>
          {words.addCardHere}
        </Button>
      </div>
    </SubmitDialog>
  );
}

interface AddCardProps {
  customerId: string;
  help: string;
  onAdded: (card: string) => Promise<void>;
  onCancel: () => void;
  returnTo: RefObject<HTMLElement | null> | undefined;
}

/**
 * A dialog outside of the page, which is inert while it is open. A modal dialog would make the bank's window unusable, which
 * the provider's script adds to the document.
 */
function AddCard({ customerId, help, onAdded, onCancel, returnTo }: AddCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useInertPage(heading, returnTo);

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // The same key must not close the dialog that opens next.
      event.preventDefault();
      onCancel();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [onCancel]);

  return createPortal(
    <div className={styles.scrim}>
      <section role="dialog" aria-labelledby={id} className={styles.sheet}>
        <h2 ref={heading} id={id} tabIndex={-1}>
          {words.addCardHere}
        </h2>
        <p>{help}</p>
        <Suspense fallback={<Progress label={common.loading} />}>
          <AddCardForm customerId={customerId} onAdded={onAdded} onCancel={onCancel} />
        </Suspense>
      </section>
    </div>,
    document.body,
  );
}

/** Makes the page inert and moves the focus to `place`; reverts both at the end. */
function useInertPage(place: RefObject<HTMLElement | null>, returnTo: RefObject<HTMLElement | null> | undefined) {
  useEffect(() => {
    const opener = document.activeElement;
    const page = document.getElementById("root");
    if (page) page.inert = true;
    place.current?.focus();
    return () => {
      if (page) page.inert = false;
      returnFocus(opener, returnTo);
    };
  }, [place, returnTo]);
}
