import { call } from "@foyer/api-client/client";
import type { Checkout } from "@foyer/contract/checkout";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/buy";
import { loadProvider } from "../shared/billing/provider.ts";
import { api } from "../shared/requests/api.ts";
import { ShownError } from "../shared/failures/failure-sentence.ts";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { refreshLicenses } from "../shared/subscription/subscription-queries.ts";
import { type Submission, useSubmit } from "../shared/forms/use-submit.ts";
import { checkoutQuery } from "./queries.ts";

export interface Payment {
  /** A saved card; null for none. */
  readonly card: string | null;
  /** Ids of the ticked consents. */
  readonly consents: readonly string[];
  /** Ids of the seats that the buyer gives up, if not all fit. */
  readonly release: readonly string[];
}

interface Paying extends Submission<Payment> {
  /** The bank's window is open. */
  isAtBank: boolean;
  /** Continues a payment that waits for the bank. */
  confirm: Submission<string>;
}

/**
 * Pays a checkout with a saved card, including the bank's confirmation.
 *
 * @param onOver the quote no longer holds (20006); a new one is needed. Null shows the refusal.
 */
export function usePaying({ id }: Pick<Checkout, "id">, onOver: (() => void) | null): Paying {
  const queries = useQueryClient();
  const [isAtBank, setAtBank] = useState(false);
  const { queryKey } = checkoutQuery(id);
  const look = () => queries.invalidateQueries({ queryKey });

  async function atBank(secret: string) {
    const provider = await loadProvider();
    setAtBank(true);
    try {
      const { error } = await provider.confirmCardPayment(secret);
      if (error?.type === "api_connection_error") throw new ShownError(words.bankUnreachable);
    } finally {
      setAtBank(false);
    }
    // The service knows the bank's decision.
    await look();
  }

  const confirm = useSubmit(atBank);
  const paying = useSubmit(async ({ card, consents, release }: Payment) => {
    try {
      const { checkout } = await call(api, "payCheckout", {
        params: { checkout: id },
        body: {
          ...(card === null ? {} : { payment_method: card }),
          consents: [...consents],
          ...(release.length === 0 ? {} : { release: [...release] }),
        },
        idempotencyKey: crypto.randomUUID(),
      });
      queries.setQueryData(queryKey, checkout);
      void refreshLicenses(queries);
      if (checkout.state === "waiting" && checkout.client_secret) await atBank(checkout.client_secret);
    } catch (error) {
      if (onOver && refusalOf(error) === "quote.dead") return onOver();
      void look();
      throw error;
    }
  });
  return { ...paying, isAtBank, confirm };
}
