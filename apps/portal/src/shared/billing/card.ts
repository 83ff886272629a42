import type { PaymentMethod } from "@foyer/contract/subscription-wire";
import { words } from "#words/payment";
import { words as subscription } from "#words/subscription";

const brands: Readonly<Record<string, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

/** Returns the name of a network of cards: `Visa`. */
export const networkName = (brand: string): string => brands[brand] ?? brand;

/** Returns the card that is charged: the chosen one, which may be that of the subscription, or else the default one. */
export function chargedCard(cards: readonly PaymentMethod[], chosen: string | null): PaymentMethod | undefined {
  return cards.find(({ id }) => id === chosen) ?? cards.find(({ is_default: isDefault }) => isDefault);
}

/** Returns `Visa ending in 4242`. */
export function cardName({ card: { brand, last4 } }: PaymentMethod): string {
  return words.ending(networkName(brand), last4);
}

/** Returns the last month of a card: `08/2030`. */
export function expiryMonth({ exp_month: month, exp_year: year }: PaymentMethod["card"]): string {
  return `${String(month).padStart(2, "0")}/${year}`;
}

const SOON_DAYS = 45;

/** Returns whether a card can still be charged; it is valid until the end of its month. */
export function cardExpiry({ card }: PaymentMethod, now: Date): "good" | "soon" | "expired" {
  const end = Date.UTC(card.exp_year, card.exp_month, 1);
  if (now.getTime() >= end) return "expired";
  return end - now.getTime() <= SOON_DAYS * 86_400_000 ? "soon" : "good";
}

/** Returns `Visa •••• 4242`, for a card within a sentence. */
export function maskedCard({ card: { brand, last4 } }: PaymentMethod): string {
  return subscription.masked(networkName(brand), last4);
}
