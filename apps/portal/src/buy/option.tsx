import { useId } from "react";
import styles from "./buy.module.css";
import { Priced } from "../shared/money/priced.tsx";

interface OptionProps {
  name: string;
  value: string;
  label: string;
  detail?: string;
  note?: string | null;
  isChosen: boolean;
  onChoose: () => void;
}

/** One of several, as a card to click. */
export function Option({ name, value, label, detail, note = null, isChosen, onChoose }: OptionProps) {
  const id = useId();
  return (
    <label className={styles.option} htmlFor={id}>
      <input
        id={id}
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        aria-describedby={detail === undefined ? undefined : `${id}-detail`}
        aria-label={label}
        onChange={onChoose}
      />
      <span className={styles.optionText}>
        <strong>{label}</strong>
        {detail !== undefined && (
          <span id={`${id}-detail`}>
            <Priced>{detail}</Priced>
            {note !== null && (
              <span className={styles.saves}>
                <Priced>{note}</Priced>
              </span>
            )}
          </span>
        )}
      </span>
    </label>
  );
}
