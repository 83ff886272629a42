import { NetworkError } from "@foyer/api-client/errors";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { words } from "#words/sending";

/** Milliseconds without an answer until the person sees what is waited for, and can stop. */
const SLOW_MS = 2000;

/** The person stopped waiting; whether the request was carried out is unknown. */
export class Stopped extends Error {
  constructor() {
    super(words.stopped);
  }
}

/** No answer arrived; whether the request was carried out is unknown. */
class Unheard extends Error {}

/** Nothing was sent, and nothing will be sent automatically. */
class Offline extends Error {
  constructor() {
    super(words.offline);
  }
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

export interface Sending<Input> {
  readonly busy: boolean;
  /** The last failure; null before the first attempt, while it runs, and after success. */
  readonly failure: unknown;
  /** For a `FormDialog` or a `WaitingLine`: what is waited for and how to stop; absent until it takes long. */
  readonly waiting: { readonly text: string; readonly stop: string; readonly onStop: () => void } | undefined;
  readonly submit: (input: Input) => void;
  /** Stops waiting, if a request is running. Always the same function. */
  readonly stop: () => void;
  readonly clear: () => void;
}

/**
 * Runs one request at a time, like `useSubmit`. Offline it sends nothing, now or later; the person can stop a request that
 * takes long (LOOK-05). If the result is unknown, the page's own data are read again, so that they show it.
 *
 * @param waitsFor a sentence that says what is waited for.
 * @param unheard what to do when no answer arrives; by default to look at the page.
 */
export function useSending<Input>(
  work: (input: Input, signal: AbortSignal) => Promise<void>,
  waitsFor: string,
  unheard: string = words.unheard,
): Sending<Input> {
  const queries = useQueryClient();
  const [state, setState] = useState<{ busy: boolean; failure: unknown }>({ busy: false, failure: null });
  const running = useRef<AbortController>(null);
  const isSlow = useSlow(state.busy);
  const stop = useCallback(() => running.current?.abort(new Stopped()), []);

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
      if (failure instanceof NetworkError) failure = new Unheard(unheard, { cause: error });
      if (failure instanceof Stopped || failure instanceof Unheard) void readAgain(queries);
    }
    running.current = null;
    setState({ busy: false, failure });
  }

  return {
    ...state,
    waiting: isSlow ? { text: waitsFor, stop: words.stop, onStop: stop } : undefined,
    stop,
    submit: (input) => void run(input),
    clear: () => setState({ busy: state.busy, failure: null }),
  };
}

/** Reads what the page shows again, except amounts in a review, which change only when the person asks. */
async function readAgain(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== "preview" });
}

/** Returns the sentence of a failure without a service's answer; null for any other. */
export function unsentSentence(failure: unknown): string | null {
  const isOurs = failure instanceof Stopped || failure instanceof Offline || failure instanceof Unheard;
  return isOurs ? failure.message : null;
}
