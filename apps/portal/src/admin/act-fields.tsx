import { TextArea } from "@foyer/ui/field";
import { words } from "#words/admin-repairs";

/** Of the staff member's own password, where it is wanted once more. */
export const proofWords = { label: words.password, hint: words.passwordHint };

interface ReasonFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** Why staff do something: recorded with it. */
export function ReasonField({ value, onChange }: ReasonFieldProps) {
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
