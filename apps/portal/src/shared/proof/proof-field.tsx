import { PasswordField } from "@foyer/ui/field";
import { words } from "#words/proof";
import { sentenceOf } from "../failures/failure-sentence.ts";
import { PasskeyProof } from "../passkeys/passkey-proof.tsx";
import { useReveal } from "../forms/use-reveal.ts";
import { isWrongPassword } from "./wants-proof.ts";

interface ProofFieldProps {
  value: string;
  /** The last failure; a wrong password is shown here. */
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
        error={isWrongPassword(failure) ? sentenceOf(failure) : null}
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
