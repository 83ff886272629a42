import type { Catalogue } from "@foyer/contract/checkout";
import { cents, formatMoney } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/buy";
import { words as trialWords } from "#words/trial";
import styles from "./buy.module.css";
import { type Choice, seatsOf } from "./choice.ts";
import { catalogueQuery } from "./queries.ts";
import { Priced } from "../shared/money/priced.tsx";

/** The price of the choice before its tax is known. */
export function ChosenTotal({ choice }: { choice: Choice }) {
  const { data: catalogue } = useQuery(catalogueQuery);
  const total = catalogue && chosenText(catalogue, choice)?.total;
  return total === undefined ? null : (
    <p className={styles.total}>
      <Priced>{total}</Priced>
    </p>
  );
}

/** The chosen plan and seats with their price, and a button to change them. */
export function Chosen({ choice, onBack }: { choice: Choice; onBack: () => void }) {
  const { data: catalogue } = useQuery(catalogueQuery);
  const text = catalogue && chosenText(catalogue, choice);
  if (!text) return null;
  return (
    <div className={styles.chosen}>
      <div>
        <strong>{text.product}</strong>
        <p>
          <Priced>{text.detail}</Priced>
        </p>
        {text.total !== undefined && (
          <p>
            <Priced>{text.total}</Priced>
          </p>
        )}
      </div>
      <Button small onClick={onBack}>
        {words.change}
      </Button>
    </div>
  );
}

/** Returns the product's name with its price or the length of its trial; null if it is not on sale. */
function chosenText(
  { products, taxed_by_country: isTaxed }: Catalogue,
  choice: Choice,
): { product: string; detail: string; total?: string } | null {
  const tried = products.find(({ id }) => id === choice.trial);
  if (tried?.trial_days !== undefined) return { product: tried.name, detail: trialWords.chosen(tried.trial_days) };
  const product = products.find(({ plans }) => plans.some(({ id }) => id === choice.plan));
  const plan = product?.plans.find(({ id }) => id === choice.plan);
  const quantity = seatsOf(choice);
  if (!product || !plan || quantity === null) return null;
  const { amount, currency, interval } = plan;
  return {
    product: product.name,
    detail: words.sum(quantity, words.each(formatMoney(cents(amount), currency), interval)),
    total: `${words.total(formatMoney(cents(amount * quantity), currency), interval)}${isTaxed ? ` ${words.plusTax}` : ""}`,
  };
}
