import type { Subscription } from "@foyer/contract/subscription-wire";
import type { TimelineEntry } from "@foyer/contract/staff-wire";

/**
 * What the payment side knows of one license.
 *
 * A customer may pay for others too: entries that name another of her subscriptions, or its license, are left out.
 */
export function entriesOfSubscription(
  entries: readonly TimelineEntry[],
  subscriptions: readonly Pick<Subscription, "id" | "registration_id">[],
  own: string | null,
): TimelineEntry[] {
  const others = subscriptions.filter(({ id }) => id !== own);
  const foreign = new Set(
    others.flatMap(({ id, registration_id: license }) => [id, `subscription:${id}`, `license:${license}`]),
  );
  return entries.filter(({ details }) => !Object.values(details).some((value) => foreign.has(String(value))));
}
