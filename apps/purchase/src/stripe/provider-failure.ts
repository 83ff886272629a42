/**
 * - `unavailable`: no answer, or an answer with an unknown outcome. The same call with the same key is safe.
 * - `declined`, `authentication`: the card was not charged.
 * - `missing`: the object does not exist. `invalid`: the provider rejects the call. `forged`: not from the
 *   provider.
 */
export type ProviderFailureKind = "unavailable" | "declined" | "authentication" | "missing" | "invalid" | "forged";

export class ProviderFailure extends Error {
  readonly kind: ProviderFailureKind;
  readonly code: string | null;
  readonly declineCode: string | null;
  /** True if the provider answered with a failure. False without an answer, or if it was too busy. */
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

/** True if the provider may or may not have carried out the call. */
export function isUnknownOutcome(error: unknown): boolean {
  return error instanceof ProviderFailure && error.kind === "unavailable";
}
