import { Button } from "@foyer/ui/button";
import styles from "./admin.module.css";

interface ChoicesProps<Value> {
  label: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** A row of buttons; the chosen one is pressed. */
export function Choices<Value>({ label, options, chosen, onChoose }: ChoicesProps<Value>) {
  return (
    <div className={styles.choices} role="group" aria-label={label}>
      {options.map((option) => (
        <Button
          key={option.label}
          small
          look={option.value === chosen ? "secondary" : "quiet"}
          aria-pressed={option.value === chosen}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </Button>
      ))}
    </div>
  );
}
