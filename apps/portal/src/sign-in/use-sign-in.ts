import { call } from "@foyer/api-client/client";
import { ApiError } from "@foyer/api-client/errors";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { askForAccountParts } from "../shared/served/account-parts.ts";
import { api } from "../shared/requests/api.ts";
import { type EarlyAnswer, takeServedForm } from "../shared/served/early-sign-in.ts";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { faultOfField, sentenceOf } from "../shared/failures/failure-sentence.ts";
import { dismissNotice, keepSession } from "../shared/session/session.ts";
import type { Closed } from "./closed-account.tsx";
import { signInOutcome } from "../shared/session/sign-in-outcome.ts";

interface Credentials {
  username: string;
  password: string;
  otp: string;
  /** Not empty if the box is checked. */
  trust: string;
}

type Step = (
  | { asksForCode: false; failure: string | null }
  /** `fault`: why the code was refused. `trustDays`: how long this browser may be trusted; null if the service does not offer it. */
  | { asksForCode: true; failure: string | null; fault: string | null; trustDays: number | null }
) & { closed?: Closed };

export interface SignIn {
  busy: boolean;
  step: Step;
  signIn: (typed: Credentials) => void;
  /** Asks for a passkey. */
  signInByPasskey: () => void;
  /** The element with the served form's message; emptied by the next attempt. */
  earlyMessage: RefObject<HTMLDivElement | null>;
}

const passkeySignIn = () => import("./passkey-sign-in.ts");

/** Runs a sign-in: password first, then the code if the account has a second factor. */
export function useSignIn(): SignIn {
  const [busy, setBusy] = useState(false);
  const [step, setStep] = useState<Step>({ asksForCode: false, failure: null });
  const earlyMessage = useRef<HTMLDivElement>(null);
  const isSomebodyHere = useServedForm((answer) => setStep(afterEarly(answer)));

  function begin() {
    setBusy(true);
    earlyMessage.current?.replaceChildren();
  }

  async function send({ username, password, otp, trust }: Credentials) {
    if (busy) return;
    begin();
    dismissNotice();
    askForAccountParts();
    try {
      const code = step.asksForCode && { otp: otp.trim(), ...(trust !== "" && { trust_browser: true }) };
      const body = { username: username.trim(), password, ...code };
      const answer = await call(api, "signIn", { body });
      if (signInOutcome(answer) === "signed_in") keepSession(answer);
      else setStep(toClosed({ username, password }, answer));
    } catch (error) {
      setStep(afterRefusal(step, error, { username, password }));
    }
    setBusy(false);
  }

  const refused = (failure: string) => setStep({ asksForCode: false, failure });

  async function askForPasskey() {
    if (busy) return;
    begin();
    await (await passkeySignIn()).signInByPasskey(refused);
    setBusy(false);
  }

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const offer = async () => (await passkeySignIn()).offerPasskeys(signal, refused);
    // Loads the code for passkeys only after the first input.
    if (isSomebodyHere.current) void offer();
    for (const sign of ["pointermove", "pointerdown", "keydown"]) {
      addEventListener(sign, () => void offer(), { once: true, signal });
    }
    return () => stop.abort();
  }, [isSomebodyHere]);

  return {
    busy,
    step,
    signInByPasskey: () => void askForPasskey(),
    signIn: (typed) => void send(typed),
    earlyMessage,
  };
}

/**
 * Takes the served form over: continues with the answer to its request, and presses the buttons again that could not act.
 *
 * @returns whether there was any input.
 */
function useServedForm(goOn: (answer: EarlyAnswer) => void): RefObject<boolean> {
  const isSomebodyHere = useRef(false);
  const goOnWith = useRef(goOn);
  useLayoutEffect(() => {
    const left = takeServedForm();
    if (!left) return;
    isSomebodyHere.current = left.isSomebodyHere;
    if (left.answer) goOnWith.current(left.answer);
    setTimeout(left.pressAgain);
  }, []);
  return isSomebodyHere;
}

function afterEarly(answer: EarlyAnswer): Step {
  const start: Step = { asksForCode: false, failure: null };
  if (answer.kind === "no_session") return toClosed(answer.typed, answer.answer);
  // The early script has its own copy of the class, so `instanceof` would fail.
  if (answer.kind === "refused_further") return afterRefusal(start, new ApiError(answer.failure), answer.typed);
  return start;
}

const toClosed = (typed: Pick<Credentials, "username" | "password">, answer: object): Step => ({
  asksForCode: false,
  failure: null,
  closed: { username: typed.username, password: typed.password, answer },
});

function afterRefusal(step: Step, error: unknown, typed: Pick<Credentials, "username" | "password">): Step {
  if (refusalOf(error) === "account.closed") return toClosed(typed, (error as ApiError).body);
  if (refusalOf(error) === "session.second_factor_required") {
    const { trust_days: days } = (error as ApiError).body as { trust_days?: number };
    return { asksForCode: true, failure: null, fault: faultOfField(error, "otp"), trustDays: days ?? null };
  }
  const failure = sentenceOf(error);
  return step.asksForCode ? { ...step, failure, fault: null } : { asksForCode: false, failure };
}
