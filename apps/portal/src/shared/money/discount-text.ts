import type { SubscriptionDiscount } from "@foyer/contract/subscription-wire";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { cents, formatMoney } from "@foyer/domain/money";
import { words } from "#words/discounts";

type Off = Pick<SubscriptionDiscount, "name" | "percent_off" | "amount_off" | "currency">;

/** Returns what a discount takes off: `50% off`. */
function offOf({ percent_off: percent, amount_off: amount, currency }: Off): string {
  return percent === null ? words.amount(formatMoney(cents(amount ?? 0), currency ?? "usd")) : words.percent(percent);
}

/** Returns a discount with its name: `“Launch”, 50% off`. */
export function discountName(discount: Off): string {
  return discount.name === null ? offOf(discount) : words.named(discount.name, offOf(discount));
}

/** Returns which payments have the discount, as a sentence. */
export function discountTerms(discount: SubscriptionDiscount): string {
  const off = offOf(discount);
  if (discount.is_once) return words.once(off);
  return discount.ends_at === null ? words.always(off) : words.until(off, dateOf(discount.ends_at));
}

/** Returns a discount and its end in a line, for people who look after the subscription. */
export function discountLine(discount: SubscriptionDiscount): string {
  const name = discountName(discount);
  if (discount.is_once) return words.lineOnce(name);
  return discount.ends_at === null ? words.line(name) : words.lineUntil(name, dateOf(discount.ends_at));
}

export function dateOf(seconds: number): string {
  return formatDate(fromUnixSeconds(seconds));
}
