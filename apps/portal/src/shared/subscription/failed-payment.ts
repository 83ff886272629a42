import type { CallRefusal } from "@foyer/api-client/call-types";
import { ApiError } from "@foyer/api-client/errors";
import type { Payment } from "@foyer/contract/invoices";
import { words } from "#words/subscription";
import { requestOf, sentenceOf } from "../failures/failure-sentence.ts";
import { Stopped } from "../failures/unheard.ts";

/** Why a payment was not made, or is not known to be made. */
export interface FailedPayment {
  /**
   * - `declined`, `authentication`: nothing was charged; another card or attempt is needed.
   * - `outdated`: the amount shown is no longer valid; a new one must be reviewed.
   * - `forbidden`: a rule of the service refuses it.
   * - `unknown`: no answer arrived; the same payment can be repeated, which acts only once.
   * - `stopped`: like `unknown`, but only a click goes on: the person did not wait, or her bank could not be reached.
   * - `offline`: nothing was sent, and nothing will be sent automatically.
   * - `other`: any other failure; nothing was changed.
   */
  readonly kind: "declined" | "authentication" | "outdated" | "forbidden" | "unknown" | "stopped" | "offline" | "other";
  /** The service's own sentence. */
  readonly sentence: string;
  /** `Request 4f2a…`, for a person who asks for help. */
  readonly request: string | null;
}

type Kind = FailedPayment["kind"];

/** Every refusal of a payment, except missing objects and rate limits, which need no special handling. */
type Told = Exclude<CallRefusal<"makePayment">, "object.not_found" | "rate.limited"> | "idempotency.in_progress";

const kinds: Readonly<Record<Told, Kind>> = {
  "payment.declined": "declined",
  "payment.authentication_failed": "authentication",
  "subscription.forbidden": "forbidden",
  "quote.dead": "outdated",
  "provider.unavailable": "unknown",
  // The same request is still running: repeating it with the same key returns its answer.
  "idempotency.in_progress": "unknown",
};
const kindOf: Readonly<Record<string, Kind | undefined>> = kinds;

/** Why a payment goes on only after a click. */
export class Paused extends Error {}

export const offline: FailedPayment = { kind: "offline", sentence: words.offline, request: null };
export const notAuthenticated: FailedPayment = { kind: "authentication", sentence: words.bankFailed, request: null };
export const outdated: FailedPayment = { kind: "outdated", sentence: words.outdated, request: null };
export const stillProcessing: FailedPayment = { kind: "unknown", sentence: words.stillProcessing, request: null };

/** Returns what a failed call means for the payment. */
export function failureOf(error: unknown): FailedPayment {
  const request = requestOf(error);
  if (error instanceof Stopped) return { kind: "stopped", sentence: words.stopped, request };
  if (error instanceof Paused) return { kind: "stopped", sentence: error.message, request };
  // Without an answer, the result is unknown; a fault of the service leaves it unknown too.
  const isAnswered = error instanceof ApiError;
  const kind =
    (isAnswered && kindOf[String(error.refusal)]) || (isAnswered && error.status < 500 ? "other" : "unknown");
  return { kind, sentence: sentenceFor(kind, sentenceOf(error)), request };
}

/** Returns why a payment failed, as the service has stored it. */
export function failureIn({ failure }: Pick<Payment, "failure">): FailedPayment {
  const kind = kindOf[String(failure?.name)] ?? "other";
  return { kind, sentence: sentenceFor(kind, failure?.message ?? ""), request: null };
}

/** Returns what happened. The notice itself says what was not done, so the service's sentence must not repeat it. */
function sentenceFor(kind: Kind, told: string): string {
  if (kind === "authentication") return words.bankFailed;
  if (kind === "outdated") return words.outdated;
  return kind === "unknown" ? words.noAnswer : told;
}

/** Returns whether it is unknown if the payment was made. A new review could then pay twice. */
export function isUnknown({ kind }: FailedPayment): boolean {
  return kind === "unknown" || kind === "stopped";
}

/** Returns whether the same payment can be repeated: its result is unknown, or it was never sent. */
export function mayRepeat(failure: FailedPayment): boolean {
  return isUnknown(failure) || failure.kind === "offline";
}

/** Returns whether another card may help. */
export function mayChangeCard({ kind }: FailedPayment): boolean {
  return kind === "declined" || kind === "authentication";
}
