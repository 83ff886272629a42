import { NetworkError } from "@foyer/api-client/errors";
import { useCallback, useEffect, useRef, useState } from "react";
import { words } from "#words/common";
import { faultOfField, isShownBy, ShownError } from "../failures/failure-sentence.ts";
import { wantsProof } from "../failures/refusal-of.ts";
import { noteUnheard, Stopped, Unheard } from "../failures/unheard.ts";

/** Milliseconds without an answer until the person sees what is waited for, and can stop. */
const SLOW_MS = 2000;

/** Fields to send with an action: the password if it was asked for; none after a proof by passkey. */
export interface Proof {
  readonly password?: string;
}

interface SubmitOptions<Field> {
  /** Advice for the case that no answer arrives; by default to look at the page. */
  readonly unheard?: string;
  /** Asks for the password or a passkey: from the start, or once the service requires it. */
  readonly proof?: "always" | "on-demand";
  /** Fields of the request, by their names on the wire, that show their own refusals by `fault`. */
  readonly fields?: readonly Field[];
}

interface ProofState {
  readonly isAsked: boolean;
  readonly isProved: boolean;
  readonly password: string;
}

export interface Submission<Input, Field = never> {
  readonly busy: boolean;
  /** The last failure; null before the first attempt, while it runs, after success, and where a field shows it. */
  readonly failure: unknown;
  /** For a `SubmitDialog` or a `WaitingLine`: what is waited for and how to stop; absent until it takes long. */
  readonly waiting: { readonly text: string; readonly stop: string; readonly onStop: () => void } | undefined;
  /** False while a proof is missing. */
  readonly ready: boolean;
  /** For a `SubmitProof`. */
  readonly proof: ProofState & {
    readonly failure: unknown;
    readonly type: (password: string) => void;
    /** Submits after a proof by passkey. */
    readonly prove: (input: Input) => void;
  };
  /** Returns why the service refused a field; null if it did not. `sentences`, by refusal, replace the service's own. */
  readonly fault: (field: Field, sentences?: Readonly<Record<string, string>>) => string | null;
  readonly submit: (input: Input) => void;
  /** Stops waiting, if a request is running. Always the same function. */
  readonly stop: () => void;
  /** Removes the failure, when its cause was changed. */
  readonly clear: () => void;
}

/**
 * Runs one request at a time: a second submit while the first one runs does nothing.
 *
 * @param waitsFor a sentence that says what is waited for. With it, the person can stop a request that takes long (LOOK-05).
 *   Offline, nothing is sent, now or later. If the result is unknown, the page's data are read again, so that they show it.
 */
export function useSubmit<Input = void, Field extends string = never>(
  work: (input: Input, signal: AbortSignal, proof: Proof) => Promise<void>,
  waitsFor?: string,
  { unheard = words.unheard, proof: wanted, fields = [] }: SubmitOptions<Field> = {},
): Submission<Input, Field> {
  const [{ busy, failure }, setState] = useState<{ busy: boolean; failure: unknown }>({ busy: false, failure: null });
  const [proof, setProof] = useState<ProofState>({ isAsked: wanted === "always", isProved: false, password: "" });
  const running = useRef<AbortController>(null);
  const isSlow = useSlow(busy);
  const stop = useCallback(() => running.current?.abort(new Stopped()), []);

  async function run(input: Input, isProved: boolean) {
    if (running.current) return;
    const { signal } = (running.current = new AbortController());
    setState({ busy: true, failure: null });
    let failed: unknown = null;
    try {
      if (waitsFor !== undefined && !navigator.onLine) throw new ShownError(words.unsent);
      await work(input, signal, proof.isAsked && !isProved ? { password: proof.password } : {});
    } catch (error) {
      failed = noted(error, signal, waitsFor === undefined ? null : unheard);
      if (wanted && wantsProof(failed)) {
        failed = null;
        setProof({ isAsked: true, isProved: false, password: "" });
      }
    }
    running.current = null;
    setState({ busy: false, failure: failed });
  }

  const shown: readonly string[] = wanted ? [...fields, "password"] : fields;
  return {
    busy,
    failure: isShownBy(shown, failure) ? null : failure,
    waiting: isSlow && waitsFor !== undefined ? { text: waitsFor, stop: words.stop, onStop: stop } : undefined,
    ready: !proof.isAsked || proof.isProved || proof.password !== "",
    proof: {
      ...proof,
      failure,
      type: (password) => setProof({ ...proof, password }),
      prove: (input) => {
        setProof({ ...proof, isProved: true });
        void run(input, true);
      },
    },
    fault: (field, sentences) => faultOfField(failure, field, sentences),
    submit: (input) => void run(input, proof.isProved),
    stop,
    clear: () => setState({ busy, failure: null }),
  };
}

/**
 * Returns the failure of a request. If its result is unknown, the page's data are read again.
 *
 * @param unheard advice for the case that no answer arrived; null to keep the failure as it is.
 */
function noted(error: unknown, signal: AbortSignal, unheard: string | null): unknown {
  const failed: unknown = signal.aborted ? signal.reason : error;
  const isLost = unheard !== null && failed instanceof NetworkError;
  const failure = isLost ? new Unheard(unheard, { cause: error }) : failed;
  if (failure instanceof Unheard) noteUnheard();
  return failure;
}

/** Returns true once the waiting takes long. */
export function useSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting]);
  return isSlow && isWaiting;
}
