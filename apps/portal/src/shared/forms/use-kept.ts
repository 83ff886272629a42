import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import { userQuery } from "../requests/queries.ts";
import { lastAccountId, queryClient } from "../requests/query-client.ts";
import { currentSession, onSessionEnd } from "../session/session.ts";

/** What is typed or open on the page now, by page and name. */
const now = new Map<string, unknown>();

/** What was, when the session ended by itself; it is kept in the memory of this tab, and nowhere else. */
let kept: { readonly owner: string | null; readonly values: Map<string, unknown> } = { owner: null, values: new Map() };

onSessionEnd(() => {
  const session = currentSession();
  const hasEndedItself = !session.signedIn && session.notice !== null;
  kept = { owner: lastAccountId(), values: new Map(hasEndedItself ? now : []) };
});

/** Only whoever typed it gets it back. */
function keptValue(key: string): unknown {
  const { owner, values } = kept;
  const account = queryClient.getQueryData(userQuery.queryKey)?.id;
  return owner !== null && owner === account ? values.get(key) : undefined;
}

/**
 * State that comes back when the session ended by itself and the same person has signed in again: what she had typed, and what
 * she had opened to type it (LOOK-04). Never for a secret.
 *
 * @param name unique on its page.
 */
export function useKept<Value>(name: string, initial: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const [key] = useState(() => `${location.pathname} ${name}`);
  // Under its name there is only what this state was.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [value, setValue] = useState(() => (keptValue(key) as Value | undefined) ?? initial);
  useEffect(() => {
    kept.values.delete(key);
  }, [key]);
  useEffect(() => {
    now.set(key, value);
    return () => {
      now.delete(key);
    };
  }, [key, value]);
  return [value, setValue];
}
