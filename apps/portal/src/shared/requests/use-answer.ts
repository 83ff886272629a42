import { useCallback, useEffect, useState } from "react";
import { onMayAnswer } from "./api.ts";

export type Asked<T> =
  | { readonly state: "loading" }
  | { readonly state: "there"; readonly value: T }
  | { readonly state: "failed"; readonly failure: unknown };

/** Makes a read without the query cache, which signed-out people do not have. `again` repeats it. A failed read is repeated when the service may answer. */
export function useAnswer<T>(ask: () => Promise<T>, key: string): { readonly asked: Asked<T>; again: () => void } {
  const [held, setHeld] = useState<{ readonly key: string; readonly asked: Asked<T> }>({
    key,
    asked: { state: "loading" },
  });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isWanted = true;
    const keep = (asked: Asked<T>) => {
      if (isWanted) setHeld({ key, asked });
    };
    ask().then(
      (value) => keep({ state: "there", value }),
      (failure: unknown) => keep({ state: "failed", failure }),
    );
    return () => {
      isWanted = false;
    };
    // One request for each key and try; `ask` is a new function at each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, tries]);
  const { state } = held.asked;
  useEffect(() => (state === "failed" ? onMayAnswer(() => setTries((before) => before + 1)) : undefined), [state]);
  const again = useCallback(() => {
    setHeld({ key, asked: { state: "loading" } });
    setTries((before) => before + 1);
  }, [key]);
  return { asked: held.key === key ? held.asked : { state: "loading" }, again };
}
