import { useCallback, useEffect, useState } from "react";

export type Asked<T> =
  | { readonly state: "loading" }
  | { readonly state: "there"; readonly value: T }
  | { readonly state: "failed"; readonly failure: unknown };

/** Reads from a service when the component mounts; `again` reads once more. Needs no query cache, so it works for signed-out people. */
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
  const again = useCallback(() => {
    setHeld({ key, asked: { state: "loading" } });
    setTries((before) => before + 1);
  }, [key]);
  return { asked: held.key === key ? held.asked : { state: "loading" }, again };
}
