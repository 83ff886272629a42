import { billingInterval } from "@foyer/domain/product-id";
import { formatMoney, seatsPrice } from "@foyer/domain/money";
import type { ReactNode } from "react";
import { words } from "#words/team";
import type { SubscriptionFacts } from "../shared/subscription/subscription-facts.ts";
import type { TeamFigures, TeamTerm } from "./team-facts.ts";
import styles from "./team-page.module.css";
import { Priced } from "../shared/money/priced.tsx";

interface FiguresListProps {
  figures: TeamFigures;
  term: TeamTerm;
  /** Follows the plan in force. */
  productId: string;
  isSubscription: boolean;
  /** Null for a person who does not pay for it. */
  subscription: SubscriptionFacts | null;
}

/** Every figure of the license with its label (TEAM-02, TEAM-04, TEAM-06). */
export function FiguresList({ figures, term, productId, isSubscription, subscription }: FiguresListProps) {
  const interval = billingInterval(productId);
  return (
    <dl className={styles.figures}>
      <Figure name={words.totalSeats}>{figures.total}</Figure>
      {isSubscription && <Figure name={words.afterRenewal}>{figures.afterRenewal ?? figures.total}</Figure>}
      {isSubscription && <Figure name={words.assignedSeats}>{words.assigned(figures.held, figures.invited)}</Figure>}
      <Figure name={words.usedSeats}>{figures.used}</Figure>
      <Figure name={words.unusedSeats}>{figures.unused}</Figure>
      <Figure name={words.pendingInvitations}>{figures.invited}</Figure>
      {isSubscription && interval && (
        <Figure name={words.renewalPeriod}>{interval === "year" ? words.yearly : words.monthly}</Figure>
      )}
      <TermFigure term={term} />
      {subscription && <PriceFigure subscription={subscription} />}
    </dl>
  );
}

function TermFigure({ term }: { term: TeamTerm }) {
  if (term.kind === "endless" || term.at === null) return null;
  const isRenewing = term.kind === "renews" || term.kind === "past_due";
  return <Figure name={isRenewing ? words.renewalDate : words.expiringDate}>{term.at}</Figure>;
}

function PriceFigure({
  subscription: { unitAmount, quantity, currency, interval },
}: {
  subscription: SubscriptionFacts;
}) {
  const cycle = interval === "year" ? words.perYear : words.perMonth;
  return (
    <Figure name={words.price}>
      <Priced>{`${formatMoney(seatsPrice(unitAmount, quantity), currency)} ${cycle}`}</Priced>
      <span className={styles.note}>
        <Priced>{words.priceEach(formatMoney(unitAmount, currency), words.seats(quantity), "")}</Priced>
      </span>
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
