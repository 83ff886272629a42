import { call } from "@foyer/api-client/client";
import type { ApiError } from "@foyer/api-client/errors";
import { useEffect, useState } from "react";
import { askForAccountParts } from "../shared/account-parts.ts";
import { api } from "../shared/api.ts";
import { codeOf } from "../shared/failure-code.ts";
import { sentenceOf } from "../shared/failure-sentence.ts";
import { dismissNotice, keepSession } from "../shared/session.ts";
import type { Closed } from "./closed-account.tsx";
import { signInOutcome } from "./sign-in-outcome.ts";

interface Credentials {
  username: string;
  password: string;
  otp: string;
  /** Not empty where the box is checked. */
  trust: string;
}

type Step = (
  | { asksForCode: false; failure: string | null }
  /** `trustDays`: for how long this browser may be trusted; null where the service offers none. */
  | { asksForCode: true; failure: string | null; wrongCode: boolean; trustDays: number | null }
) & { closed?: Closed };

export interface SignIn {
  busy: boolean;
  step: Step;
  signIn: (typed: Credentials) => void;
  /** Asks for a passkey. */
  signInByPasskey: () => void;
}

const passkeySignIn = () => import("./passkey-sign-in.ts");

/** Carries a sign-in through: password first, then the code where the account has a second factor. */
export function useSignIn(): SignIn {
  const [busy, setBusy] = useState(false);
  const [step, setStep] = useState<Step>({ asksForCode: false, failure: null });

  async function send({ username, password, otp, trust }: Credentials) {
    if (busy) return;
    setBusy(true);
    dismissNotice();
    askForAccountParts();
    try {
      const code = step.asksForCode && { otp: otp.trim(), ...(trust !== "" && { trust_browser: true }) };
      const body = { username: username.trim(), password, ...code };
      const answer = await call(api, "signIn", { body });
      if (signInOutcome(answer) === "signed_in") keepSession(answer);
      else setStep(toClosed(username, password, answer));
    } catch (error) {
      setStep(
        codeOf(error) === 1004 ? toClosed(username, password, (error as ApiError).body) : afterRefusal(step, error),
      );
    }
    setBusy(false);
  }

  const refused = (failure: string) => setStep({ asksForCode: false, failure });

  async function askForPasskey() {
    if (busy) return;
    setBusy(true);
    await (await passkeySignIn()).signInByPasskey(refused);
    setBusy(false);
  }

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    // What nobody needs at the first look comes once somebody is there.
    for (const sign of ["pointermove", "pointerdown", "keydown"]) {
      const offer = async () => (await passkeySignIn()).offerPasskeys(signal, refused);
      addEventListener(sign, () => void offer(), { once: true, signal });
    }
    return () => stop.abort();
  }, []);

  return { busy, step, signInByPasskey: () => void askForPasskey(), signIn: (typed) => void send(typed) };
}

const toClosed = (username: string, password: string, answer: object): Step => ({
  asksForCode: false,
  failure: null,
  closed: { username, password, answer },
});

function afterRefusal(step: Step, error: unknown): Step {
  if (codeOf(error) === 1005) {
    const { trust_days: days } = (error as ApiError).body as { trust_days?: number };
    return { asksForCode: true, failure: null, wrongCode: step.asksForCode, trustDays: days ?? null };
  }
  const failure = sentenceOf(error);
  return step.asksForCode ? { ...step, failure, wrongCode: false } : { asksForCode: false, failure };
}
