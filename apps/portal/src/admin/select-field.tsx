import { Field } from "@foyer/ui/field";
import styles from "./admin.module.css";

interface SelectFieldProps {
  label: string;
  value: string;
  options: readonly { readonly value: string; readonly label: string }[];
  onChoose: (value: string) => void;
}

/** One of several, by name. */
export function SelectField({ label, value, options, onChoose }: SelectFieldProps) {
  return (
    <Field label={label}>
      {(names) => (
        <select {...names} className={styles.select} value={value} onChange={({ target }) => onChoose(target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
