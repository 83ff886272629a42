import type { PaymentMethod } from "../objects/payment-method.ts";
import type { LastError } from "../objects/test-card.ts";
import { shown } from "../store/unit.ts";
import { docUrl } from "../wire/refusal.ts";

/** Why an intent did not succeed, in the form that the intent stores. */
export function lastError(
  reason: Pick<LastError, "charge" | "decline_code" | "message"> & { code: NonNullable<LastError["code"]> },
  method: PaymentMethod,
  type: LastError["type"] = "card_error",
): LastError {
  return { ...reason, type, doc_url: docUrl(reason.code), payment_method: shown(method) };
}
