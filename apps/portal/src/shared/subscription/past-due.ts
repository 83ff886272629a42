import type { ManagedLicense } from "@foyer/contract/licenses";

/** Returns whether the last payment of a license's subscription failed and is retried. */
export const isPastDue = (license: Pick<ManagedLicense, "subscription_state" | "subscription_status">): boolean =>
  license.subscription_state === "active" && license.subscription_status === "past_due";
