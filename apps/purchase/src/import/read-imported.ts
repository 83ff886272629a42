import type { PurchaseDeps } from "../purchase-deps.ts";
import { nextOf } from "../subscriptions/subscription-wire.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";

const AT_ONCE = 8;

/**
 * Reads from the provider what imports have named. A lower quantity or another plan than the paid one is a change that was
 * recorded before the import: it blocks others, as one that was recorded here does.
 */
export async function readImported(deps: PurchaseDeps): Promise<void> {
  const { kysely } = deps.database;
  const waiting = await kysely.selectFrom("imported_subscriptions").select("id").orderBy("id").execute();
  const read = async ({ id }: { readonly id: string }): Promise<void> => {
    const row = await syncSubscription(deps, id, async (tx, now) => {
      const next = nextOf(now);
      if (!next) return;
      await tx
        .updateTable("subscriptions")
        .set({ recorded_plan: next.plan, recorded_quantity: next.quantity })
        .where("id", "=", now.id)
        .execute();
    });
    if (!row) deps.log.error({ subscription: id }, "an imported subscription is not at the provider");
    await kysely.deleteFrom("imported_subscriptions").where("id", "=", id).execute();
  };
  for (let start = 0; start < waiting.length; start += AT_ONCE) {
    await Promise.all(waiting.slice(start, start + AT_ONCE).map(read));
  }
}

/** Ids among those that the provider does not have: an import that names one is at fault. */
export async function unknownAtProvider(
  deps: PurchaseDeps,
  ids: { readonly customers: readonly string[]; readonly subscriptions: readonly string[] },
): Promise<{ customers: string[]; subscriptions: string[] }> {
  const customers: string[] = [];
  const subscriptions: string[] = [];
  for (const id of ids.customers) if (!(await deps.gateway.customer(id))) customers.push(id);
  for (const id of ids.subscriptions) if (!(await deps.gateway.subscription(id))) subscriptions.push(id);
  return { customers, subscriptions };
}
