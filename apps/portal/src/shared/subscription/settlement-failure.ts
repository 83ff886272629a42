import { ApiError } from "@foyer/api-client/errors";
import { requestOf, sentenceOf } from "../failure-sentence.ts";
import type { SettlementFailure } from "./settlement.ts";

const byCode: ReadonlyMap<number | string, SettlementFailure["kind"]> = new Map([
  [20002, "declined"],
  [20003, "authentication"],
  [20005, "forbidden"],
  [20006, "outdated"],
  [20004, "unknown"],
  // The same request is still at work: asking again with the same key gives its answer.
  [2009, "unknown"],
]);

/** What a failed call means for a change that is under way. */
export function settlementFailure(error: unknown): SettlementFailure {
  return { kind: kindOf(error), sentence: sentenceOf(error), request: requestOf(error) };
}

function kindOf(error: unknown): SettlementFailure["kind"] {
  // Without an answer nobody knows whether it was done; a fault of the service leaves that open too.
  if (!(error instanceof ApiError)) return "unknown";
  return byCode.get(error.code) ?? (error.status >= 500 ? "unknown" : "other");
}
