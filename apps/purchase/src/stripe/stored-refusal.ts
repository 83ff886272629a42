import type { RefusalName } from "@foyer/contract/refusals";
import { refusals } from "@foyer/contract/refusals";
import { refuse } from "@foyer/service-kit/errors";
import { type InvalidReason, ProviderFailure } from "./provider-failure.ts";
import { withinReadTime } from "./read-time.ts";

/** A stored refusal, so that all callers of the same change get the same answer. */
export interface StoredRefusal {
  readonly name: RefusalName;
  readonly message: string;
  readonly declineCode?: string;
}

/** Ends the request with the stored refusal. */
export function refuseAs({ name, message, declineCode }: StoredRefusal): never {
  const { code } = refusals[name];
  refuse(name, {
    message,
    details: [{ code, message, ...(declineCode ? { decline_code: declineCode } : {}) }],
  });
}

const NO_CARD = "There is no card to charge. Add a card first; nothing was changed.";
const CARD_GONE = "This card is not saved any more. Choose another card; nothing was charged and nothing was changed.";

export function declinedRefusal(reason: {
  readonly code: string | null;
  readonly declineCode: string | null;
  readonly message: string | null;
}): StoredRefusal {
  const { declineCode, code } = reason;
  if (!declineCode && !code) return { name: "payment.declined", message: NO_CARD };
  return {
    name: "payment.declined",
    message: `${reason.message ?? refusals["payment.declined"].message} Nothing was charged and nothing was changed.`,
    declineCode: declineCode ?? code ?? "generic_decline",
  };
}

export const authenticationRefusal: StoredRefusal = {
  name: "payment.authentication_failed",
  message: refusals["payment.authentication_failed"].message,
};

const forbidden = (message: string): StoredRefusal => ({ name: "subscription.forbidden", message });

/** What each rejection means for a change or a purchase. Only the end of a period is about time. */
const OF_REASON: Readonly<Record<InvalidReason, StoredRefusal>> = {
  price_inactive: forbidden("This plan is no longer on sale, so it cannot be chosen any more."),
  tax_rate_inactive: forbidden("The tax rate of this subscription is no longer in use. Please write to our support."),
  period_over: { name: "quote.dead", message: "The billing period has ended. Nothing was changed; please look again." },
  subscription_ended: forbidden("The subscription has ended."),
  coupon_over: { name: "coupon.refused", message: refusals["coupon.refused"].message },
  other_currency: forbidden("Your earlier invoices are in another currency. Please write to our support."),
  amount_too_large: forbidden("The amount is more than one payment can have. Choose fewer seats."),
};

/** A rejection that only the vendor can do something about. */
const providerRefuses = forbidden("The payment provider does not accept this change. Please write to our support.");

/**
 * Returns the refusal for a failed write at the provider. Unlike `refusalOf`, it has a sentence for every rejection: the
 * write was not made.
 */
export function refusalOfWrite(failure: ProviderFailure): StoredRefusal {
  if (failure.kind === "invalid") return failure.reason === null ? providerRefuses : OF_REASON[failure.reason];
  if (failure.kind === "missing") {
    if (failure.missing === "card") return { name: "payment.declined", message: CARD_GONE };
    return { name: "object.not_found", message: "The payment provider does not have this any more." };
  }
  return refusalOf(failure) ?? providerRefuses;
}

/** Returns the refusal for a failure of the provider, or null for a fault of ours. */
function refusalOf(error: unknown): StoredRefusal | null {
  if (!(error instanceof ProviderFailure)) return null;
  switch (error.kind) {
    case "unavailable":
      return { name: "provider.unavailable", message: refusals["provider.unavailable"].message };
    case "declined":
      return declinedRefusal({ code: error.code, declineCode: error.declineCode, message: error.message });
    case "authentication":
      return authenticationRefusal;
    case "missing":
      return { name: "object.not_found", message: refusals["object.not_found"].message };
    case "forged":
      return { name: "input.malformed", message: refusals["input.malformed"].message };
    case "invalid":
      return error.reason === "coupon_over" ? OF_REASON.coupon_over : null;
  }
}

/** Runs provider calls for a request: failures become refusals, and reads time out after a few seconds. */
export async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withinReadTime(work);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) refuseAs(refusal);
    throw error;
  }
}
