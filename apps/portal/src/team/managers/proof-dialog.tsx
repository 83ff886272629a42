import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { useId, useState } from "react";
import { words } from "#words/team";
import { formClass } from "../../shared/panel.tsx";
import { useSubmit } from "../../shared/use-submit.ts";
import { ProofField } from "./proof-field.tsx";

interface ProofDialogProps {
  /** Does what was asked for, with the password; without it after a proof by passkey. */
  act: (password?: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the own password before the managers change, where it was not proved a moment ago. */
export function ProofDialog({ act, onClose }: ProofDialogProps) {
  const form = useId();
  const [password, setPassword] = useState("");
  const acting = useSubmit(async (isProved: boolean) => {
    await (isProved ? act() : act(password));
    onClose();
  });
  return (
    <Dialog
      title={words.proofTitle}
      onClose={acting.busy ? undefined : onClose}
      actions={
        <>
          <Button disabled={acting.busy} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" form={form} look="primary" busy={acting.busy} disabled={password === ""}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={formClass}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          acting.submit(false);
        }}
      >
        <p>{words.proofText}</p>
        <ProofField
          value={password}
          failure={acting.failure}
          onChange={setPassword}
          onProved={() => acting.submit(true)}
        />
      </form>
    </Dialog>
  );
}
