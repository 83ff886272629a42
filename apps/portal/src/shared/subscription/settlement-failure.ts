import type { CallRefusal } from "@foyer/api-client/call-types";
import { ApiError } from "@foyer/api-client/errors";
import type { RefusalCode } from "@foyer/contract/refusals";
import { entryOf } from "../failure-code.ts";
import { requestOf, sentenceOf } from "../failure-sentence.ts";
import type { SettlementFailure } from "./settlement.ts";

type Settling = CallRefusal<"changeSubscription" | "createInvoice" | "finalizeInvoice" | "payInvoice">;

/** Every refusal of a settlement's calls, except missing objects and rate limits, which need no special handling. */
type Told = Exclude<Settling, "object.not_found" | "rate.limited"> | "idempotency.in_progress";

const kinds: Readonly<Record<RefusalCode<Told>, SettlementFailure["kind"]>> = {
  20002: "declined",
  20003: "authentication",
  20005: "forbidden",
  20006: "outdated",
  20004: "unknown",
  // The same request is still running: repeating it with the same key returns its answer.
  2009: "unknown",
};

/** Returns what a failed call means for the current change. */
export function settlementFailure(error: unknown): SettlementFailure {
  return { kind: kindOf(error), sentence: sentenceOf(error), request: requestOf(error) };
}

function kindOf(error: unknown): SettlementFailure["kind"] {
  // Without an answer, the result is unknown; a fault of the service leaves it unknown too.
  if (!(error instanceof ApiError)) return "unknown";
  return entryOf<SettlementFailure["kind"]>(kinds, error) ?? (error.status >= 500 ? "unknown" : "other");
}
