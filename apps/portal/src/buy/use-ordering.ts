import type { Checkout } from "@foyer/contract/checkout";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { NewCard } from "../shared/billing/add-card-form.tsx";
import { chargedCard } from "../shared/billing/card.ts";
import { paymentMethodsQuery } from "../shared/billing/queries.ts";
import { words } from "#words/payment";
import { ShownError } from "../shared/failures/failure-sentence.ts";
import { userQuery } from "../shared/requests/queries.ts";
import { anotherCard } from "./paying-card.tsx";
import { useBuyer } from "./use-buyer.ts";
import type { Payment, Paying } from "./use-paying.ts";
import type { Quoting } from "./use-quoting.ts";

/** Typed and chosen values beside the amount. */
export type Ordering = ReturnType<typeof useOrdering>;

interface OrderingOptions {
  checkout: Checkout | null;
  quoting: Quoting;
  paying: Paying;
  isBuyerAsked: boolean;
  /** Opens the question who loses a seat, if it is not answered yet; then returns true. */
  ask: () => boolean;
  /** Ids of the seats that the buyer gives up. */
  release: readonly string[];
}

/** Buyer, card and consents, which one press sends: the buyer, then a new card, then the payment. */
export function useOrdering({ checkout, quoting, paying, isBuyerAsked, ask, release }: OrderingOptions) {
  const [ticked, tick] = useState<readonly string[]>([]);
  const [tries, setTries] = useState(0);
  const [isRenewed, setRenewed] = useState(false);
  const buyer = useBuyer(quoting, isBuyerAsked, paying.busy);
  const { chosen, saved, ...card } = useCard(checkout);
  const isAgreed = ({ consents }: Checkout) => consents.every(({ id }) => ticked.includes(id));

  async function prepare(signal: AbortSignal): Promise<Payment | null> {
    const now = await buyer.settle(checkout);
    if (!now) return null;
    // The press agreed to the amount and the consents that were shown.
    if (now.total !== checkout?.total || !isAgreed(now)) {
      setRenewed(now.total !== checkout?.total);
      return null;
    }
    const isNew = chosen === anotherCard;
    const paidWith = isNew && now.total > 0 ? await saved(now.customer, signal) : isNew ? null : chosen;
    if (paidWith === undefined) return null;
    return { checkout: now.id, card: paidWith, consents: ticked, release };
  }

  function pay() {
    if (paying.busy) return;
    setTries(tries + 1);
    setRenewed(false);
    card.clear();
    if (buyer.isIncomplete || (checkout && !isAgreed(checkout)) || ask()) return;
    paying.submit(prepare);
  }

  return { buyer, ...card, chosen, ticked, tick, tries, isRenewed: isRenewed || paying.isOver, pay };
}

/** The card that pays: the chosen or default one, or a new one, which is saved first. */
function useCard(checkout: Checkout | null) {
  const queries = useQueryClient();
  const { data: user } = useQuery(userQuery);
  const customer = checkout?.customer ?? user?.customer_id[0];
  const stored = useQuery({ ...paymentMethodsQuery(customer ?? ""), enabled: customer !== undefined });
  // A person who is no customer yet has no card.
  const cards = customer === undefined && user ? { ...stored, data: [] } : stored;
  const newCard = useRef<NewCard>(null);
  const [picked, choose] = useState<string | null>(null);
  const [cardFailure, setFailure] = useState<unknown>(null);
  const known = cards.data ?? [];
  const card = chargedCard(known, picked) ?? known[0];
  const chosen = picked === anotherCard || !card ? anotherCard : card.id;

  /** Saves the typed card, and chooses it. Undefined if it is refused. */
  async function saved(customerId: string, signal: AbortSignal): Promise<string | undefined> {
    try {
      if (!newCard.current) throw new ShownError(words.fieldsMissing);
      const id = await newCard.current.save(customerId, signal);
      await queries.invalidateQueries({ queryKey: ["billing"] });
      choose(id);
      return id;
    } catch (error) {
      setFailure(signal.aborted ? signal.reason : error);
      newCard.current?.focus();
      return undefined;
    }
  }

  return {
    cards,
    chosen,
    choose,
    newCard,
    cardFailure,
    saved,
    clear: () => setFailure(null),
    /** Opens the fields of another card. */
    chooseAnother: () => {
      choose(anotherCard);
      newCard.current?.focus();
    },
  };
}
