import { useRef, useState } from "react";

export interface Submission<Input> {
  busy: boolean;
  /** The last failure; null before the first attempt, while it runs, and after success. */
  failure: unknown;
  submit: (input: Input) => void;
  /** Removes the failure, when its cause was changed. */
  clear: () => void;
}

/** Runs one request at a time: a second click while the first one is running does nothing. */
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
