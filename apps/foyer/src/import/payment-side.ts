import type { Row } from "@foyer/import-file/lines";
import type { FirstNews } from "@foyer/purchase/import-subscription";

/** A subscription of an import line with all defaults. If `id` is null, the provider chooses one. */
export interface NewSubscription extends Omit<Row<"subscription">, "customer"> {
  readonly customer_id: string;
  readonly plan: string;
  /** Seats paid for the current period. */
  readonly paid_quantity: number;
  /** Seats of the next period. */
  readonly quantity: number;
  readonly current_period_end: Date;
  /** A card to save as the customer's default, or null. */
  readonly card: string | null;
}

/** Target of an import's customers, cards and subscriptions: the payment sandbox and the purchase service's tables. */
export interface PaymentSide {
  /** @returns the customer's id; the given one if there is one. */
  makeCustomer(account: {
    readonly omniId: string;
    readonly username: string;
    readonly email: string;
    readonly customerId: string | null;
  }): Promise<string>;
  /** Saves a card without an authentication or a charge. Does nothing if the customer has it already. */
  saveCard(customerId: string, number: string, isDefault: boolean): Promise<void>;
  /** Returns the customer who pays for a subscription, or null if the subscription is unknown. */
  payerOf(subscription: string | null): string | null;
  /** @returns null if its state is read from the provider later. */
  makeSubscription(subscription: NewSubscription): Promise<FirstNews | null>;
}
