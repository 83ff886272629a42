import { useEffect, useRef, useState } from "react";

/** How often the result of a payment without an answer is read, and the delay in milliseconds before each time. */
const LOOKS = 3;
const LOOK_AFTER_MS = 4000;

/**
 * Reads the result of a payment with a lost answer, so that the page shows it without a click. Ends when the browser is
 * offline: what follows would be sent when the person no longer expects it.
 *
 * @param look returns true once the result is known.
 */
export function useLooks(look: (signal: AbortSignal) => Promise<boolean>) {
  const [isLooking, setLooking] = useState(false);
  const stopper = useRef<AbortController>(null);

  function stop() {
    stopper.current?.abort();
    setLooking(false);
  }

  async function goOn(signal: AbortSignal, left: number): Promise<void> {
    await new Promise((passed) => setTimeout(passed, LOOK_AFTER_MS));
    if (signal.aborted || (await look(signal)) || signal.aborted) return;
    if (left > 1) await goOn(signal, left - 1);
    else stop();
  }

  function start() {
    if (!navigator.onLine) return;
    const { signal } = (stopper.current = new AbortController());
    addEventListener("offline", stop, { signal });
    setLooking(true);
    void goOn(signal, LOOKS);
  }

  useEffect(() => () => stopper.current?.abort(), []);
  return { isLooking, start, stop };
}
