import { SelectField } from "@foyer/ui/field";
import { countries, countryName } from "./countries.ts";

interface CountryFieldProps {
  label: string;
  hint?: string;
  error?: string | null;
  /** The entry for no country. */
  none: string;
  /** Two capital letters; empty if none is chosen. */
  value: string;
  onChange: (code: string) => void;
}

/** The country of an address, chosen from a list (LOOK-20). */
export function CountryField({ none, value, onChange, ...texts }: CountryFieldProps) {
  const isListed = value === "" || countries.some(({ code }) => code === value);
  return (
    <SelectField
      {...texts}
      autoComplete="billing country"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{none}</option>
      {!isListed && <option value={value}>{countryName(value)}</option>}
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
