import { Button } from "@foyer/ui/button";
import { Skeleton } from "@foyer/ui/placeholders";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/subscription";
import { chargedCard, maskedCard } from "../billing/card.ts";
import { paymentMethodsQuery } from "../billing/queries.ts";
import type { Payer } from "./subscription-facts.ts";
import styles from "./review.module.css";

interface PayingCardProps {
  payer: Payer;
  /** False if nothing is charged now: then it names the card for the renewals. */
  isPaidNow: boolean;
  /** True while a payment runs, or may be running. */
  disabled: boolean;
  /** Null if a failure above already offers another card. */
  onAnother: (() => void) | null;
}

/** Names the card that is charged, and offers another one. */
export function PayingCard({ payer, isPaidNow, disabled, onAnother }: PayingCardProps) {
  const methods = useQuery(paymentMethodsQuery(payer.customerId));
  const card = chargedCard(methods.data ?? [], payer.subscription.ownCard);
  return (
    <div className={styles.card}>
      {methods.isPending && <Skeleton label={words.paidWith} lines={[0.6]} />}
      {methods.isError && <p>{words.cardUnknown}</p>}
      {methods.data && (
        <p>
          {card ? (
            <>
              {isPaidNow ? words.paidWith : words.renewedWith} <strong>{maskedCard(card)}</strong>
            </>
          ) : (
            words.noCard
          )}
        </p>
      )}
      {methods.data && onAnother && (
        <Button small look="quiet" disabled={disabled} onClick={onAnother}>
          {card ? words.anotherCard : words.addCard}
        </Button>
      )}
    </div>
  );
}
