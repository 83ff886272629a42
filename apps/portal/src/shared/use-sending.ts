import { useEffect, useRef, useState } from "react";
import { words } from "#words/sending";

/** After so many milliseconds without an answer the person is told what is waited for, and can stop. */
const SLOW_MS = 2000;

/** The person did not want to wait any longer: whether it was done is unknown. */
export class Stopped extends Error {
  constructor() {
    super(words.stopped);
  }
}

/** Nothing was sent, and nothing will be by itself. */
class Offline extends Error {
  constructor() {
    super(words.offline);
  }
}

/** True from a while after something began to be waited for. */
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

export interface Sending<Input> {
  readonly busy: boolean;
  /** What the last try failed with; null before it, while it runs, and when it went well. */
  readonly failure: unknown;
  /** For a `FormDialog`: what is waited for and how to stop, once it takes long; absent before. */
  readonly waiting: { readonly text: string; readonly stop: string; readonly onStop: () => void } | undefined;
  readonly submit: (input: Input) => void;
  readonly clear: () => void;
}

/**
 * Sends one thing at a time to a service. Offline nothing is sent; what takes long says so and can be left; and nothing is
 * sent later by itself.
 *
 * @param waitsFor what is waited for, as a sentence.
 */
export function useSending<Input>(
  work: (input: Input, signal: AbortSignal) => Promise<void>,
  waitsFor: string,
): Sending<Input> {
  const [state, setState] = useState<{ busy: boolean; failure: unknown }>({ busy: false, failure: null });
  const running = useRef<AbortController>(null);
  const isSlow = useSlow(state.busy);

  async function run(input: Input) {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setState({ busy: true, failure: null });
    let failure: unknown = null;
    try {
      if (!navigator.onLine) throw new Offline();
      await work(input, controller.signal);
    } catch (error) {
      failure = controller.signal.aborted ? controller.signal.reason : error;
    }
    running.current = null;
    setState({ busy: false, failure });
  }

  return {
    ...state,
    waiting: isSlow
      ? { text: waitsFor, stop: words.stop, onStop: () => running.current?.abort(new Stopped()) }
      : undefined,
    submit: (input) => void run(input),
    clear: () => setState({ busy: state.busy, failure: null }),
  };
}

/** The sentence of a failure that no service has told; null for any other. */
export function unsentSentence(failure: unknown): string | null {
  return failure instanceof Stopped || failure instanceof Offline ? failure.message : null;
}
