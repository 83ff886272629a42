import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import { userQuery } from "../requests/queries.ts";
import { lastAccountId, queryClient } from "../requests/query-client.ts";
import { currentSession, onSessionEnd } from "../session/session.ts";

/** The current values, by page and name. */
const now = new Map<string, unknown>();

/** The values at the unexpected end of a session, only in the memory of this tab. */
let kept: { readonly owner: string | null; readonly values: Map<string, unknown> } = { owner: null, values: new Map() };

onSessionEnd(() => {
  const session = currentSession();
  const hasEndedItself = !session.signedIn && session.notice !== null;
  kept = { owner: lastAccountId(), values: new Map(hasEndedItself ? now : []) };
});

/** Returns the value from before the end of the session, only to the same account. */
function keptValue(key: string): unknown {
  const { owner, values } = kept;
  const account = queryClient.getQueryData(userQuery.queryKey)?.id;
  return owner !== null && owner === account ? values.get(key) : undefined;
}

/**
 * State that survives an unexpected end of the session, if the same person signs in again: typed text, and the forms opened
 * for it (LOOK-04). Never use it for a secret.
 *
 * @param name unique on its page.
 */
export function useKept<Value>(name: string, initial: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const [key] = useState(() => `${location.pathname} ${name}`);
  // Only this state is stored under its name.
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
