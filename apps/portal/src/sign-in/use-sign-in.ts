import { call } from "@foyer/api-client/client";
import { ApiError } from "@foyer/api-client/errors";
import { useState } from "react";
import { words } from "#words/sign-in";
import { askForAccountParts } from "../shared/account-parts.ts";
import { api } from "../shared/api.ts";
import { sentenceOf } from "../shared/failure-sentence.ts";
import { dismissNotice, keepSession } from "../shared/session.ts";
import { signInOutcome } from "./sign-in-outcome.ts";

interface Credentials {
  username: string;
  password: string;
  otp: string;
}

type Step =
  | { asksForCode: false; failure: string | null }
  | { asksForCode: true; failure: string | null; wrongCode: boolean };

export interface SignIn {
  busy: boolean;
  step: Step;
  signIn: (typed: Credentials) => void;
}

/** Carries a sign-in through: password first, then the code where the account has a second factor. */
export function useSignIn(): SignIn {
  const [busy, setBusy] = useState(false);
  const [step, setStep] = useState<Step>({ asksForCode: false, failure: null });

  async function send({ username, password, otp }: Credentials) {
    if (busy) return;
    setBusy(true);
    dismissNotice();
    askForAccountParts();
    try {
      const body = { username: username.trim(), password, ...(step.asksForCode && { otp: otp.trim() }) };
      const answer = await call(api, "signIn", { body });
      const outcome = signInOutcome(answer);
      if (outcome === "signed_in") keepSession(answer);
      else setStep({ asksForCode: false, failure: outcome === "closed" ? words.closed : words.tryLater });
    } catch (error) {
      setStep(afterRefusal(step, error));
    }
    setBusy(false);
  }

  return { busy, step, signIn: (typed) => void send(typed) };
}

function afterRefusal(step: Step, error: unknown): Step {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 1005) return { asksForCode: true, failure: null, wrongCode: step.asksForCode };
  if (code === 1004) return { asksForCode: false, failure: words.closed };
  const failure = sentenceOf(error);
  return step.asksForCode ? { asksForCode: true, failure, wrongCode: false } : { asksForCode: false, failure };
}
