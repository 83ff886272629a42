import { ApiError } from "@foyer/api-client/errors";
import type { SentBillingDetails } from "@foyer/contract/customers";
import { Button } from "@foyer/ui/button";
import { TextField } from "@foyer/ui/field";
import { useState } from "react";
import { words } from "#words/buy";
import { Form } from "../shared/forms/form.tsx";
import { Panel } from "../shared/screens/panel.tsx";
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
  { field: "line1", autoComplete: "billing address-line1", maxLength: 255, required: true },
  { field: "postal_code", autoComplete: "billing postal-code", maxLength: 40, required: false },
  { field: "city", autoComplete: "billing address-level2", maxLength: 255, required: true },
  { field: "state", autoComplete: "billing address-level1", maxLength: 255, required: false },
] as const;
type Line = (typeof LINES)[number]["field"];

function pick(address: SentBillingDetails["address"] | undefined): Partial<Record<Line, string>> {
  return address ? Object.fromEntries(LINES.map(({ field }) => [field, address[field]])) : {};
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

interface BuyerFormProps {
  /** The stored buyer. */
  first?: Pick<SentBillingDetails, "name" | "address">;
  busy: boolean;
  failure: unknown;
  onBuyer: (buyer: Buyer) => void;
}

/** Asks who buys: a private person only for the country, a firm for everything that its invoice must contain. */
export function BuyerForm({ first, busy, failure, onBuyer }: BuyerFormProps) {
  const { name: firstName = "", address } = first ?? {};
  const [isFirm, setFirm] = useState(firstName !== "");
  const [country, setCountry] = useState(address?.country ?? "");
  const [name, setName] = useState(firstName);
  const [taxId, setTaxId] = useState("");
  const [lines, setLines] = useState<Record<Line, string>>({
    line1: "",
    postal_code: "",
    city: "",
    state: "",
    ...pick(address),
  });
  const refusedPlace = placeOf(failure, isFirm);
  const errorAt = (place: Place) => (failure !== null && place === refusedPlace ? sentenceOf(failure) : null);
  function submitted() {
    if (country === "") return;
    const taxed = taxId.trim() === "" ? {} : { tax_id: taxId.trim() };
    if (isFirm) onBuyer({ name: name.trim(), address: { ...lines, country }, ...taxed });
    else onBuyer({ address: { country } });
  }
  return (
    <Panel>
      <Form noValidate={false} onSubmit={submitted}>
        <fieldset className={styles.buyer}>
          <legend>{words.whoBuys}</legend>
          <Option
            name="buyer"
            value="person"
            label={words.buysPrivately}
            detail={words.buysPrivatelyDetail}
            isChosen={!isFirm}
            onChoose={() => setFirm(false)}
          />
          <Option
            name="buyer"
            value="firm"
            label={words.buysForFirm}
            detail={words.buysForFirmDetail}
            isChosen={isFirm}
            onChoose={() => setFirm(true)}
          />
        </fieldset>
        {isFirm && (
          <>
            <TextField
              label={words.firmName}
              autoComplete="billing organization"
              maxLength={255}
              required
              error={errorAt("name")}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
            {LINES.map(({ field, ...control }) => (
              <TextField
                key={field}
                label={words.firmLines[field]}
                {...control}
                error={errorAt(field)}
                value={lines[field]}
                onChange={({ target }) => setLines({ ...lines, [field]: target.value })}
              />
            ))}
          </>
        )}
        <CountryField
          label={words.country}
          hint={words.countryHint}
          error={errorAt("country")}
          none={words.chooseCountry}
          value={country}
          onChange={setCountry}
        />
        {isFirm && (
          <TextField
            label={words.firmTaxId}
            hint={words.firmTaxIdHint}
            maxLength={64}
            error={errorAt("tax_id")}
            value={taxId}
            onChange={({ target }) => setTaxId(target.value)}
          />
        )}
        <Button type="submit" look="primary" busy={busy} disabled={country === ""}>
          {words.showAmount}
        </Button>
      </Form>
    </Panel>
  );
}
