import type { StaffLicense, TimelineEntry } from "@foyer/contract/staff-wire";

/** What the payment side knows of this licence: a customer may pay for others too, whose entries name another subscription. */
export function entriesOfSubscription(
  entries: readonly TimelineEntry[],
  { id, subscription_id: subscriptionId }: Pick<StaffLicense, "id" | "subscription_id">,
): TimelineEntry[] {
  return entries.filter(({ details }) => {
    const named = details["subscription"] ?? details["subscription_id"];
    const license = details["license"] ?? details["registration_id"];
    if (typeof license === "string") return license === id;
    return typeof named !== "string" || named === subscriptionId;
  });
}
