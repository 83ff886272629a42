import type { RefusalName } from "@foyer/contract/refusals";
import { refusals } from "@foyer/contract/refusals";
import { refuse } from "@foyer/service-kit/errors";
import { ProviderFailure } from "./provider-failure.ts";
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

const NO_CARD = "There is no card to charge. Add one and try again; nothing was changed.";

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

/** The provider's code for a coupon that has ended or is used up. */
const COUPON_OVER = "coupon_expired";
const couponRefused: StoredRefusal = { name: "coupon.refused", message: refusals["coupon.refused"].message };

/** Returns the refusal for a failure of the provider, or null for a fault of ours. */
export function refusalOf(error: unknown): StoredRefusal | null {
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
      return error.code === COUPON_OVER ? couponRefused : null;
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
