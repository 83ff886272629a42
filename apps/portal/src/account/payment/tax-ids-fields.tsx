import { type TaxIdKind, taxIdKinds } from "@foyer/domain/tax-id-kinds";
import { MOST_TAX_IDS, taxIdKind } from "@foyer/domain/tax-ids";
import { Button } from "@foyer/ui/button";
import { SelectField, TextField } from "@foyer/ui/field";
import { Tag, type TagKind } from "@foyer/ui/tag";
import { words } from "#words/billing-details";
import { mutedClass } from "../../shared/screens/panel.tsx";
import styles from "./tax-ids-fields.module.css";
import { choiceOf, kindOfChoice, OTHER_CHOICE, type TypedTaxId } from "./typed-tax-ids.ts";

interface TaxIdsFieldsProps {
  typed: readonly TypedTaxId[];
  faults: readonly ({ kind?: string; value?: string } | null)[];
  /** Country of the address, two letters: its kinds are listed first. */
  country: string;
  onChange: (typed: readonly TypedTaxId[]) => void;
}

/** Up to three tax ids by kind and country, each with the result of its register (DOC-01, DOC-02). */
export function TaxIdsFields({ typed, faults, country, onChange }: TaxIdsFieldsProps) {
  const change = (key: number, taxId: Partial<TypedTaxId>) =>
    onChange(typed.map((one) => (one.key === key ? { ...one, ...taxId, isKept: false, verification: null } : one)));
  const add = () => {
    const first = taxIdKinds.find((one) => one.country === country);
    const kind = first ? { kind: first.kind, country: first.country } : { kind: "", country: "" };
    const key = Math.max(-1, ...typed.map((one) => one.key)) + 1;
    onChange([...typed, { ...kind, key, value: "", verification: null, isKept: false }]);
  };
  return (
    <fieldset className={styles.group}>
      <legend>{words.taxIds}</legend>
      <p className={mutedClass}>{words.taxIdsHint}</p>
      {typed.map((taxId, index) => (
        <TaxIdRow
          key={taxId.key}
          taxId={taxId}
          place={index + 1}
          fault={faults[index] ?? null}
          country={country}
          onChange={(given) => change(taxId.key, given)}
          onRemove={() => onChange(typed.filter(({ key }) => key !== taxId.key))}
        />
      ))}
      {typed.length < MOST_TAX_IDS && (
        <div>
          <Button small type="button" onClick={add}>
            {words.addTaxId}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface TaxIdRowProps {
  taxId: TypedTaxId;
  place: number;
  fault: { kind?: string; value?: string } | null;
  country: string;
  onChange: (given: Partial<TypedTaxId>) => void;
  onRemove: () => void;
}

function TaxIdRow({ taxId, place, fault, country, onChange, onRemove }: TaxIdRowProps) {
  const known = taxIdKind(taxId.kind, taxId.country);
  return (
    <div className={styles.row}>
      <SelectField
        label={words.taxIdKind(place)}
        error={fault?.kind}
        value={choiceOf(taxId)}
        onChange={({ target }) => onChange(kindOfChoice(target.value))}
      >
        <KindOptions country={country} chosen={choiceOf(taxId)} />
      </SelectField>
      <TextField
        label={words.taxIdValue(place)}
        hint={known && !taxId.isKept ? words.example(known.example) : undefined}
        error={fault?.value}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        value={taxId.value}
        onChange={({ target }) => onChange({ value: target.value })}
      />
      <div className={styles.foot}>
        <Verdict verification={taxId.verification} />
        <Button small type="button" aria-label={words.removeTaxId(place)} onClick={onRemove}>
          {words.remove}
        </Button>
      </div>
    </div>
  );
}

const looks = {
  verified: "success",
  pending: "info",
  unverified: "danger",
  unavailable: "neutral",
} as const satisfies Record<string, TagKind>;

function Verdict({ verification }: Pick<TypedTaxId, "verification">) {
  if (verification === null) return <span />;
  return (
    <div>
      <Tag kind={looks[verification]}>{words.verdicts[verification]}</Tag>
      <span className={mutedClass}> {words.verdictHints[verification]}</span>
    </div>
  );
}

const regions = new Intl.DisplayNames("en", { type: "region" });
const countryName = (code: string): string => (code === "XI" ? words.northernIreland : (regions.of(code) ?? code));

const byCountry = taxIdKinds
  .map((one) => ({ ...one, label: words.kindOf(countryName(one.country), one.name) }))
  .toSorted((one, other) => countryName(one.country).localeCompare(countryName(other.country), "en"));

function KindOptions({ country, chosen }: { country: string; chosen: string }) {
  const own = byCountry.filter((one) => one.country === country);
  const others = byCountry.filter((one) => one.country !== country);
  const isListed = chosen === "" || chosen === OTHER_CHOICE || byCountry.some((one) => choiceOf(one) === chosen);
  return (
    <>
      {chosen === "" && <option value="">{words.chooseKind}</option>}
      {!isListed && <option value={chosen}>{chosen}</option>}
      {own.length > 0 && (
        <optgroup label={words.inYourCountry}>
          <Options kinds={own} />
        </optgroup>
      )}
      <option value={OTHER_CHOICE}>{words.otherKind}</option>
      <optgroup label={words.allKinds}>
        <Options kinds={others} />
      </optgroup>
    </>
  );
}

function Options({ kinds }: { kinds: readonly (TaxIdKind & { readonly label: string })[] }) {
  return kinds.map((one) => (
    <option key={choiceOf(one)} value={choiceOf(one)}>
      {one.label}
    </option>
  ));
}
