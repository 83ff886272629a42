import { PasswordField } from "@foyer/ui/field";
import { words } from "#words/proof";
import { sentenceOf } from "./failure-sentence.ts";
import { PasskeyProof } from "./passkeys/passkey-proof.tsx";
import { useReveal } from "./use-reveal.ts";
import { isWrongPassword } from "./wants-proof.ts";

interface ProofFieldProps {
  value: string;
  /** What the last try failed with; a wrong password is told here. */
  failure: unknown;
  label?: string;
  hint?: string;
  /** False where it is one of the fields that were there from the start. */
  asked?: boolean;
  /** While something else is missing, or under way. */
  disabled?: boolean;
  onChange: (password: string) => void;
  /** A passkey was used in its place. */
  onProved: () => void;
}

/** The current password, once more, or a passkey. */
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
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what is asked for now
        autoFocus={asked}
        value={value}
        reveal={reveal}
        onChange={(event) => onChange(event.target.value)}
      />
      <PasskeyProof disabled={disabled} onProved={onProved} />
    </>
  );
}
