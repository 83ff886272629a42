import { couponCode } from "@foyer/domain/discount";
import { Button } from "@foyer/ui/button";
import { TextField } from "@foyer/ui/field";
import { type FormEvent, useState } from "react";
import { words } from "#words/discounts";
import styles from "./coupon-field.module.css";

interface CouponFieldProps {
  /** The code as it is typed first. */
  code: string;
  /** Why the code was refused; null before. */
  error: string | null;
  busy: boolean;
  onApply: (code: string) => void;
}

/** The field for a code, with its button. */
export function CouponField({ code, error, busy, onApply }: CouponFieldProps) {
  const [typed, setTyped] = useState(code);
  function submitted(event: FormEvent) {
    event.preventDefault();
    if (typed.trim() !== "") onApply(couponCode(typed) ?? typed.trim());
  }
  return (
    <form className={styles.form} onSubmit={submitted}>
      <TextField
        label={words.code}
        hint={words.codeHint}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="characters"
        maxLength={40}
        value={typed}
        error={error}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" busy={busy} disabled={typed.trim() === ""}>
        {words.apply}
      </Button>
    </form>
  );
}
