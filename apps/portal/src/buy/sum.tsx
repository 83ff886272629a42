import type { ProductOnSale } from "@foyer/contract/checkout";
import { cents, formatMoney } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import type { ReactNode } from "react";
import { words } from "#words/buy";
import { Priced } from "../shared/money/priced.tsx";
import { mutedClass } from "../shared/screens/panel.tsx";
import styles from "./buy.module.css";
import { type KnownTax, withTax } from "./use-known-tax.ts";

interface SumProps {
  product: ProductOnSale;
  plan: ProductOnSale["plans"][number];
  quantity: number | null;
  /** Null while the tax is not known. */
  taxRates: KnownTax;
  /** Below the button. */
  children: ReactNode;
}

/** The price of the choice. The tax is known once the address is known. */
export function Sum({ product, plan, quantity, taxRates, children }: SumProps) {
  const { amount, currency, interval } = plan;
  const { total, taxText } = withTax(cents(amount * (quantity ?? 0)), currency, taxRates);
  const each = words.each(formatMoney(cents(amount), currency), interval);
  const saved = interval === "year" && product.year_saves && quantity ? product.year_saves * quantity : 0;
  return (
    <section className={styles.sum} aria-label={words.summary}>
      <h2 translate="no">{product.name}</h2>
      {quantity !== null && (
        <div aria-live="polite">
          <p className={mutedClass}>
            <Priced>{words.sum(quantity, each)}</Priced>
          </p>
          {saved > 0 && (
            <p className={styles.saves}>
              <Priced>{words.yearSaves(formatMoney(cents(saved), currency))}</Priced>
            </p>
          )}
        </div>
      )}
      <div className={styles.bar}>
        {quantity !== null && (
          <p className={styles.total} aria-live="polite">
            <Priced>{words.total(formatMoney(total, currency), interval)}</Priced>{" "}
            {taxText !== null && (
              <span className={styles.tax}>
                <Priced>{taxText}</Priced>
              </span>
            )}
          </p>
        )}
        <Button type="submit" look="primary" wide>
          {words.continue}
        </Button>
      </div>
      {children}
    </section>
  );
}
