import { call } from "@foyer/api-client/client";
import type { Checkout } from "@foyer/contract/checkout";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { words as sending } from "#words/sending";
import { words } from "#words/subscription";
import { loadProvider } from "../shared/billing/provider.ts";
import { api } from "../shared/requests/api.ts";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { Paused } from "../shared/subscription/failed-payment.ts";
import { refreshLicenses } from "../shared/subscription/subscription-queries.ts";
import { type Submission, useSubmit } from "../shared/forms/use-submit.ts";
import { checkoutQuery } from "./queries.ts";

export interface Payment {
  /** Id of the quote that is shown. */
  readonly checkout: string;
  /** A saved card; null for none. */
  readonly card: string | null;
  /** Ids of the ticked consents. */
  readonly consents: readonly string[];
  /** Ids of the seats that the buyer gives up, if not all fit. */
  readonly release: readonly string[];
}

/** Does what must come before the payment, and returns the payment; null if it must not be made. */
type Preparation = (signal: AbortSignal) => Promise<Payment | null>;

export interface Paying extends Submission<Preparation> {
  /** The bank's window is open. */
  isAtBank: boolean;
  /** The quote of the last press no longer held. */
  isOver: boolean;
  /** Continues a payment that waits for the bank. */
  confirm: Submission<Pick<Checkout, "id" | "client_secret">>;
}

/**
 * Pays a checkout with a saved card, including the bank's confirmation.
 *
 * @param onOver the quote no longer holds (20006); a new one is needed. Null shows the refusal.
 */
export function usePaying(onOver: (() => void) | null): Paying {
  const queries = useQueryClient();
  const [isAtBank, setAtBank] = useState(false);
  const [isOver, setOver] = useState(false);
  const look = (id: string) => queries.invalidateQueries({ queryKey: checkoutQuery(id).queryKey });

  async function atBank({ id, client_secret: secret = "" }: Pick<Checkout, "id" | "client_secret">) {
    const provider = await loadProvider();
    setAtBank(true);
    try {
      const { error } = await provider.confirmCardPayment(secret);
      if (error?.type === "api_connection_error") throw new Paused(words.bankUnreachable);
    } finally {
      setAtBank(false);
    }
    // The service knows the bank's decision.
    await look(id);
  }

  const confirm = useSubmit(atBank);
  const paying = useSubmit(async (prepare: Preparation, signal) => {
    setOver(false);
    const payment = await prepare(signal);
    if (!payment) return;
    const { checkout: id, card, consents, release } = payment;
    try {
      const { checkout } = await call(api, "payCheckout", {
        params: { checkout: id },
        body: {
          ...(card === null ? {} : { payment_method: card }),
          consents: [...consents],
          ...(release.length === 0 ? {} : { release: [...release] }),
        },
        idempotencyKey: crypto.randomUUID(),
        signal,
      });
      queries.setQueryData(checkoutQuery(id).queryKey, checkout);
      void refreshLicenses(queries);
      if (checkout.state === "waiting" && checkout.client_secret) await atBank(checkout);
    } catch (error) {
      if (onOver && refusalOf(error) === "quote.dead") {
        setOver(true);
        return onOver();
      }
      void look(id);
      throw error;
    }
  }, sending.paying);
  return { ...paying, isAtBank, isOver, confirm };
}
