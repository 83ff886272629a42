import type { StaffLicense } from "@foyer/contract/staff-wire";
import { formatDate } from "@foyer/domain/dates";
import { words } from "#words/admin";

type Term = Pick<
  StaffLicense,
  "subscription_state" | "subscription_status" | "cancel_at_period_end" | "expiration_date" | "expires_date"
>;

/**
 * Returns when a license renews or ends: `Renews on Mar 03, 2027`.
 *
 * @param isOver true if the license is past its own end.
 */
export function termOf(license: Term, isOver: boolean): string {
  const periodEnd = license.expiration_date;
  if (license.subscription_state === "inactive") return periodEnd ? words.endedOn(formatDate(periodEnd)) : words.ended;
  if (license.subscription_state === "active" && periodEnd) {
    const term = license.cancel_at_period_end
      ? words.endsOn(formatDate(periodEnd))
      : words.renewsOn(formatDate(periodEnd));
    return license.subscription_status === "past_due" ? words.pastDue(term) : term;
  }
  if (!license.expires_date) return words.forGood;
  const end = formatDate(license.expires_date);
  return isOver ? words.endedOn(end) : words.endsOn(end);
}
