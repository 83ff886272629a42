import { ApiError } from "@foyer/api-client/errors";
import type { SentBillingDetails } from "@foyer/contract/customers";
import { TextField } from "@foyer/ui/field";
import { words } from "#words/buy";
import { CountryField } from "../shared/billing/country-field.tsx";
import { sentenceOf } from "../shared/failures/failure-sentence.ts";
import styles from "./buy.module.css";
import { Option } from "./option.tsx";

/** The buyer, as the invoice needs it. */
export interface Buyer {
  readonly name?: string;
  readonly address: Partial<SentBillingDetails["address"]>;
  readonly tax_id?: string;
}

/** The lines of a firm's address. */
const LINES = [
  { field: "line1", autoComplete: "billing address-line1", maxLength: 255 },
  { field: "postal_code", autoComplete: "billing postal-code", maxLength: 40 },
  { field: "city", autoComplete: "billing address-level2", maxLength: 255 },
  { field: "state", autoComplete: "billing address-level1", maxLength: 255 },
] as const;
type Line = (typeof LINES)[number]["field"];

/** The buyer as typed. */
export interface TypedBuyer extends Readonly<Record<Line, string>> {
  readonly isFirm: boolean;
  readonly name: string;
  readonly country: string;
  readonly taxId: string;
}

/** Returns what the fields show first. */
export function typedFirst(stored?: Pick<SentBillingDetails, "name" | "address">): TypedBuyer {
  const { name = "", address } = stored ?? {};
  const { line1 = "", postal_code = "", city = "", state = "", country = "" } = address ?? {};
  return { isFirm: name !== "", name, line1, postal_code, city, state, country, taxId: "" };
}

/** Returns the buyer to send: a private person with the country only. */
export function buyerOf({ isFirm, name, country, taxId, ...lines }: TypedBuyer): Buyer {
  if (!isFirm) return { address: { country } };
  const taxed = taxId.trim() === "" ? {} : { tax_id: taxId.trim() };
  return { name: name.trim(), address: { ...lines, country }, ...taxed };
}

/** The fields that can show a refusal. */
type Place = "name" | Line | "tax_id" | "country";
const PLACES: readonly (readonly [inField: string, Place])[] = [
  ["tax_id", "tax_id"],
  ["billing.name", "name"],
  ...LINES.map(({ field }) => [`billing.address.${field}`, field] as const),
];

/** Returns the field that shows a refusal. The country shows the refusals of no other field. */
function placeOf(failure: unknown, isFirm: boolean): Place {
  const refused = failure instanceof ApiError ? (failure.errors[0]?.field ?? "") : "";
  const found = isFirm ? PLACES.find(([inField]) => refused.includes(inField)) : undefined;
  return found?.[1] ?? "country";
}

/** Returns the fields that must not be empty, and are. */
export function missingIn({ isFirm, ...typed }: TypedBuyer): readonly Place[] {
  const needed = ["country", ...(isFirm ? (["name", "line1", "city"] as const) : [])] as const;
  return needed.filter((place) => typed[place].trim() === "");
}

interface BuyerFieldsProps {
  typed: TypedBuyer;
  /** True once the person tried to pay; then missing fields are marked. */
  isTried: boolean;
  /** Why the last quote was refused; null if it was not. */
  failure: unknown;
  onType: (typed: TypedBuyer) => void;
  onTaxIdLeft: () => void;
}

/** Asks who buys: a private person only for the country, a firm for everything that its invoice must contain. */
export function BuyerFields({ typed, isTried, failure, onType, onTaxIdLeft }: BuyerFieldsProps) {
  const { isFirm, country } = typed;
  const refusedPlace = failure === null ? null : placeOf(failure, isFirm);
  const missing = isTried ? missingIn(typed) : [];
  const errorAt = (place: Place) => {
    if (missing.includes(place)) return place === "country" ? words.countryMissing : words.fieldMissing;
    return place === refusedPlace ? sentenceOf(failure) : null;
  };
  const text = (field: "name" | "taxId" | Line) => ({
    value: typed[field],
    onChange: ({ target }: { target: HTMLInputElement }) => onType({ ...typed, [field]: target.value }),
  });
  return (
    <div className={styles.group}>
      <fieldset className={styles.buyer}>
        <legend>{words.whoBuys}</legend>
        <div className={styles.pair}>
          <Option
            name="buyer"
            value="person"
            label={words.buysPrivately}
            isChosen={!isFirm}
            onChoose={() => onType({ ...typed, isFirm: false })}
          />
          <Option
            name="buyer"
            value="firm"
            label={words.buysForFirm}
            isChosen={isFirm}
            onChoose={() => onType({ ...typed, isFirm: true })}
          />
        </div>
      </fieldset>
      <CountryField
        label={words.country}
        hint={words.countryHint}
        error={errorAt("country")}
        none={words.chooseCountry}
        value={country}
        onChange={(code) => onType({ ...typed, country: code })}
      />
      {isFirm && (
        <>
          <TextField
            label={words.firmName}
            autoComplete="billing organization"
            maxLength={255}
            error={errorAt("name")}
            {...text("name")}
          />
          <div className={styles.pair}>
            {LINES.map(({ field, ...control }) => (
              <TextField
                key={field}
                label={words.firmLines[field]}
                {...control}
                error={errorAt(field)}
                {...text(field)}
              />
            ))}
          </div>
          <TextField
            label={words.firmTaxId}
            hint={words.firmTaxIdHint}
            maxLength={64}
            error={errorAt("tax_id")}
            {...text("taxId")}
            onBlur={onTaxIdLeft}
          />
        </>
      )}
    </div>
  );
}
