import { useSyncExternalStore } from "react";

interface WantedProof {
  readonly answer: Promise<boolean>;
  readonly end: (isProved: boolean) => void;
}

let wanted: WantedProof | null = null;
const listeners = new Set<() => void>();

function change(next: WantedProof | null) {
  wanted = next;
  for (const listener of listeners) listener();
}

/**
 * Asks the person to prove herself in a session that an app opened. Returns true after the proof. All calls that wait share
 * one question.
 */
export function askForProof(): Promise<boolean> {
  if (wanted) return wanted.answer;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const end = (isProved: boolean) => {
    change(null);
    resolve(isProved);
  };
  change({ answer: promise, end });
  return promise;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the proof that a call waits for; null without one. */
export function useWantedProof(): WantedProof | null {
  return useSyncExternalStore(subscribe, () => wanted);
}
