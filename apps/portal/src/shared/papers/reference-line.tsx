import { MOST_REFERENCE } from "@foyer/domain/invoice-reference";
import { Button } from "@foyer/ui/button";
import { TextField } from "@foyer/ui/field";
import { announce } from "@foyer/ui/live-region";
import { type KeyboardEvent, useState } from "react";
import { words } from "#words/paper-desk";
import { FailureNotice } from "../screens/failure-notice.tsx";
import { useSubmit } from "../forms/use-submit.ts";
import styles from "./paper-desk.module.css";

interface ReferenceLineProps {
  /** The reference that the invoice will print; empty for none. */
  inForce: string;
  isRequired: boolean;
  /** Stores a reference. An empty one removes it. */
  onSave: (reference: string) => Promise<void>;
}

/** The reference on an invoice (DOC-04), and a field to change it, which is open while a required one is missing. */
export function ReferenceLine({ inForce, isRequired, onSave }: ReferenceLineProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const saving = useSubmit(
    async (reference: string) => {
      await onSave(reference);
      setTyped(null);
      announce(words.saved);
    },
    undefined,
    { fields: ["reference"] },
  );
  const isMissing = isRequired && inForce === "";
  if (typed === null && !isMissing) {
    return (
      <p className={styles.line}>
        <span>{inForce === "" ? words.noReference : words.reference(inForce)}</span>
        <Button small onClick={() => setTyped(inForce)}>
          {inForce === "" ? words.add : words.change}
        </Button>
      </p>
    );
  }
  // Enter in this field saves the reference, and must not confirm the change around it.
  const save = () => saving.submit((typed ?? "").trim());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    save();
  };
  return (
    <div className={styles.form}>
      <TextField
        label={words.label}
        hint={isMissing ? words.required : words.hint}
        error={saving.fault("reference")}
        autoComplete="off"
        maxLength={MOST_REFERENCE}
        value={typed ?? ""}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button small busy={saving.busy} onClick={save}>
        {words.save}
      </Button>
      <FailureNotice failure={saving.failure} />
    </div>
  );
}
