import Stripe from "stripe";
import { type InvalidReason, ProviderFailure, type ProviderFailureKind } from "./provider-failure.ts";

const { errors } = Stripe;

/** Error codes that require action from the card holder. */
const AUTHENTICATION_CODES = new Set([
  "authentication_required",
  "payment_intent_authentication_failure",
  "setup_intent_authentication_failure",
  "invoice_payment_intent_requires_action",
]);

export function isAuthenticationCode(code: string | null | undefined): boolean {
  return code !== null && code !== undefined && AUTHENTICATION_CODES.has(code);
}

/** Messages of a missing card. */
const NO_CARD = /no attached payment source|no `?default_payment_method|no default payment method|no payment method/i;

/** Rejections that people can be told. The provider has a code for few of them, so the message decides. */
const REASONS: readonly (readonly [InvalidReason, RegExp])[] = [
  ["coupon_over", /^coupon_expired$/],
  ["amount_too_large", /^amount_too_large$/],
  ["tax_rate_inactive", /tax rate.*(inactive|archived|not active)/i],
  ["price_inactive", /(price|plan|product).*(inactive|not active)/i],
  ["period_over", /proration_date.*outside/i],
  ["subscription_ended", /canceled subscription can only|subscription.*(is|has been) canceled/i],
  ["other_currency", /combine currencies/i],
];

function reasonOf({ code, message }: InstanceType<typeof errors.StripeError>): InvalidReason | null {
  return REASONS.find(([, sign]) => sign.test(code ?? "") || sign.test(message))?.[0] ?? null;
}

function kindOf(error: InstanceType<typeof errors.StripeError>): ProviderFailureKind {
  if (isAuthenticationCode(error.code)) return "authentication";
  if (error instanceof errors.StripeCardError) return "declined";
  if (error instanceof errors.StripeSignatureVerificationError) return "forged";
  if (error.code === "idempotency_key_in_use" || error.code === "lock_timeout") return "unavailable";
  if (error instanceof errors.StripeInvalidRequestError) {
    if (NO_CARD.test(error.message)) return "declined";
    return error.statusCode === 404 || error.code === "resource_missing" ? "missing" : "invalid";
  }
  // A reused key, a wrong secret key, a missing permission: retrying cannot help.
  if (error instanceof errors.StripeIdempotencyError) return "invalid";
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return "invalid";
  return "unavailable";
}

/** Converts an error of the provider's client to a ProviderFailure. Returns other errors unchanged. */
export function asProviderFailure(error: unknown): unknown {
  if (!(error instanceof errors.StripeError)) return error;
  const kind = kindOf(error);
  return new ProviderFailure(kind, error.message, {
    reason: kind === "invalid" ? reasonOf(error) : null,
    missing: kind === "missing" && /^No such PaymentMethod/i.test(error.message) ? "card" : null,
    // The code says that something is missing, but it means the card.
    code: NO_CARD.test(error.message) ? null : (error.code ?? null),
    declineCode: error.decline_code ?? null,
    isAnswered: (error.statusCode ?? 0) >= 500,
    cause: error,
  });
}
