import { Field } from "@foyer/ui/field";
import { words } from "#words/billing-details";
import { countries, countryName } from "../../shared/billing/countries.ts";
import styles from "./tax-ids-fields.module.css";

interface CountryFieldProps {
  /** Two capital letters; empty if none is chosen. */
  value: string;
  onChange: (code: string) => void;
}

/** The country of an address, chosen from a list (LOOK-20). */
export function CountryField({ value, onChange }: CountryFieldProps) {
  const isListed = value === "" || countries.some(({ code }) => code === value);
  return (
    <Field label={words.country}>
      {(control) => (
        <select
          {...control}
          className={styles.select}
          autoComplete="billing country"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{words.noCountry}</option>
          {!isListed && <option value={value}>{countryName(value)}</option>}
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
