import { Button } from "@foyer/ui/button";
import { Skeleton } from "@foyer/ui/placeholders";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/subscription";
import { maskedCard } from "../billing/card.ts";
import { paymentMethodsQuery } from "../billing/queries.ts";
import styles from "./review.module.css";

interface PayingCardProps {
  customerId: string;
  /** False where nothing is charged now: then it says what the renewals are charged to. */
  isPaidNow: boolean;
  /** A payment is under way, or may be. */
  disabled: boolean;
  /** Null where a failure above offers another card already. */
  onAnother: (() => void) | null;
}

/** The card that is charged, and the way to another one. */
export function PayingCard({ customerId, isPaidNow, disabled, onAnother }: PayingCardProps) {
  const methods = useQuery(paymentMethodsQuery(customerId));
  const card = methods.data?.find(({ is_default: isDefault }) => isDefault);
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
