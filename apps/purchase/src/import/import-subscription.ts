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
import { newsOf } from "../subscriptions/subscription-news.ts";
import { setRecorded } from "../subscriptions/subscription-store.ts";
import { isEnded } from "../subscriptions/subscription-wire.ts";
import { applyFetched } from "../subscriptions/sync-subscription.ts";

// A subscription whose objects the importer has at hand, as it has made them at the payment sandbox: it is in effect with
// the import's own transaction. What only the provider knows waits for `read-imported.ts`.

type Tx = Transaction<PurchaseTables>;

/** What an import takes over was changed by nobody here, and nobody is mailed of it. */
const nothingAbove: MirrorHooks = {
  standing: async (_db, _subscription, invoices) => invoices,
  causeOf: async () => null,
  onState: async () => undefined,
};

/** A subscription's first state, as the accounts service is told of it. */
export interface FirstNews {
  readonly subscription: SubscriptionNews;
  /** Unix seconds. */
  readonly object_time: number;
  readonly sequence: number;
}

/** The customer that the account has here, or null. */
export async function findCustomer(tx: Tx, omniId: string): Promise<string | null> {
  const row = await customerByOmniId(tx.withSchema("purchase"), omniId);
  return row?.customer_id ?? null;
}

/** The provider's objects as its API writes them. */
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
 * Takes over a subscription that the provider has: its mirror, with the decrease that is recorded already.
 *
 * @throws Error for one that is known here, or that pays for no license.
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
