import { useRef, useState } from "react";

export interface Submission<Input> {
  busy: boolean;
  /** What the last try failed with; null before it, while it runs, and when it went well. */
  failure: unknown;
  submit: (input: Input) => void;
  /** Forgets the failure, when what caused it was changed. */
  clear: () => void;
}

/** Carries one thing at a time to a service: a second press while the first is under way does nothing. */
export function useSubmit<Input>(work: (input: Input) => Promise<void>): Submission<Input> {
  const [state, setState] = useState<{ busy: boolean; failure: unknown }>({ busy: false, failure: null });
  const running = useRef(false);

  async function run(input: Input) {
    if (running.current) return;
    running.current = true;
    setState({ busy: true, failure: null });
    let failure: unknown = null;
    try {
      await work(input);
    } catch (error) {
      failure = error;
    }
    running.current = false;
    setState({ busy: false, failure });
  }

  return {
    busy: state.busy,
    failure: state.failure,
    submit: (input) => void run(input),
    clear: () => setState({ busy: state.busy, failure: null }),
  };
}
