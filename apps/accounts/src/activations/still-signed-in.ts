import type { Person } from "@foyer/service-kit/call";
import { refuse } from "@foyer/service-kit/errors";
import type { Tx } from "../db/schema.ts";
import { findLiveGrant } from "../stores/grant-store.ts";
import { type Account, findAccountForShare, OPEN } from "../stores/account-store.ts";
import { findSession } from "../stores/session-store.ts";

/**
 * Returns the caller's account and locks it against closing and renaming until the transaction ends. Refuses
 * `session.required` if the account was closed, or the session or the app was signed out, after the call was admitted.
 */
export async function stillSignedIn(tx: Tx, person: Person, now: Date): Promise<Account> {
  const account = await findAccountForShare(tx, person.id);
  const { app, sessionId } = person;
  const entry = app ? await findLiveGrant(tx, app.grantId, now) : await findSession(tx, sessionId);
  if (account?.state !== OPEN || !entry) refuse("session.required");
  return account;
}
