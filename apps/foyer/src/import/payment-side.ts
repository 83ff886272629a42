import type { SubscriptionNews } from "@foyer/contract/internal";

/** A subscription as an import line gives it, every default filled in. */
export interface NewSubscription {
  readonly licenseId: string;
  readonly customerId: string;
  /** The provider's id; null lets it choose one. */
  readonly id: string | null;
  readonly plan: string;
  /** What the current period is paid for. */
  readonly paidQuantity: number;
  /** What the next period will have. */
  readonly renewingQuantity: number;
  readonly status: "active" | "past_due" | "canceled";
  readonly cancelAtPeriodEnd: boolean;
  readonly periodEnd: Date;
  /** A card to save as the customer's default; null for none. */
  readonly card: string | null;
  readonly taxPercent: number;
}

/** A subscription's first state, as the accounts service is told of it. */
export interface FirstNews {
  readonly subscription: SubscriptionNews;
  /** Unix seconds. */
  readonly object_time: number;
  readonly sequence: number;
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
