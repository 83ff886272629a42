import { cents, formatMoney } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/buy";
import styles from "./buy.module.css";
import { type Choice, seatsOf } from "./choice.ts";
import { catalogueQuery } from "./queries.ts";

/** The chosen plan and seats in two lines, and the way back to change them. */
export function Chosen({ choice, onBack }: { choice: Choice; onBack: () => void }) {
  const { data: catalogue } = useQuery(catalogueQuery);
  const product = catalogue?.products.find(({ plans }) => plans.some(({ id }) => id === choice.plan));
  const plan = product?.plans.find(({ id }) => id === choice.plan);
  const quantity = seatsOf(choice);
  if (!product || !plan || quantity === null) return null;
  const { amount, currency, interval } = plan;
  return (
    <div className={styles.chosen}>
      <div>
        <strong>{product.name}</strong>
        <p>{words.sum(quantity, words.each(formatMoney(cents(amount), currency), interval))}</p>
      </div>
      <Button small onClick={onBack}>
        {words.change}
      </Button>
    </div>
  );
}
