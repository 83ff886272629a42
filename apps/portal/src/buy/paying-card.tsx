import type { PaymentMethod } from "@foyer/contract/subscription-wire";
import { Progress } from "@foyer/ui/spinner";
import { type RefObject, Suspense, useState } from "react";
import { words } from "#words/buy";
import { words as common } from "#words/common";
import { words as payment } from "#words/payment";
import type { NewCard } from "../shared/billing/add-card-form.tsx";
import { cardExpiry, cardName, expiryMonth } from "../shared/billing/card.ts";
import { later } from "../shared/screens/part.tsx";
import styles from "./buy.module.css";
import { Option } from "./option.tsx";

const CardInput = later(async () => (await import("../shared/billing/add-card-form.tsx")).CardInput);

/** The choice of a new card instead of a saved one. */
export const anotherCard = "new";

interface PayingCardProps {
  cards: readonly PaymentMethod[];
  /** Id of a saved card, or `anotherCard`. */
  chosen: string;
  /** False if nothing is charged now: then no card needs to be typed. */
  isNeeded: boolean;
  /** Gets the fields of the new card. */
  newCard: RefObject<NewCard | null>;
  onChoose: (chosen: string) => void;
}

/** The saved cards, and the provider's fields for a new one. */
export function PayingCard({ cards, chosen, isNeeded, newCard, onChoose }: PayingCardProps) {
  const [now] = useState(() => new Date());
  return (
    <>
      {cards.length > 0 && (
        <div className={styles.pair}>
          {cards.map((one) => (
            <Option
              key={one.id}
              name="card"
              value={one.id}
              label={cardName(one)}
              detail={expiryOf(one, now)}
              isChosen={one.id === chosen}
              onChoose={() => onChoose(one.id)}
            />
          ))}
          <Option
            name="card"
            value={anotherCard}
            label={words.newCard}
            isChosen={chosen === anotherCard}
            onChoose={() => onChoose(anotherCard)}
          />
        </div>
      )}
      {chosen === anotherCard && isNeeded && (
        <Suspense fallback={<Progress label={common.loading} />}>
          <CardInput card={newCard} />
        </Suspense>
      )}
    </>
  );
}

function expiryOf(method: PaymentMethod, now: Date): string {
  const month = expiryMonth(method.card);
  return cardExpiry(method, now) === "expired" ? words.expired(month) : payment.expires(month);
}
