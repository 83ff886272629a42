import type { CallRefusal } from "@foyer/api-client/call-types";
import { ApiError } from "@foyer/api-client/errors";
import { words } from "#words/subscription";
import { entryOf } from "../failures/refusal-of.ts";
import { requestOf, sentenceOf } from "../failures/failure-sentence.ts";
import { Stopped } from "../forms/use-sending.ts";
import type { SettlementFailure } from "./settlement.ts";

type Settling = CallRefusal<"changeSubscription" | "createInvoice" | "finalizeInvoice" | "payInvoice">;

/** Every refusal of a settlement's calls, except missing objects and rate limits, which need no special handling. */
type Told = Exclude<Settling, "object.not_found" | "rate.limited"> | "idempotency.in_progress";

const kinds: Readonly<Record<Told, SettlementFailure["kind"]>> = {
  "payment.declined": "declined",
  "payment.authentication_failed": "authentication",
  "subscription.forbidden": "forbidden",
  "quote.dead": "outdated",
  "provider.unavailable": "unknown",
  // The same request is still running: repeating it with the same key returns its answer.
  "idempotency.in_progress": "unknown",
};

/** Returns what a failed call means for the current change. */
export function settlementFailure(error: unknown): SettlementFailure {
  const kind = kindOf(error);
  return { kind, sentence: sentenceFor(kind, error), request: requestOf(error) };
}

function kindOf(error: unknown): SettlementFailure["kind"] {
  if (error instanceof Stopped) return "stopped";
  // Without an answer, the result is unknown; a fault of the service leaves it unknown too.
  if (!(error instanceof ApiError)) return "unknown";
  return entryOf<SettlementFailure["kind"]>(kinds, error) ?? (error.status >= 500 ? "unknown" : "other");
}

/** Returns what happened. The notice itself says what was not done, so the service's sentence must not repeat it. */
function sentenceFor(kind: SettlementFailure["kind"], error: unknown): string {
  if (kind === "authentication") return words.bankFailed;
  if (kind === "outdated") return words.outdated;
  if (kind === "stopped") return words.stopped;
  return kind === "unknown" ? words.noAnswer : sentenceOf(error);
}
