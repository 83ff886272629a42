import type { SubscriptionCause, SubscriptionNews } from "@foyer/contract/internal";
import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../db/schema.ts";
import type { ProviderInvoice, ProviderSubscription } from "../stripe/payment-gateway.ts";
import type { SubscriptionRow } from "./subscription-wire.ts";

type Db = Queryable<PurchaseTables>;

/** What is new of a subscription, as the accounts service is told of it. */
export interface StateChange {
  readonly before: SubscriptionNews;
  readonly after: SubscriptionNews;
  /** The subscription's latest ones. */
  readonly invoices: readonly ProviderInvoice[];
}

/** What is known above the mirror, which itself knows neither changes nor mails. */
export interface MirrorHooks {
  /** Those invoices of a subscription that stand for something in force. */
  standing(
    db: Db,
    subscription: Pick<ProviderSubscription, "id" | "quantity">,
    invoices: readonly ProviderInvoice[],
  ): Promise<readonly ProviderInvoice[]>;
  /** Who made a subscription what it is now, and what it cost: null where it became so by itself and for nothing. */
  causeOf(db: Db, change: StateChange): Promise<SubscriptionCause | null>;
  /** Runs in the transaction that takes a state over. */
  onState(tx: Db, before: SubscriptionRow | null, row: SubscriptionRow): Promise<void>;
}
