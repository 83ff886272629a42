import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { Progress } from "@foyer/ui/spinner";
import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from "@stripe/react-stripe-js";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useImperativeHandle, useRef } from "react";
import { words as common } from "#words/common";
import { words } from "#words/payment";
import { words as sending } from "#words/sending";
import { api } from "../requests/api.ts";
import { loadProvider } from "./provider.ts";
import { FailureNotice } from "../screens/failure-notice.tsx";
import { sentenceOf, ShownError } from "../failures/failure-sentence.ts";
import { Form } from "../forms/form.tsx";
import { Actions, mutedClass } from "../screens/panel.tsx";
import { useSubmit } from "../forms/use-submit.ts";
import { WaitingLine } from "../forms/waiting-line.tsx";
import styles from "./add-card-form.module.css";

/** The provider's fields of a new card, once they are there. */
export interface NewCard {
  /** Saves what was typed. Returns the id of the saved card; throws if the card is refused. */
  readonly save: (customerId: string, signal: AbortSignal) => Promise<string>;
  readonly focus: () => void;
}

interface CardInputProps {
  card: RefObject<NewCard | null>;
}

/** A new card, typed into the provider's own fields: card data never passes through our services (PAY-02). */
export function CardInput({ card }: CardInputProps) {
  const provider = useQuery(providerQuery);
  if (provider.isError) {
    return (
      <>
        <FailureNotice failure={provider.error} sentence={provider.error.message} />
        <Actions>
          <Button busy={provider.isFetching} onClick={() => void provider.refetch()}>
            {common.tryAgain}
          </Button>
        </Actions>
      </>
    );
  }
  if (!provider.data) return <Progress label={common.loading} />;
  return (
    <Elements stripe={provider.data}>
      <CardFields card={card} />
    </Elements>
  );
}

/** Not cached: the loader caches the object itself, and the query client cannot compare or copy it. */
const providerQuery = queryOptions({
  queryKey: ["provider"],
  queryFn: loadProvider,
  structuralSharing: false,
  retry: false,
  gcTime: 0,
});

function CardFields({ card: place }: CardInputProps) {
  const stripe = useStripe();
  const elements = useElements();
  const look = { style: { base: fieldLook() } };
  useImperativeHandle(place, () => ({
    save: async (customerId, signal) => {
      const card = elements?.getElement(CardNumberElement);
      if (!stripe || !card) throw new ShownError(words.providerMissing);
      const body = { usage: "off_session" as const };
      const { cs, id: setup } = await call(api, "createSetupIntent", { params: { id: customerId }, body, signal });
      const confirmed = stripe.confirmCardSetup(cs, { payment_method: { card } });
      const { error } = await Promise.race([confirmed, stopped(signal)]);
      // The service knows the result, also if the provider's script did not hear the bank's answer.
      const told = await call(api, "readCardSetup", { params: { id: customerId, setup }, signal });
      if (told.setup.payment_method === undefined)
        throw new ShownError(`${error?.message ?? ""} ${words.addRefusedHelp}`);
      return told.setup.payment_method;
    },
    focus: () => elements?.getElement(CardNumberElement)?.focus(),
  }));
  return (
    <>
      <div className={styles.fields}>
        <div className={styles.number}>
          <span className={styles.label}>{words.number}</span>
          <CardNumberElement className={styles.field ?? ""} options={look} />
        </div>
        <div>
          <span className={styles.label}>{words.expiration}</span>
          <CardExpiryElement className={styles.field ?? ""} options={look} />
        </div>
        <div>
          <span className={styles.label}>{words.cvc}</span>
          <CardCvcElement className={styles.field ?? ""} options={look} />
        </div>
      </div>
      <p className={mutedClass}>{words.cardHelp}</p>
    </>
  );
}

/** Says why a card was not saved. */
function CardFailure({ failure }: { failure: unknown }) {
  if (failure === null) return null;
  return (
    <Notice kind="danger" title={words.addFailed} answers>
      {sentenceOf(failure)}
    </Notice>
  );
}

interface AddCardFormProps {
  customerId: string;
  /** @param card id of the saved card. */
  onAdded: (card: string) => Promise<void>;
  onCancel: () => void;
}

/** Saves a new card. */
export function AddCardForm({ customerId, onAdded, onCancel }: AddCardFormProps) {
  const card = useRef<NewCard>(null);
  const saving = useSubmit(async (_, signal) => {
    if (card.current) await onAdded(await card.current.save(customerId, signal));
  }, sending.addingCard);
  const { stop } = saving;
  // After the form is closed, nothing more is sent, even if the bank's window is answered later.
  useEffect(() => stop, [stop]);

  return (
    <Form onSubmit={() => saving.submit()}>
      <CardFailure failure={saving.failure} />
      <CardInput card={card} />
      <WaitingLine waiting={saving.waiting} />
      <Actions>
        <Button onClick={onCancel}>{common.cancel}</Button>
        <Button type="submit" look="primary" busy={saving.busy}>
          {words.save}
        </Button>
      </Actions>
    </Form>
  );
}

/** Rejects when the person stops waiting; the provider's script cannot be stopped. */
function stopped(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
}

/** Returns the current colors for the provider's fields, which are frames without access to our design tokens. */
function fieldLook() {
  const probe = getComputedStyle(document.body);
  return { color: probe.color, fontFamily: probe.fontFamily, fontSize: "16px" };
}
