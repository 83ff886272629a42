import type { Person } from "@foyer/service-kit/call";
import { Refusal, refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { findAccount } from "../people/account-store.ts";
import { recordSecurityEvent, type Origin } from "../security-events/security-events.ts";
import { findSession, updateSession } from "../sessions/session-store.ts";
import { takePasswordTry } from "../sessions/sign-in-guard.ts";

/** Refuses `password.wrong` unless that is the person's password. Counted with the tries to sign in: it is the same lock. */
export async function checkPassword(
  deps: Deps,
  person: Pick<Person, "id" | "username">,
  password: string,
  origin: Origin,
  field: string,
): Promise<void> {
  const { db, clock, passwords } = deps;
  const allowed = await takePasswordTry(deps, person.username, origin.ip);
  const account = await findAccount(db, person.id);
  let right: boolean;
  try {
    right = await passwords.verify(account?.password_hash ?? null, password);
  } catch (error) {
    if (error instanceof Refusal) await allowed.notLookedAt();
    throw error;
  }
  if (right) return allowed.succeeded();
  await recordSecurityEvent(db, clock.now(), origin, {
    kind: "password.proof_refused",
    accountId: person.id,
    actor: person.id,
  });
  return refuse("password.wrong", { field });
}

/**
 * Makes sure that the password was proved within the last five minutes in this session.
 *
 * @param password a new proof, which then counts for five minutes; without it an old one has to do.
 */
export async function requireProof(
  deps: Deps,
  person: Pick<Person, "id" | "username" | "sessionId">,
  password: string | undefined,
  origin: Origin,
): Promise<void> {
  const { db, clock } = deps;
  if (password !== undefined) {
    await checkPassword(deps, person, password, origin, "password");
    await updateSession(db, person.sessionId, { proved_at: clock.now() });
    return;
  }
  const session = await findSession(db, person.sessionId);
  if (!session) refuse("session.required");
  if (after(session.proved_at, lifetimes.proof) < clock.now()) refuse("permission.proof_required");
}

/** The same for a person of whom another service knows the session. */
export async function requireProofFor(
  deps: Deps,
  asked: { readonly sub: string; readonly session_id: string; readonly password?: string | undefined },
  origin: Origin,
): Promise<void> {
  const { sub: id, session_id: sessionId, password } = asked;
  const [session, account] = await Promise.all([findSession(deps.db, sessionId), findAccount(deps.db, id)]);
  if (!account || session?.account_id !== id) refuse("session.required");
  await requireProof(deps, { id, username: account.username, sessionId }, password, origin);
}
