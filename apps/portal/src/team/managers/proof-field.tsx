import { PasswordField } from "@foyer/ui/field";
import { words } from "#words/team";
import { codeOf } from "../../shared/failure-code.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { sentenceOf } from "../../shared/failure-sentence.ts";
import { PasskeyProof } from "../../shared/passkeys/passkey-proof.tsx";
import { useReveal } from "../../shared/use-reveal.ts";

const WRONG_PASSWORD = 3022;

interface ProofFieldProps {
  value: string;
  /** What the last try failed with; null before it. */
  failure: unknown;
  onChange: (password: string) => void;
  /** A passkey was used in its place. */
  onProved: () => void;
}

/** The own password, once more, or a passkey: who manages a team changes with it alone. A failure that is not about it stands above it. */
export function ProofField({ value, failure, onChange, onProved }: ProofFieldProps) {
  const reveal = useReveal();
  const isWrong = codeOf(failure) === WRONG_PASSWORD;
  return (
    <>
      {!isWrong && <FailureNotice failure={failure} />}
      <PasswordField
        label={words.currentPassword}
        hint={words.currentPasswordHelp}
        error={isWrong ? sentenceOf(failure) : null}
        autoComplete="current-password"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what is asked for now
        autoFocus
        value={value}
        reveal={reveal}
        onChange={(event) => onChange(event.target.value)}
      />
      <PasskeyProof onProved={onProved} />
    </>
  );
}
