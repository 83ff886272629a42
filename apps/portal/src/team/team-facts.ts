import type { ManagedLicense } from "@foyer/contract/licenses";
import type { Seat } from "@foyer/contract/seats";
import { type Cents, formatMoney, sumCents } from "@foyer/domain/money";
import { lineTaxes, type TaxRate } from "@foyer/domain/proration";
import { seatsInUse } from "@foyer/domain/seats";
import { words } from "#words/team";
import type { LicenseTerm } from "../shared/subscription/license-term.ts";

/** A license's seats in numbers. */
export interface TeamFigures {
  readonly total: number;
  /** Seats of the next period; null without a subscription. */
  readonly afterRenewal: number | null;
  /** Held and invited. */
  readonly used: number;
  readonly unused: number;
  readonly invited: number;
  readonly inUse: number;
  /** Of those in use, the ones that end at the renewal; null until the list of seats has loaded. */
  readonly expiring: number | null;
}

/**
 * Returns the license's own counts; only the expiring seats are counted from its list, which is `undefined` until it
 * has loaded.
 */
export function teamFigures(license: ManagedLicense, seats: readonly Pick<Seat, "status">[] | undefined): TeamFigures {
  const { total_seats: total, used_seats: used, invited_seats: invited, available_seats: unused } = license;
  return {
    total,
    afterRenewal: license.renewing_quantity,
    used,
    unused,
    invited,
    inUse: seatsInUse(license),
    expiring: seats?.filter(({ status }) => status === "expiring").length ?? null,
  };
}

/** The price of the next renewal, as far as the viewer may know it. */
export interface RenewalPrice {
  readonly amount: Cents;
  readonly currency: string;
  readonly chargedRates: readonly TaxRate[];
}

/** Returns the summary sentence: "18 of 25 seats used. Renews on Mar 03, 2027 for $2,250.00." */
export function teamSentence(figures: TeamFigures, term: LicenseTerm, price: RenewalPrice | null): string {
  return `${words.seatsUsed(figures.used, figures.total)} ${termSentence(term, price)}`.trim();
}

function termSentence(term: LicenseTerm, price: RenewalPrice | null): string {
  switch (term.kind) {
    case "renews":
      return price ? words.renewsFor(term.at, priceText(price)) : words.renewsOn(term.at);
    case "past_due":
      return words.pastDue;
    case "expires":
      return words.expiresOn(term.at);
    case "over":
      return words.overOn(term.at);
    case "ended":
      return term.at === null ? words.ended : words.endedOn(term.at);
    case "endless":
      return "";
  }
}

/** Returns `$2,250.00`, or `$2,475.00 including $225.00 tax` if tax is added. */
export function priceText({ amount, currency, chargedRates }: RenewalPrice): string {
  const { added } = lineTaxes(amount, chargedRates);
  if (added === 0) return formatMoney(amount, currency);
  return words.withTax(formatMoney(sumCents([amount, added]), currency), formatMoney(added, currency));
}

/** Returns whether the summary sentence states exactly that amount. */
export function statesAmount(amount: Cents, term: LicenseTerm, price: RenewalPrice | null): boolean {
  return term.kind === "renews" && price?.amount === amount && lineTaxes(amount, price.chargedRates).added === 0;
}
