import { call } from "@foyer/api-client/client";
import type { References } from "@foyer/contract/references";
import { MOST_REFERENCE } from "@foyer/domain/invoice-reference";
import { Button } from "@foyer/ui/button";
import { Checkbox, TextField } from "@foyer/ui/field";
import { announce } from "@foyer/ui/live-region";
import { Fact, Facts, Section } from "@foyer/ui/section";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/papers";
import { referencesQuery } from "../shared/papers/reference-queries.ts";
import { Loaded } from "../shared/screens/loaded.tsx";
import { mutedClass } from "../shared/screens/panel.tsx";
import { api } from "../shared/requests/api.ts";
import { managedLicensesQuery } from "../shared/requests/queries.ts";
import { SubmitDialog } from "../shared/forms/submit-dialog.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";

/** The buyer's references on later invoices (DOC-04). */
export function ReferencesSection({ customerId }: { customerId: string }) {
  const references = useQuery(referencesQuery(customerId));
  const licenses = useQuery(managedLicensesQuery);
  const [editing, setEditing] = useState(false);
  return (
    <Section
      title={words.references}
      actions={
        references.data && (
          <Button small onClick={() => setEditing(true)}>
            {words.edit}
          </Button>
        )
      }
    >
      <p className={mutedClass}>{words.referenceHelp}</p>
      <Loaded query={references} failed={words.referenceFailed}>
        {({ reference, required, subscriptions }) => (
          <Facts>
            <Fact name={words.ofAll}>{reference || words.noReference}</Fact>
            {subscriptions.map(({ id, reference: own }) => (
              <Fact
                key={id}
                name={words.ofSubscription(
                  licenses.data?.find(({ subscription_id: paid }) => paid === id)?.description ?? null,
                )}
              >
                {own}
              </Fact>
            ))}
            <Fact name={words.isRequired}>{required ? words.isRequiredYes : words.isRequiredNo}</Fact>
          </Facts>
        )}
      </Loaded>
      {editing && references.data && (
        <ReferenceDialog customerId={customerId} known={references.data} onClose={() => setEditing(false)} />
      )}
    </Section>
  );
}

interface ReferenceDialogProps {
  customerId: string;
  known: References;
  onClose: () => void;
}

function ReferenceDialog({ customerId, known, onClose }: ReferenceDialogProps) {
  const client = useQueryClient();
  const [typed, setTyped] = useState({ reference: known.reference, required: known.required });
  const saving = useSubmit(
    async () => {
      const body = { ...typed, reference: typed.reference.trim() };
      const saved = await call(api, "saveReference", { params: { id: customerId }, body });
      client.setQueryData(referencesQuery(customerId).queryKey, saved.references);
      announce(words.referenceSaved);
      onClose();
    },
    undefined,
    { fields: ["reference"] },
  );
  return (
    <SubmitDialog
      sending={saving}
      title={words.references}
      description={<p className={mutedClass}>{words.referenceHelp}</p>}
      submit={words.save}
      cancel={words.quit}
      onClose={onClose}
    >
      <TextField
        label={words.referenceField}
        hint={words.referenceHint}
        error={saving.fault("reference")}
        autoComplete="off"
        maxLength={MOST_REFERENCE}
        value={typed.reference}
        onChange={({ target }) => setTyped({ ...typed, reference: target.value })}
      />
      <Checkbox
        label={words.requireReference}
        checked={typed.required}
        onChange={({ target }) => setTyped({ ...typed, required: target.checked })}
      />
    </SubmitDialog>
  );
}
