import type { Checkout } from "@foyer/contract/checkout";
import { useEffect, useState } from "react";
import { type Buyer, buyerOf, missingIn, type TypedBuyer, typedFirst } from "./buyer-fields.tsx";
import { asksCountry, type Quoting } from "./use-quoting.ts";

/** Milliseconds after the last input until the amount follows. */
const PAUSE_MS = 500;

/** Returns the buyer whose tax can be shown: all that was typed, or at least the country. */
function taxedAs(typed: TypedBuyer | null): Buyer | null {
  if (typed === null || typed.country === "") return null;
  return missingIn(typed).length === 0 ? buyerOf(typed) : { address: { country: typed.country } };
}

/**
 * The buyer on the invoice while it is typed. The quote follows the input, because the tax depends on it (BUY-14, DOC-01).
 *
 * @param isAsked true if there is no amount before the country is known.
 * @param isPaying true while a payment runs; then no quote may replace the one that is paid.
 */
export function useBuyer(quoting: Quoting, isAsked: boolean, isPaying: boolean) {
  const [typed, setTyped] = useState(() => (isAsked ? typedFirst() : null));
  /** The tax ID is sent once it is complete, so that a half of it is not refused. */
  const [taxId, setTaxId] = useState("");
  const [sent, setSent] = useState("null");
  const [failure, setFailure] = useState<unknown>(null);
  const wanted = JSON.stringify(taxedAs(typed && { ...typed, taxId }));
  const isDue = wanted !== "null" && wanted !== sent && !quoting.busy && !isPaying;
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(() => {
      setSent(wanted);
      quoting.submit({ buyer: JSON.parse(wanted) as Buyer });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
    // `quoting` is a new object each time, with the same behavior.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isDue, wanted]);

  return {
    typed,
    /** Why the buyer was refused; null if it was not. */
    failure: failure ?? (asksCountry(quoting.failure) ? null : quoting.failure),
    isIncomplete: typed !== null && missingIn(typed).length > 0,
    type: (next: TypedBuyer) => {
      setFailure(null);
      if (typed === null) setSent(JSON.stringify(taxedAs(next)));
      setTyped(next);
    },
    /** The person has left the field of the tax ID. */
    settleTaxId: () => setTaxId(typed?.taxId ?? ""),
    /** Returns the quote for what is typed: the shown one, if it is that; null after a refusal. */
    settle: async (shown: Checkout | null): Promise<Checkout | null> => {
      const now = typed && JSON.stringify(buyerOf(typed));
      if (now === null || (now === sent && !quoting.busy)) return shown;
      try {
        const checkout = await quoting.request({ buyer: buyerOf(typed ?? typedFirst()) });
        setSent(now);
        return checkout;
      } catch (error) {
        setFailure(error);
        return null;
      }
    },
  };
}
