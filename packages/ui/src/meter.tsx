import { classNames } from "./class-names.ts";
import styles from "./meter.module.css";

export interface MeterPart {
  label: string;
  count: number;
  look: "strong" | "striped" | "warning" | "free";
}

/** Shows the parts of a whole as a bar, with the numbers as text below. */
export function Meter({ label, parts }: { label: string; parts: readonly MeterPart[] }) {
  return (
    <div>
      <div className={styles.meter} aria-hidden="true">
        {parts
          .filter((part) => part.count > 0 && part.look !== "free")
          .map((part) => (
            <div
              key={part.label}
              className={classNames(styles.part, styles[part.look])}
              style={{ flexGrow: part.count, flexBasis: 0 }}
            />
          ))}
        {parts
          .filter((part) => part.count > 0 && part.look === "free")
          .map((part) => (
            <div key={part.label} style={{ flexGrow: part.count, flexBasis: 0 }} />
          ))}
      </div>
      <ul className={styles.key} aria-label={label}>
        {parts.map((part) => (
          <li key={part.label}>
            <span className={classNames(styles.dot, styles[part.look])} aria-hidden="true" />
            {part.label} {part.count}
          </li>
        ))}
      </ul>
    </div>
  );
}
