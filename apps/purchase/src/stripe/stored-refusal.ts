import { type Because, type NamedRefusal, refusalSentence } from "@foyer/contract/refusal-reasons";
import type { RefusalName } from "@foyer/contract/refusals";
import { Refusal } from "@foyer/service-kit/errors";
import { type InvalidReason, ProviderFailure } from "./provider-failure.ts";
import { withinReadTime } from "./read-time.ts";

/** A stored refusal, so that all callers of the same change get the same answer. */
export interface StoredRefusal extends NamedRefusal {
  readonly declineCode?: string;
  /** Sentence that an earlier release stored instead of a reason. */
  readonly message?: string;
}

/** Builds a refusal to store, with a reason that belongs to its name. */
function storedAs<Name extends RefusalName>(name: Name, because?: Because<Name>): StoredRefusal {
  return { name, ...(because as Pick<NamedRefusal, "reason" | "facts"> | undefined) };
}

export function sentenceOf(stored: StoredRefusal): string {
  return stored.message ?? refusalSentence(stored);
}

/** Ends the request with the stored refusal. */
export function refuseAs(stored: StoredRefusal): never {
  throw new Refusal(stored, { declineCode: stored.declineCode }, sentenceOf(stored));
}

export function declinedRefusal(reason: {
  readonly code: string | null;
  readonly declineCode: string | null;
  readonly message: string | null;
}): StoredRefusal {
  const { declineCode, code } = reason;
  if (!declineCode && !code) return storedAs("payment.declined", { reason: "no_card" });
  const why = reason.message ?? refusalSentence({ name: "payment.declined" });
  return {
    ...storedAs("payment.declined", { reason: "by_bank", facts: { why } }),
    declineCode: declineCode ?? code ?? "generic_decline",
  };
}

export const authenticationRefusal = storedAs("payment.authentication_failed");

const forbidden = (because: Because<"subscription.forbidden">) => storedAs("subscription.forbidden", because);

/** The refusal of a change or a purchase for each rejection. Only the end of a period is about time. */
const OF_REASON: Readonly<Record<InvalidReason, StoredRefusal>> = {
  price_inactive: forbidden({ reason: "plan_off_sale" }),
  tax_rate_inactive: forbidden({ reason: "tax_rate_off" }),
  period_over: storedAs("quote.dead", { reason: "period_ended" }),
  subscription_ended: forbidden({ reason: "ended" }),
  coupon_over: storedAs("coupon.refused"),
  other_currency: forbidden({ reason: "other_currency" }),
  amount_too_large: forbidden({ reason: "amount_too_large" }),
};

/** A rejection that only the vendor can do something about. */
const providerRefuses = forbidden({ reason: "provider_refuses" });

/**
 * Returns the refusal for a failed write at the provider. Unlike `refusalOf`, it has a sentence for every rejection: the
 * write was not made.
 */
export function refusalOfWrite(failure: ProviderFailure): StoredRefusal {
  if (failure.kind === "invalid") return failure.reason === null ? providerRefuses : OF_REASON[failure.reason];
  if (failure.kind === "missing") {
    if (failure.missing === "card") return storedAs("payment.declined", { reason: "card_gone" });
    return storedAs("object.not_found", { reason: "at_provider" });
  }
  return refusalOf(failure) ?? providerRefuses;
}

/** Returns the refusal for a failure of the provider, or null for a fault of ours. */
function refusalOf(error: unknown): StoredRefusal | null {
  if (!(error instanceof ProviderFailure)) return null;
  switch (error.kind) {
    case "unavailable":
      return storedAs("provider.unavailable");
    case "declined":
      return declinedRefusal({ code: error.code, declineCode: error.declineCode, message: error.message });
    case "authentication":
      return authenticationRefusal;
    case "missing":
      return storedAs("object.not_found");
    case "forged":
      return storedAs("input.malformed");
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
