import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { type Account, findAccount, lockAccount, OPEN } from "../stores/account-store.ts";
import { recordOwnEvent, type Origin } from "../security-events/security-events.ts";
import { findSession, lockSession, type SessionRow, noteProof, ownTriesOf } from "../stores/session-store.ts";
import { takePasswordTry } from "./sign-in-guard.ts";
import { fitsStored } from "./is-password-of.ts";

// Rule for every effect that a password permits: the check takes long, so it runs without a lock. The effect runs under the
// account's lock, and only if the proof is still valid. An old password has no effect after a new one was acknowledged.

/** The caller and the session. */
export type Holder = Pick<Person, "id" | "sessionId">;

class PasswordProof implements Holder {
  readonly id: string;
  readonly sessionId: string;
  readonly checked: { readonly version: number; readonly field: string } | null;
  // A private field, so that no other object type-checks as a proof.
  readonly #accountId: string;

  constructor(holder: Holder, checked: PasswordProof["checked"]) {
    this.#accountId = holder.id;
    this.id = this.#accountId;
    this.sessionId = holder.sessionId;
    this.checked = checked;
  }
}

/**
 * Proof that a person knows her password: the session, and the version of the password that was checked. `checked` is null when a
 * proof of the last five minutes was used. Only this file creates proofs; `lockProved` uses them.
 */
export type Proof = PasswordProof;

/**
 * Refuses `password.wrong` unless that is the person's password.
 *
 * The tries are those of the session, whichever service asks for the proof: strangers who try the account's password cannot lock
 * them (KEY-06).
 */
export async function checkPassword(
  deps: Deps,
  person: Pick<Person, "id" | "username" | "sessionId">,
  password: string,
  origin: Origin,
  field: string,
): Promise<Proof> {
  const { db, clock } = deps;
  const own = await ownTriesOf(db, person.sessionId);
  const allowed = await takePasswordTry(deps, person.username, origin.ip, own);
  const account = await findAccount(db, person.id);
  const right = await fitsStored(deps, allowed, account?.password_hash ?? null, password);
  if (account && right) {
    await allowed.succeeded();
    return new PasswordProof(person, { version: account.password_version, field });
  }
  await recordOwnEvent(db, clock.now(), origin, person.id, "password.proof_refused");
  return refuse("password.wrong", { field });
}

/**
 * Ensures that the password was proved within the last five minutes in this session. The transaction of the effect begins with
 * `lockProved`.
 *
 * @param password a new proof, valid for five minutes; without it an earlier proof must still be valid.
 */
export async function requireProof(
  deps: Deps,
  person: Pick<Person, "id" | "username" | "sessionId">,
  password: string | undefined,
  origin: Origin,
): Promise<Proof> {
  const { db, clock } = deps;
  if (password !== undefined) {
    const proof = await checkPassword(deps, person, password, origin, "password");
    await inTransaction(db, async (tx) => {
      const now = clock.now();
      await lockProved(tx, now, proof);
      await noteProof(tx, person.sessionId, now, "pwd");
    });
    return proof;
  }
  refuseOld(await findSession(db, person.sessionId), clock.now());
  return new PasswordProof(person, null);
}

/**
 * Like `requireProof`, for effects beyond a session: a recent sign-in is not enough. Without the password it requires a proof
 * made after the sign-in, possibly by a passkey.
 */
export async function proveOutright(
  deps: Deps,
  person: Pick<Person, "id" | "username" | "sessionId">,
  password: string | undefined,
  origin: Origin,
): Promise<Proof> {
  if (password !== undefined) return checkPassword(deps, person, password, origin, "password");
  if (!(await hasProvedOutright(deps, person))) refuse("permission.proof_required");
  return requireProof(deps, person, undefined, origin);
}

/** True when the person has proved herself within the last five minutes by more than the sign-in. */
export async function hasProvedOutright(
  { db, clock }: Deps,
  { sessionId }: Pick<Person, "sessionId">,
): Promise<boolean> {
  const session = await findSession(db, sessionId);
  return session !== null && session.proved_at > session.started_at && !isOld(session, clock.now());
}

const isOld = ({ proved_at: at }: SessionRow, now: Date): boolean => after(at, lifetimes.proof) < now;

function refuseOld(session: SessionRow | null, now: Date): void {
  if (!session) refuse("session.required");
  if (isOld(session, now)) refuse("permission.proof_required");
}

/** `requireProof` for a person and session that another service names. */
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

/** The locked session of an open account. The caller holds the account's lock. */
async function lockLive(tx: Tx, account: Account, sessionId: string): Promise<SessionRow> {
  const session = account.state === OPEN ? await lockSession(tx, sessionId) : null;
  return session?.account_id === account.id && !session.account_closed ? session : refuse("session.required");
}

/** Refuses `session.required` unless the account is open and the session is live. The caller holds the account's lock. */
export async function refuseEnded(tx: Tx, { sessionId }: Holder, account: Account): Promise<void> {
  await lockLive(tx, account, sessionId);
}

/**
 * The caller's account, locked until the transaction ends. For effects that need a live session but no password. Refuses
 * `session.required`.
 */
export async function lockHolder(tx: Tx, holder: Holder): Promise<Account> {
  const account = (await lockAccount(tx, holder.id)) ?? refuse("session.required");
  await refuseEnded(tx, holder, account);
  return account;
}

/**
 * The account of a proof, locked until the transaction ends. The caller writes the proof's effect afterwards in the same
 * transaction.
 *
 * Refuses `password.wrong` when the password has changed since it was checked, `session.required` when the session or the account
 * has ended, `permission.proof_required` when an earlier proof has expired.
 */
export async function lockProved(tx: Tx, now: Date, proof: Proof): Promise<Account> {
  const account = (await lockAccount(tx, proof.id)) ?? refuse("session.required");
  await refuseStale(tx, now, proof, account);
  return account;
}

/** Makes the checks of `lockProved` for an account that is already locked. */
export async function refuseStale(tx: Tx, now: Date, proof: Proof, account: Account): Promise<void> {
  const { checked, sessionId } = proof;
  const isStill = account.password_version === checked?.version;
  if (checked && account.state === OPEN && !isStill) refuse("password.wrong", { field: checked.field });
  const session = await lockLive(tx, account, sessionId);
  if (!checked) refuseOld(session, now);
}
