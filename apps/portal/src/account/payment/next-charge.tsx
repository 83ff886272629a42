import type { Subscription } from "@foyer/contract/subscription-wire";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { formatMoney } from "@foyer/domain/money";
import { Fact, Facts } from "@foyer/ui/section";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/payment";
import { plansQuery } from "../../shared/billing/queries.ts";
import { nextCharge } from "./renewal-charge.ts";

/** What is charged next, and when. */
export function NextCharge({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const plans = useQuery(plansQuery);
  const next = nextCharge(subscriptions, plans.data ?? []);
  return (
    <Facts>
      <Fact name={words.nextCharge}>
        {next
          ? `${words.nextChargeOf(formatMoney(next.amount, next.currency), formatDate(fromUnixSeconds(next.at)))}${next.hasTax ? ` (${words.beforeTax})` : ""}`
          : words.noNextCharge}
      </Fact>
    </Facts>
  );
}
