import { Checkbox, TextField } from "@foyer/ui/field";
import { useEffect, useRef } from "react";
import { words } from "#words/sign-in-code";
import type { SignIn } from "./use-sign-in.ts";

/** The code of the second factor, which takes the caret when it appears and after each refusal; with the offer to trust this browser. */
export function CodeField({ step }: { step: Extract<SignIn["step"], { asksForCode: true }> }) {
  const code = useRef<HTMLInputElement>(null);
  const { fault, trustDays } = step;
  useEffect(() => code.current?.focus(), [step]);
  return (
    <>
      <TextField
        label={words.code}
        name="otp"
        hint={words.codeHint}
        error={fault}
        autoComplete="one-time-code"
        inputMode="numeric"
        ref={code}
      />
      {trustDays !== null && <Checkbox name="trust" label={words.trust(trustDays)} hint={words.trustHint} />}
    </>
  );
}
