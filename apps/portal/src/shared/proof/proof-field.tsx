import { PasswordField } from "@foyer/ui/field";
import { words } from "#words/proof";
import { faultOfField } from "../failures/failure-sentence.ts";
import { PasskeyProof } from "../passkeys/passkey-proof.tsx";
import { useReveal } from "../forms/use-reveal.ts";
import type { Submission } from "../forms/use-submit.ts";

interface ProofFieldProps {
  value: string;
  /** The last failure; a refused `password` is shown here. */
  failure: unknown;
  label?: string;
  hint?: string;
  /** False if the field was there from the start. */
  asked?: boolean;
  /** True while other input is missing, or the action runs. */
  disabled?: boolean;
  onChange: (password: string) => void;
  /** Called after a passkey was used instead. */
  onProved: () => void;
}

/** Asks for the current password again, or a passkey. */
export function ProofField({
  value,
  failure,
  label = words.password,
  hint = words.passwordHelp,
  asked = true,
  disabled = false,
  onChange,
  onProved,
}: ProofFieldProps) {
  const reveal = useReveal();
  return (
    <>
      <PasswordField
        label={label}
        hint={hint}
        error={faultOfField(failure, "password")}
        autoComplete="current-password"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form asks for this now
        autoFocus={asked}
        value={value}
        reveal={reveal}
        onChange={(event) => onChange(event.target.value)}
      />
      <PasskeyProof disabled={disabled} onProved={onProved} />
    </>
  );
}

interface SubmitProofProps {
  sending: Submission<void>;
  /** False while the action's own input is missing. */
  ready?: boolean;
  /** Label and hint of the password field, if they differ from the usual ones. */
  field?: Pick<ProofFieldProps, "label" | "hint">;
}

/** Asks for the proof of a `useSubmit`, once it wants one. */
export function SubmitProof({ sending: { busy, proof }, ready = true, field }: SubmitProofProps) {
  if (!proof.isAsked) return null;
  return (
    <ProofField
      {...field}
      value={proof.password}
      failure={proof.failure}
      disabled={busy || !ready}
      onChange={proof.type}
      onProved={() => proof.prove()}
    />
  );
}
