import type { SubscriptionCause, SubscriptionNews } from "@foyer/contract/internal";
import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../db/schema.ts";
import type { ProviderInvoice, ProviderSubscription } from "../stripe/payment-gateway.ts";
import type { SubscriptionRow } from "./subscription-wire.ts";

type Db = Queryable<PurchaseTables>;

/** A changed state of a subscription, as sent to the accounts service. */
export interface StateChange {
  readonly before: SubscriptionNews;
  readonly after: SubscriptionNews;
  /** The subscription's latest invoices. */
  readonly invoices: readonly ProviderInvoice[];
}

/** Callbacks into the layers above the mirror, which itself knows neither changes nor mails. */
export interface MirrorHooks {
  /** Returns the invoices of a subscription that paid for something in force. */
  standing(
    db: Db,
    subscription: Pick<ProviderSubscription, "id" | "quantity">,
    invoices: readonly ProviderInvoice[],
  ): Promise<readonly ProviderInvoice[]>;
  /** Returns who caused the new state, and its price. Null if it changed by itself and for free. */
  causeOf(db: Db, change: StateChange): Promise<SubscriptionCause | null>;
  /** Runs in the transaction that stores a state. */
  onState(tx: Db, before: SubscriptionRow | null, row: SubscriptionRow): Promise<void>;
}
