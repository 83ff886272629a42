import { type Cents, formatMoney } from "@foyer/domain/money";
import { classNames } from "@foyer/ui/class-names";
import styles from "./amounts.module.css";
import { Priced } from "./priced.tsx";

export interface AmountRow {
  readonly label: string;
  readonly note?: string;
  readonly amount: Cents;
  /** `total` is emphasized; `later` is not due now. */
  readonly look?: "total" | "later";
}

/** A column of amounts, as in an account statement. */
export function Amounts({ rows, currency }: { rows: readonly AmountRow[]; currency: string }) {
  return (
    <dl className={styles.amounts}>
      {rows.map(({ label, note, amount, look }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two lines of an invoice can have the same text
        <div key={at} className={classNames(styles.row, look && styles[look])}>
          <dt>
            <Priced>{label}</Priced>
            {note && (
              <span className={styles.note}>
                <Priced>{note}</Priced>
              </span>
            )}
          </dt>
          <dd translate="no">{formatMoney(amount, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}
