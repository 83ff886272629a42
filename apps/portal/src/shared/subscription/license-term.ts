import type { ManagedLicense } from "@foyer/contract/licenses";
import { formatDate } from "@foyer/domain/dates";
import { isPastDue } from "./past-due.ts";

/** How a license continues. */
export type LicenseTerm =
  /** Renews automatically, or is past due while the payment is retried. */
  | { readonly kind: "renews" | "past_due"; readonly at: string }
  /** Set to end, or limited from the start. */
  | { readonly kind: "expires"; readonly at: string }
  | { readonly kind: "ended"; readonly at: string | null }
  /** Past the end that it had from the start. */
  | { readonly kind: "over"; readonly at: string }
  /** Permanent. */
  | { readonly kind: "endless" };

/**
 * Returns when a license renews or ends, as `MMM DD, YYYY`.
 *
 * @param isOver true if the license is past its own end.
 */
export function licenseTerm(license: ManagedLicense, isOver: boolean): LicenseTerm {
  const { subscription_state: state, expiration_date: periodEnd, expires_date: end } = license;
  if (state === undefined) {
    return end === null ? { kind: "endless" } : { kind: isOver ? "over" : "expires", at: formatDate(end) };
  }
  if (state === "inactive") return { kind: "ended", at: periodEnd && formatDate(periodEnd) };
  if (periodEnd === null) return { kind: "endless" };
  const at = formatDate(periodEnd);
  if (license.cancel_at_period_end) return { kind: "expires", at };
  return { kind: isPastDue(license) ? "past_due" : "renews", at };
}
