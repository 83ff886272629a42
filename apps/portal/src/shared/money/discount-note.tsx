import type { PreviewDiscount } from "@foyer/contract/subscription-wire";
import { cents, formatMoney } from "@foyer/domain/money";
import { Notice } from "@foyer/ui/notice";
import { words } from "#words/discounts";
import { dateOf, discountName } from "./discount-text.ts";

/** Says before a change why seats that a discount has paid for are charged. */
export function SpentDiscountNote({ spent, currency }: { spent: number; currency: string }) {
  return <p>{words.spent(formatMoney(cents(spent), currency))}</p>;
}

/** Says before a change whether the discount stays, ends with it, or is used up by it (BUY-11). */
export function DiscountNote({ discount }: { discount: PreviewDiscount }) {
  const name = discountName(discount);
  if (discount.after === "ended") {
    return (
      <Notice kind="warning" title={words.endedTitle}>
        {words.ended(name)}
      </Notice>
    );
  }
  if (discount.after === "used") return <p>{words.used(name)}</p>;
  return <p>{discount.ends_at === null ? words.kept(name) : words.keptUntil(name, dateOf(discount.ends_at))}</p>;
}
