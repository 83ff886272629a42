import { call } from "@foyer/api-client/client";
import { Checkbox, SelectField } from "@foyer/ui/field";
import { announce } from "@foyer/ui/live-region";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/replace-key";
import { words as sending } from "#words/sending";
import { SubmitDialog } from "../../shared/forms/submit-dialog.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import { SubmitProof } from "../../shared/proof/proof-field.tsx";
import { api } from "../../shared/requests/api.ts";
import { purchasesQuery } from "../../shared/requests/queries.ts";

const DAYS = [0, 1, 7, 14, 30];

interface ReplaceKeyDialogProps {
  license: string;
  name: string;
  onClose: () => void;
}

/** Asks when the old key ends and what its apps do, and for the password. */
export function ReplaceKeyDialog({ license, name, onClose }: ReplaceKeyDialogProps) {
  const queries = useQueryClient();
  const [days, setDays] = useState(7);
  const [keeps, setKeeps] = useState(false);
  const replacing = useSubmit(
    async (_, signal, proof) => {
      const body = { days, keep_activations: keeps, ...proof };
      await call(api, "replaceLicenseKey", { params: { id: license }, body, signal });
      await queries.invalidateQueries({ queryKey: purchasesQuery.queryKey });
      announce(words.done);
      onClose();
    },
    sending.replacingKey,
    { proof: "on-demand" },
  );
  return (
    <SubmitDialog
      sending={replacing}
      title={words.title(name)}
      description={words.help}
      danger
      submit={words.replace}
      proof={<SubmitProof sending={replacing} />}
      onClose={onClose}
    >
      <SelectField label={words.ends} value={days} onChange={(event) => setDays(Number(event.target.value))}>
        {DAYS.map((count) => (
          <option key={count} value={count}>
            {words.after(count)}
          </option>
        ))}
      </SelectField>
      <Checkbox
        label={words.keep}
        hint={words.keepHint}
        checked={keeps}
        onChange={(event) => setKeeps(event.target.checked)}
      />
    </SubmitDialog>
  );
}
