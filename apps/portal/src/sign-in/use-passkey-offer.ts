import type { SignedIn } from "@foyer/contract/sign-in";
import { useEffect, useRef } from "react";
import { passkeysHere } from "../shared/passkeys/passkeys-here.ts";

/** Any sign of a person: what she does not need at the first look comes then. */
const signs = ["pointermove", "pointerdown", "keydown"];

/** Has the browser offer passkeys in the account name's field, once somebody is there. */
export function usePasskeyOffer(onAnswer: (answer: SignedIn) => void, onRefused: (sentence: string) => void): void {
  const told = useRef({ onAnswer, onRefused });
  useEffect(() => {
    told.current = { onAnswer, onRefused };
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const begun = new AbortController();
    async function begin() {
      begun.abort();
      const { offerPasskeys } = await import("./passkey-sign-in.ts");
      try {
        const answer = await offerPasskeys(signal);
        if (answer) told.current.onAnswer(answer);
      } catch (error) {
        if (!signal.aborted) told.current.onRefused((error as Error).message);
      }
    }
    if (passkeysHere()) {
      for (const sign of signs) addEventListener(sign, () => void begin(), { signal: begun.signal });
    }
    return () => {
      begun.abort();
      stop.abort();
    };
  }, []);
}
