import { billingInterval } from "@foyer/domain/product-id";
import { formatMoney, seatsPrice } from "@foyer/domain/money";
import type { ReactNode } from "react";
import { words } from "#words/team";
import type { LicenseTerm } from "../shared/subscription/license-term.ts";
import type { SubscriptionFacts } from "../shared/subscription/subscription-facts.ts";
import { type RenewalPrice, statesAmount, type TeamFigures } from "./team-facts.ts";
import styles from "./team-page.module.css";
import { Priced } from "../shared/money/priced.tsx";

interface FiguresListProps {
  figures: TeamFigures;
  term: LicenseTerm;
  /** Follows the plan in force. */
  productId: string;
  /** Null for a person who does not pay for it. */
  subscription: SubscriptionFacts | null;
  /** The price in the summary sentence. */
  price: RenewalPrice | null;
}

/** The figures of a subscription that neither the summary sentence nor the meter states (TEAM-02, TEAM-06). */
export function FiguresList({ figures, term, productId, subscription, price }: FiguresListProps) {
  const interval = billingInterval(productId);
  const renews = term.kind === "renews" || term.kind === "past_due";
  return (
    <dl className={styles.figures}>
      {renews && <Figure name={words.afterRenewal}>{words.count(figures.afterRenewal ?? figures.total)}</Figure>}
      {interval && <Figure name={words.renewalPeriod}>{interval === "year" ? words.yearly : words.monthly}</Figure>}
      {term.kind === "past_due" && <Figure name={words.renewalDate}>{term.at}</Figure>}
      {subscription && <PriceFigure subscription={subscription} term={term} price={price} />}
    </dl>
  );
}

function PriceFigure({
  subscription: { unitAmount, quantity, currency, interval },
  term,
  price,
}: {
  subscription: SubscriptionFacts;
  term: LicenseTerm;
  price: RenewalPrice | null;
}) {
  const each = words.perSeat[interval](formatMoney(unitAmount, currency));
  const total = seatsPrice(unitAmount, quantity);
  const isStated = quantity === 1 || statesAmount(total, term, price);
  return (
    <Figure name={words.price}>
      <Priced>{isStated ? each : words.priceOf[interval](formatMoney(total, currency))}</Priced>
      {!isStated && (
        <span className={styles.note}>
          <Priced>{each}</Priced>
        </span>
      )}
    </Figure>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
