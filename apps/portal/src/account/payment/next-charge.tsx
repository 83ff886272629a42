import type { Subscription } from "@foyer/contract/subscription-wire";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { type Cents, formatMoney } from "@foyer/domain/money";
import { Skeleton } from "@foyer/ui/placeholders";
import { Fact, Facts } from "@foyer/ui/section";
import { useQuery } from "@tanstack/react-query";
import { words as common } from "#words/common";
import { words } from "#words/payment";
import { plansQuery } from "../../shared/billing/queries.ts";
import { type Charge, nextCharge } from "./renewal-charge.ts";
import { Priced } from "../../shared/money/priced.tsx";

/** The next charge: its amount, date and parts. */
export function NextCharge({ subscriptions, balance }: { subscriptions: readonly Subscription[]; balance: number }) {
  const plans = useQuery(plansQuery);
  const next = nextCharge(subscriptions, plans.data ?? [], balance);
  // The due invoice is shown above; a message that nothing else is due would only confuse.
  if (!next && subscriptions.some(({ open_invoice: invoice }) => invoice)) return null;
  return (
    <Facts>
      <Fact name={words.nextCharge}>
        {next === "unknown" &&
          (plans.isPending ? <Skeleton label={common.loading} lines={[0.5]} /> : words.unknownCharge)}
        {next !== "unknown" && (next ? <ChargeLine charge={next} /> : words.noNextCharge)}
      </Fact>
    </Facts>
  );
}

function ChargeLine({ charge }: { charge: Charge }) {
  const money = (amount: Cents) => formatMoney(amount, charge.currency);
  const parts = [
    ...(charge.discount > 0 ? [words.withDiscount(money(charge.discount))] : []),
    ...(charge.tax > 0 ? [words.withTax(money(charge.subtotal), money(charge.tax))] : []),
    ...(charge.includedTax > 0 ? [words.withIncludedTax(money(charge.includedTax))] : []),
    ...(charge.owed > 0 ? [words.withOwed(money(charge.owed))] : []),
    ...(charge.credit > 0 ? [words.lessCredit(money(charge.credit))] : []),
  ];
  const line = words.nextChargeOf(money(charge.due), formatDate(fromUnixSeconds(charge.at)));
  return <Priced>{parts.length === 0 ? line : `${line} (${parts.join(", ")})`}</Priced>;
}
