import type { Row } from "@foyer/import-file/lines";
import type { FirstNews } from "@foyer/purchase/import-subscription";

/** A subscription as an import line gives it, every default filled in; an `id` of null lets the provider choose one. */
export interface NewSubscription extends Omit<Row<"subscription">, "customer"> {
  readonly customer_id: string;
  readonly plan: string;
  /** What the current period is paid for. */
  readonly paid_quantity: number;
  /** What the next period will have. */
  readonly quantity: number;
  readonly current_period_end: Date;
  /** A card to save as the customer's default; null for none. */
  readonly card: string | null;
}

/** Where an import's customers, cards and subscriptions go: the payment sandbox and the purchase service's own tables. */
export interface PaymentSide {
  /** @returns the customer's id, the given one where there is one. */
  makeCustomer(account: {
    readonly omniId: string;
    readonly username: string;
    readonly email: string;
    readonly customerId: string | null;
  }): Promise<string>;
  /** Saves a card without asking or charging; a card that the customer has already is not saved again. */
  saveCard(customerId: string, number: string, isDefault: boolean): Promise<void>;
  /** The customer that a subscription is known to be paid by; null where there is no such subscription yet. */
  payerOf(subscription: string | null): string | null;
  /** @returns null where its state is told later, by the provider. */
  makeSubscription(subscription: NewSubscription): Promise<FirstNews | null>;
}
