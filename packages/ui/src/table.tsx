import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./table.module.css";

interface TableProps {
  caption: string;
  head: readonly string[];
  /** The columns of `head` with amounts, which end where their amounts end. */
  amounts?: readonly string[];
  /** Rows are close together, and the head stays in view while the page scrolls. */
  dense?: boolean;
  children: ReactNode;
}

/** A table; on a narrow screen each row becomes a block, its cells named by `Cell`'s label. */
export function Table({ caption, head, amounts = [], dense = false, children }: TableProps) {
  return (
    <div className={classNames(styles.scroller, dense && styles.dense)}>
      <table className={classNames(styles.table, styles.stacked)} aria-label={caption}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col" className={classNames(amounts.includes(name) && styles.amount)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface CellProps extends ComponentProps<"td"> {
  /** The column's name, shown next to the value on a narrow screen. */
  label: string;
  amount?: boolean;
}

export function Cell({ label, amount = false, className, ...rest }: CellProps) {
  return (
    <td
      {...(amount && { translate: "no" })}
      {...rest}
      data-label={label}
      className={classNames(amount && styles.amount, className)}
    />
  );
}
