import { call } from "@foyer/api-client/client";
import type { BillingDetails } from "@foyer/contract/customers";
import { TextField } from "@foyer/ui/field";
import { announce } from "@foyer/ui/live-region";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { words } from "#words/billing-details";
import { words as common } from "#words/common";
import { words as sending } from "#words/sending";
import { Loaded } from "../../shared/screens/loaded.tsx";
import { api } from "../../shared/requests/api.ts";
import { billingDetailsQuery, customerQuery, taxFactsQuery } from "../../shared/billing/queries.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { SubmitDialog } from "../../shared/forms/submit-dialog.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import { CountryField } from "../../shared/billing/country-field.tsx";
import { TaxIdsFields } from "./tax-ids-fields.tsx";
import { givenTaxIds, refusedTaxId, taxIdFaults, type TypedTaxId, typedTaxIds } from "./typed-tax-ids.ts";
import { useKept } from "../../shared/forms/use-kept.ts";

interface BillingDetailsDialogProps {
  customerId: string;
  onClose: () => void;
}

/** The typed input, and whether it was submitted with errors. */
interface Typed {
  readonly details: BillingDetails;
  readonly taxIds: readonly TypedTaxId[];
  readonly tried: boolean;
}

/** The buyer on later invoices: name, address and tax ids. */
export function BillingDetailsDialog({ customerId, onClose }: BillingDetailsDialogProps) {
  const queries = useQueryClient();
  const known = useQuery(billingDetailsQuery(customerId));
  const [begun, setTyped] = useKept<Typed | null>("typed-billing-details", null);
  const saving = useSubmit(
    async (_, signal) => {
      if (!begun) return;
      const { details, taxIds } = begun;
      const address = { ...details.address, country: countryOf(details) };
      const body = { name: details.name, address, tax_ids: givenTaxIds(taxIds) };
      const sent = { params: { id: customerId }, body, idempotencyKey: crypto.randomUUID(), signal };
      const saved = await call(api, "saveBillingDetails", sent);
      queries.setQueryData(billingDetailsQuery(customerId).queryKey, saved.billing_details);
      queries.setQueryData(taxFactsQuery(customerId).queryKey, saved.billing_details);
      // A tax id may change the next charge.
      void queries.invalidateQueries({ queryKey: customerQuery(customerId).queryKey });
      announce(words.saved);
      onClose();
    },
    sending.saving,
    { unheard: sending.unheardSafe },
  );
  // The form starts with the details that were known when the dialog opened.
  if (known.data && !begun) setTyped({ details: known.data, taxIds: typedTaxIds(known.data.tax_ids), tried: false });

  function save() {
    if (!begun) return;
    setTyped({ ...begun, tried: true });
    if (taxIdFaults(begun.taxIds).every((fault) => fault === null)) saving.submit();
  }

  const refused = refusedTaxId(saving.failure);
  return (
    <SubmitDialog
      sending={saving}
      title={words.title}
      description={<p className={mutedClass}>{words.help}</p>}
      submit={common.save}
      ready={begun !== null}
      refusal={<FailureNotice failure={refused ? null : saving.failure} />}
      onSubmit={save}
      onClose={onClose}
    >
      <Loaded query={known} failed={words.failed} lines={[0.6, 0.8, 0.5]}>
        {() =>
          begun && (
            <Fields
              typed={begun}
              refused={refused}
              onChange={(change) => setTyped({ ...begun, ...change })}
              onTaxIds={(taxIds) => {
                setTyped({ ...begun, taxIds, tried: false });
                // A refused tax id may be correct now.
                saving.clear();
              }}
            />
          )
        }
      </Loaded>
    </SubmitDialog>
  );
}

const countryOf = ({ address }: BillingDetails): string => address.country.trim().toUpperCase();

interface FieldsProps {
  typed: Typed;
  /** The tax id that the service has just refused. */
  refused: ReturnType<typeof refusedTaxId>;
  onChange: (change: Partial<Typed>) => void;
  onTaxIds: (taxIds: readonly TypedTaxId[]) => void;
}

function Fields({ typed: { details, taxIds, tried }, refused, onChange, onTaxIds }: FieldsProps) {
  const { address } = details;
  const country = countryOf(details);
  const faults = tried ? taxIdFaults(taxIds) : [];
  if (refused) faults[refused.place] = { value: refused.message };
  const changeAddress = (change: Partial<BillingDetails["address"]>) =>
    onChange({ details: { ...details, address: { ...address, ...change } } });
  return (
    <>
      <TextField
        label={words.name}
        hint={words.nameHint}
        autoComplete="billing organization"
        maxLength={255}
        value={details.name}
        onChange={(event) => onChange({ details: { ...details, name: event.target.value } })}
      />
      {lines.map(({ field, autoComplete, maxLength }) => (
        <TextField
          key={field}
          label={words.lines[field]}
          autoComplete={autoComplete}
          maxLength={maxLength}
          value={address[field]}
          onChange={(event) => changeAddress({ [field]: event.target.value })}
        />
      ))}
      <CountryField
        label={words.country}
        none={words.noCountry}
        value={country}
        onChange={(code) => changeAddress({ country: code })}
      />
      <TaxIdsFields typed={taxIds} faults={faults} country={country} onChange={onTaxIds} />
      {details.tax_exempt === "reverse" && <p className={mutedClass}>{words.reverseCharge}</p>}
    </>
  );
}

const lines = [
  { field: "line1", autoComplete: "billing address-line1", maxLength: 255 },
  { field: "line2", autoComplete: "billing address-line2", maxLength: 255 },
  { field: "city", autoComplete: "billing address-level2", maxLength: 255 },
  { field: "state", autoComplete: "billing address-level1", maxLength: 255 },
  { field: "postal_code", autoComplete: "billing postal-code", maxLength: 40 },
] as const;
