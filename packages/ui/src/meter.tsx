import { classNames } from "./class-names.ts";
import styles from "./meter.module.css";

export interface MeterPart {
  look: "strong" | "striped" | "warning" | "free";
  count: number;
  /** The entry of the legend, with its number. */
  text: string;
}

/** Shows the parts of a whole as a bar, with a legend that has the numbers. */
export function Meter({ label, parts }: { label: string; parts: readonly MeterPart[] }) {
  return (
    <div>
      <div className={styles.meter} aria-hidden="true">
        {parts
          .filter((part) => part.count > 0 && part.look !== "free")
          .map((part) => (
            <div
              key={part.look}
              className={classNames(styles.part, styles[part.look])}
              style={{ flexGrow: part.count, flexBasis: 0 }}
            />
          ))}
        {parts
          .filter((part) => part.count > 0 && part.look === "free")
          .map((part) => (
            <div key={part.look} style={{ flexGrow: part.count, flexBasis: 0 }} />
          ))}
      </div>
      <ul className={styles.key} aria-label={label}>
        {parts.map((part) => (
          <li key={part.look}>
            <span className={classNames(styles.dot, styles[part.look])} aria-hidden="true" />
            {part.text}
          </li>
        ))}
      </ul>
    </div>
  );
}
