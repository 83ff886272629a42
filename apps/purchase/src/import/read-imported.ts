import type { NamedAtProvider, NamesAtProvider } from "@foyer/import-file/check-at-provider";
import { refuse } from "@foyer/service-kit/errors";
import { eachApart, inBatches } from "../in-batches.ts";
import type { Deps } from "../deps.ts";
import { ProviderFailure } from "../stripe/provider-failure.ts";
import { setRecorded } from "../subscriptions/subscription-store.ts";
import { nextOf } from "../subscriptions/subscription-wire.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { forgetNamed, namedSubscriptions } from "./import-store.ts";

/**
 * Reads from the provider what imports named. A lower quantity or another plan than the paid one is a change
 * that was recorded before the import. It blocks other changes, like one that was recorded here.
 */
export async function readImported(deps: Deps): Promise<void> {
  const { db } = deps;
  const waiting = await namedSubscriptions(db);
  const read = async (id: string): Promise<void> => {
    const row = await syncSubscription(deps, id, async (tx, now) => {
      const next = nextOf(now);
      if (next) await setRecorded(tx, now.id, next);
    });
    if (!row) deps.log.error({ subscription: id }, "an imported subscription is not at the provider");
    await forgetNamed(db, id);
  };
  await eachApart(waiting, read, (subscription, error) =>
    deps.log.error({ err: error, subscription }, "an imported subscription could not be read"),
  );
}

/**
 * Asks the provider about the objects that an import names. Refuses with `provider.unavailable` if it does not answer.
 */
export async function readNamed({ gateway }: Pick<Deps, "gateway">, named: NamesAtProvider): Promise<NamedAtProvider> {
  const customers = new Set<string>();
  const subscriptions = new Map<string, { customerId: string; registrationId: string | null }>();
  try {
    await inBatches(named.customers, async (id) => {
      if (await gateway.customer(id)) customers.add(id);
    });
    await inBatches(named.subscriptions, async (id) => {
      const found = await gateway.subscription(id);
      if (found) subscriptions.set(id, { customerId: found.customerId, registrationId: found.registrationId });
    });
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === "unavailable") refuse("provider.unavailable");
    throw error;
  }
  return { customers, subscriptions };
}
