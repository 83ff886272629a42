import type { SubscriptionNews } from "@foyer/contract/internal";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import type { Transaction } from "kysely";
import type Stripe from "stripe";
import { customerByOmniId } from "../customers/customer-store.ts";
import type { PurchaseTables } from "../db/schema.ts";
import type { ProviderInvoice, ProviderSubscription } from "../stripe/payment-gateway.ts";
import { readInvoice, readSubscription } from "../stripe/stripe-reading.ts";
import type { MirrorHooks } from "../subscriptions/mirror-hooks.ts";
import { noteAllTold } from "../subscriptions/news-store.ts";
import { isEnded, newsOf } from "../subscriptions/subscription-wire.ts";
import { setRecorded } from "../subscriptions/subscription-store.ts";
import { applyFetched } from "../subscriptions/sync-subscription.ts";

// Imports subscriptions that the importer has just created at the payment sandbox. They take effect in the
// import's transaction. `read-imported.ts` reads subscriptions that exist only at the provider.

type Tx = Transaction<PurchaseTables>;

/** An import has no cause and sends no mail. */
const nothingAbove: MirrorHooks = {
  standing: async (_db, _subscription, invoices) => invoices,
  causeOf: async () => null,
  onState: async () => undefined,
};

/** A subscription's first state, as sent to the accounts service. */
export interface FirstNews {
  readonly subscription: SubscriptionNews;
  /** Unix seconds. */
  readonly object_time: number;
  readonly sequence: number;
}

export async function findCustomer(tx: Tx, omniId: string): Promise<string | null> {
  const row = await customerByOmniId(tx.withSchema("purchase"), omniId);
  return row?.customer_id ?? null;
}

/** Parses the provider's objects from the format of its API. */
export function readProviderObjects(
  subscription: unknown,
  invoices: readonly unknown[],
): { readonly subscription: ProviderSubscription; readonly invoices: readonly ProviderInvoice[] } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- They are stored as the API sends them.
  const read = readSubscription(subscription as Stripe.Subscription);
  if (!read) throw new Error("This subscription is of a kind that is not sold here");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { subscription: read, invoices: invoices.map((invoice) => readInvoice(invoice as Stripe.Invoice)) };
}

/**
 * Stores an existing subscription of the provider in the mirror, including a recorded decrease.
 *
 * @throws Error if the subscription is already known, or pays for no license.
 */
export async function importSubscription(
  tx: Tx,
  provided: { readonly subscription: ProviderSubscription; readonly invoices: readonly ProviderInvoice[] },
  at: Date,
): Promise<FirstNews> {
  const own = tx.withSchema("purchase");
  const deps = { clock: { now: () => at }, addJob: async () => undefined, mirror: nothingAbove };
  const row = await applyFetched(deps, own, { ...provided, afterVersion: null }, async (db, made) => {
    const isChanged = made.provider_plan !== made.paid_plan || made.provider_quantity !== made.paid_quantity;
    if (isChanged && !isEnded(made.status)) {
      await setRecorded(db, made.id, { plan: made.provider_plan, quantity: made.provider_quantity });
    }
    await noteAllTold(db, made.id, at);
  });
  const news = row && newsOf(row);
  if (!row || !news) throw new Error(`Subscription ${provided.subscription.id} cannot be taken over`);
  return { subscription: news, object_time: unixSecondsOf(row.object_time), sequence: 1 };
}
