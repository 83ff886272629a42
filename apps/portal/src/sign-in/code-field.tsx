import { Checkbox, TextField } from "@foyer/ui/field";
import { useEffect, useRef } from "react";
import { words } from "#words/sign-in-code";

/** The code of the second factor, which takes the caret when it appears; with the offer to trust this browser. */
export function CodeField({ isWrong, trustDays }: { isWrong: boolean; trustDays: number | null }) {
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => code.current?.focus(), []);
  return (
    <>
      <TextField
        label={words.code}
        name="otp"
        hint={words.codeHint}
        error={isWrong ? words.wrongCode : null}
        autoComplete="one-time-code"
        inputMode="numeric"
        ref={code}
      />
      {trustDays !== null && <Checkbox name="trust" label={words.trust(trustDays)} hint={words.trustHint} />}
    </>
  );
}
