import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import { useEffect, useState } from "react";
import { api } from "../shared/requests/api.ts";

type Look = CallReply<"readNotMe">;
type Answered = { readonly look: Look } | { readonly failure: unknown } | null;

/** Returns what a mailed link is about; null while loading. Reading does not use the link. */
export function useLook(token: string): { answer: Answered; again: () => void } {
  const [answer, setAnswer] = useState<Answered>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isHere = true;
    const keep = (next: Answered) => {
      if (isHere) setAnswer(next);
    };
    void call(api, "readNotMe", { body: { token } }).then(
      (look) => keep({ look }),
      (failure: unknown) => keep({ failure }),
    );
    return () => {
      isHere = false;
    };
  }, [token, tries]);
  return {
    answer,
    again: () => {
      setAnswer(null);
      setTries(tries + 1);
    },
  };
}
