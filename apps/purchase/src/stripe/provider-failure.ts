/**
 * - `unavailable`: no answer, or one that says nothing of what was done; the same call with the same key is safe.
 * - `declined`, `authentication`: the card was not charged.
 * - `missing`: no such object. `invalid`: the provider refuses the call as it is. `forged`: not from the provider.
 */
export type ProviderFailureKind = "unavailable" | "declined" | "authentication" | "missing" | "invalid" | "forged";

export class ProviderFailure extends Error {
  readonly kind: ProviderFailureKind;
  readonly code: string | null;
  readonly declineCode: string | null;
  /** The provider said that it failed; not so where it said nothing, or that it is too busy. */
  readonly isAnswered: boolean;

  constructor(
    kind: ProviderFailureKind,
    message: string,
    details: { code?: string | null; declineCode?: string | null; isAnswered?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = "ProviderFailure";
    this.kind = kind;
    this.code = details.code ?? null;
    this.declineCode = details.declineCode ?? null;
    this.isAnswered = details.isAnswered ?? false;
  }
}

/** Whether that failure leaves open what the provider did. */
export function isUnknownOutcome(error: unknown): boolean {
  return error instanceof ProviderFailure && error.kind === "unavailable";
}
