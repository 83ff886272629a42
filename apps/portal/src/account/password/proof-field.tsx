import { PasswordField } from "@foyer/ui/field";
import { words } from "#words/security";
import { codeOf } from "../../shared/failure-code.ts";
import { sentenceOf } from "../../shared/failure-sentence.ts";
import { PasskeyProof } from "../../shared/passkeys/passkey-proof.tsx";
import { useReveal } from "../../shared/use-reveal.ts";

const WRONG_PASSWORD = 3022;

/** True when the password that was given is not the account's. */
export function isWrongPassword(failure: unknown): boolean {
  return codeOf(failure) === WRONG_PASSWORD;
}

interface ProofFieldProps {
  value: string;
  failure: unknown;
  onChange: (password: string) => void;
  /** A passkey was used in its place. */
  onProved: () => void;
}

/** The current password, once more, or a passkey. */
export function ProofField({ value, failure, onChange, onProved }: ProofFieldProps) {
  const reveal = useReveal();
  return (
    <>
      <PasswordField
        label={words.currentPassword}
        error={isWrongPassword(failure) ? sentenceOf(failure) : null}
        autoComplete="current-password"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the dialog asks for now
        autoFocus
        value={value}
        reveal={reveal}
        onChange={(event) => onChange(event.target.value)}
      />
      <PasskeyProof onProved={onProved} />
    </>
  );
}
