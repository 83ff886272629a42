/**
 * - `unavailable`: no answer, or an answer with an unknown outcome. The same call with the same key is safe.
 * - `declined`, `authentication`: the card was not charged.
 * - `missing`: the object does not exist. `invalid`: the provider rejects the call. `forged`: not from the
 *   provider.
 */
export type ProviderFailureKind = "unavailable" | "declined" | "authentication" | "missing" | "invalid" | "forged";

/**
 * Why the provider rejects a call as `invalid`. A call without a reason here is a fault of ours or of the setup, which no
 * repeat can mend.
 */
export type InvalidReason =
  | "price_inactive"
  | "tax_rate_inactive"
  | "period_over"
  | "subscription_ended"
  | "coupon_over"
  | "other_currency"
  | "amount_too_large";

interface FailureDetails {
  readonly code?: string | null;
  readonly declineCode?: string | null;
  readonly reason?: InvalidReason | null;
  /** Type of the missing object. */
  readonly missing?: "card" | null;
  readonly isAnswered?: boolean;
  readonly cause?: unknown;
}

export class ProviderFailure extends Error {
  readonly kind: ProviderFailureKind;
  readonly code: string | null;
  readonly declineCode: string | null;
  readonly reason: InvalidReason | null;
  readonly missing: "card" | null;
  /** True if the provider answered with a failure. False without an answer, or if it was too busy. */
  readonly isAnswered: boolean;

  constructor(kind: ProviderFailureKind, message: string, details: FailureDetails = {}) {
    super(message, { cause: details.cause });
    this.name = "ProviderFailure";
    this.kind = kind;
    this.code = details.code ?? null;
    this.declineCode = details.declineCode ?? null;
    this.reason = details.reason ?? null;
    this.missing = details.missing ?? null;
    this.isAnswered = details.isAnswered ?? false;
  }
}

/** True if the provider may or may not have carried out the call. */
export function isUnknownOutcome(error: unknown): boolean {
  return error instanceof ProviderFailure && error.kind === "unavailable";
}
