import { PasswordField, TextArea } from "@foyer/ui/field";
import { words } from "#words/admin-repairs";
import { PasskeyProof } from "../shared/passkeys/passkey-proof.tsx";
import { useReveal } from "../shared/use-reveal.ts";

interface ActFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** Why staff do something: recorded with it. */
export function ReasonField({ value, onChange }: ActFieldProps) {
  return (
    <TextArea
      label={words.reason}
      hint={words.reasonHint}
      rows={2}
      maxLength={1000}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The staff member's own password, once more, or a passkey. */
export function PasswordAgainField({ value, onChange, onProved }: ActFieldProps & { onProved: () => void }) {
  const reveal = useReveal();
  return (
    <>
      <PasswordField
        label={words.password}
        hint={words.passwordHint}
        autoComplete="current-password"
        // It is asked for because of what was just pressed.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={value}
        reveal={reveal}
        onChange={(event) => onChange(event.target.value)}
      />
      <PasskeyProof onProved={onProved} />
    </>
  );
}
