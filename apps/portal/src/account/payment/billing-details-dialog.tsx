import { call } from "@foyer/api-client/client";
import type { BillingDetails } from "@foyer/contract/customers";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { TextField } from "@foyer/ui/field";
import { announce } from "@foyer/ui/live-region";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { words } from "#words/billing-details";
import { words as common } from "#words/common";
import { Answer } from "../../shared/answer.tsx";
import { api } from "../../shared/api.ts";
import { billingDetailsQuery } from "../../shared/billing/queries.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { formClass, mutedClass } from "../../shared/panel.tsx";
import { useSubmit } from "../../shared/use-submit.ts";

interface BillingDetailsDialogProps {
  customerId: string;
  onClose: () => void;
}

/** Who stands on later invoices as their buyer: name, address and tax id. */
export function BillingDetailsDialog({ customerId, onClose }: BillingDetailsDialogProps) {
  const formId = useId();
  const queries = useQueryClient();
  const details = useQuery(billingDetailsQuery(customerId));
  const saving = useSubmit(async (wanted: BillingDetails) => {
    const params = { id: customerId };
    const saved = await call(api, "saveBillingDetails", { params, body: wanted, idempotencyKey: crypto.randomUUID() });
    queries.setQueryData(billingDetailsQuery(customerId).queryKey, saved.billing_details);
    announce(words.saved);
    onClose();
  });
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
      <FailureNotice failure={saving.failure} />
      <Answer query={details} failed={words.failed} lines={[0.6, 0.8, 0.5]}>
        {(known) => <DetailsForm id={formId} known={known} onSubmit={saving.submit} />}
      </Answer>
    </Dialog>
  );
}

interface DetailsFormProps {
  id: string;
  known: BillingDetails;
  onSubmit: (details: BillingDetails) => void;
}

function DetailsForm({ id, known, onSubmit }: DetailsFormProps) {
  const [details, setDetails] = useState(known);
  const [tried, setTried] = useState(false);
  const { address } = details;
  const country = address.country.trim().toUpperCase();
  const isCountry = /^([A-Z]{2})?$/.test(country);
  const changeAddress = (change: Partial<BillingDetails["address"]>) =>
    setDetails({ ...details, address: { ...address, ...change } });
  return (
    <form
      id={id}
      className={formClass}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isCountry) onSubmit({ ...details, address: { ...address, country } });
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
      <TextField
        label={words.taxId}
        hint={words.taxIdHint}
        autoComplete="off"
        maxLength={64}
        value={details.tax_id}
        onChange={(event) => setDetails({ ...details, tax_id: event.target.value })}
      />
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
