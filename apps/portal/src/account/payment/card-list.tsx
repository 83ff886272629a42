import type { PaymentMethod } from "@foyer/contract/subscription-wire";
import { EmptyState } from "@foyer/ui/placeholders";
import { Tag } from "@foyer/ui/tag";
import { type ReactNode, useState } from "react";
import { words } from "#words/payment";
import styles from "../account-page.module.css";
import { cardExpiry, cardName, expiryMonth } from "../../shared/billing/card.ts";

interface CardListProps {
  cards: readonly PaymentMethod[];
  /** Actions for a card. */
  actions?: (card: PaymentMethod) => ReactNode;
}

/** The saved cards: brand, last four digits, and the default one (PAY-01). */
export function CardList({ cards, actions }: CardListProps) {
  if (cards.length === 0) return <EmptyState title={words.noCards}>{words.noCardsHelp}</EmptyState>;
  const defaultFirst = cards.toSorted((one, other) => Number(other.is_default) - Number(one.is_default));
  return (
    <ul className={styles.rows} aria-label={words.cards}>
      {defaultFirst.map((method) => (
        <li key={method.id} data-card={method.id} tabIndex={-1} className={styles.row}>
          <div className={styles.what}>
            <p className={styles.name}>
              {cardName(method)}
              {method.is_default && <Tag kind="info">{words.isDefault}</Tag>}
              <ExpiryTag method={method} />
            </p>
            <p className={styles.details}>{words.expires(expiryMonth(method.card))}</p>
          </div>
          {actions && <div className={styles.rowActions}>{actions(method)}</div>}
        </li>
      ))}
    </ul>
  );
}

function ExpiryTag({ method }: { method: PaymentMethod }) {
  const [now] = useState(() => new Date());
  const expiry = cardExpiry(method, now);
  if (expiry === "good") return null;
  return expiry === "expired" ? (
    <Tag kind="danger">{words.expired}</Tag>
  ) : (
    <Tag kind="warning">{words.expiresSoon}</Tag>
  );
}
