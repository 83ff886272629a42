import { call } from "@foyer/api-client/client";
import type { BillingDetails, GivenBillingDetails } from "@foyer/contract/customers";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { TextField } from "@foyer/ui/field";
import { announce } from "@foyer/ui/live-region";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { words } from "#words/billing-details";
import { words as common } from "#words/common";
import { Answer } from "../../shared/answer.tsx";
import { api } from "../../shared/api.ts";
import { billingDetailsQuery, customerQuery, taxFactsQuery } from "../../shared/billing/queries.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { formClass, mutedClass } from "../../shared/panel.tsx";
import { useSubmit } from "../../shared/use-submit.ts";
import { TaxIdsFields } from "./tax-ids-fields.tsx";
import { givenTaxIds, refusedTaxId, taxIdFaults, typedTaxIds } from "./typed-tax-ids.ts";

interface BillingDetailsDialogProps {
  customerId: string;
  onClose: () => void;
}

/** Who stands on later invoices as their buyer: name, address and tax ids. */
export function BillingDetailsDialog({ customerId, onClose }: BillingDetailsDialogProps) {
  const formId = useId();
  const queries = useQueryClient();
  const details = useQuery(billingDetailsQuery(customerId));
  const saving = useSubmit(async (wanted: GivenBillingDetails) => {
    const params = { id: customerId };
    const saved = await call(api, "saveBillingDetails", { params, body: wanted, idempotencyKey: crypto.randomUUID() });
    queries.setQueryData(billingDetailsQuery(customerId).queryKey, saved.billing_details);
    queries.setQueryData(taxFactsQuery(customerId).queryKey, saved.billing_details);
    // A tax id may change what the next charge is.
    void queries.invalidateQueries({ queryKey: customerQuery(customerId).queryKey });
    announce(words.saved);
    onClose();
  });
  const refused = refusedTaxId(saving.failure);
  return (
    <Dialog
      title={words.title}
      onClose={saving.busy ? undefined : onClose}
      actions={
        <>
          <Button disabled={saving.busy} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" form={formId} look="primary" busy={saving.busy} disabled={!details.data}>
            {common.save}
          </Button>
        </>
      }
    >
      <p className={mutedClass}>{words.help}</p>
      <FailureNotice failure={refused ? null : saving.failure} />
      <Answer query={details} failed={words.failed} lines={[0.6, 0.8, 0.5]}>
        {(known) => (
          <DetailsForm id={formId} known={known} refused={refused} onType={saving.clear} onSubmit={saving.submit} />
        )}
      </Answer>
    </Dialog>
  );
}

interface DetailsFormProps {
  id: string;
  known: BillingDetails;
  /** The tax id that the service has just refused. */
  refused: ReturnType<typeof refusedTaxId>;
  /** Something was changed: what was refused may be right now. */
  onType: () => void;
  onSubmit: (details: GivenBillingDetails) => void;
}

function DetailsForm({ id, known, refused, onType, onSubmit }: DetailsFormProps) {
  const [details, setDetails] = useState(known);
  const [taxIds, setTaxIds] = useState(() => typedTaxIds(known.tax_ids));
  const [tried, setTried] = useState(false);
  const { address } = details;
  const country = address.country.trim().toUpperCase();
  const isCountry = /^([A-Z]{2})?$/.test(country);
  const faults = tried ? taxIdFaults(taxIds) : [];
  if (refused) faults[refused.place] = { value: refused.message };
  // Below the edge of the dialog a fault would not be seen.
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const faulty = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    faulty?.focus();
    faulty?.scrollIntoView({ block: "center" });
  }, [tries, refused?.message]);
  const changeAddress = (change: Partial<BillingDetails["address"]>) =>
    setDetails({ ...details, address: { ...address, ...change } });
  return (
    <form
      ref={form}
      id={id}
      className={formClass}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        setTries(tries + 1);
        const isRight = isCountry && taxIdFaults(taxIds).every((fault) => fault === null);
        if (isRight) onSubmit({ name: details.name, address: { ...address, country }, tax_ids: givenTaxIds(taxIds) });
      }}
    >
      <TextField
        label={words.name}
        hint={words.nameHint}
        autoComplete="billing organization"
        maxLength={255}
        value={details.name}
        onChange={(event) => setDetails({ ...details, name: event.target.value })}
      />
      {lines.map(({ field, autoComplete, maxLength }) => (
        <TextField
          key={field}
          label={words[field]}
          autoComplete={autoComplete}
          maxLength={maxLength}
          value={address[field]}
          onChange={(event) => changeAddress({ [field]: event.target.value })}
        />
      ))}
      <TextField
        label={words.country}
        hint={words.countryHint}
        error={tried && !isCountry ? words.countryFault : null}
        autoComplete="billing country"
        value={address.country}
        onChange={(event) => changeAddress({ country: event.target.value })}
      />
      <TaxIdsFields
        typed={taxIds}
        faults={faults}
        country={isCountry ? country : ""}
        onChange={(typed) => {
          setTaxIds([...typed]);
          setTried(false);
          onType();
        }}
      />
      {known.tax_exempt === "reverse" && <p className={mutedClass}>{words.reverseCharge}</p>}
    </form>
  );
}

const lines = [
  { field: "line1", autoComplete: "billing address-line1", maxLength: 255 },
  { field: "line2", autoComplete: "billing address-line2", maxLength: 255 },
  { field: "city", autoComplete: "billing address-level2", maxLength: 255 },
  { field: "state", autoComplete: "billing address-level1", maxLength: 255 },
  { field: "postal_code", autoComplete: "billing postal-code", maxLength: 40 },
] as const;
