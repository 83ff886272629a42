import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Transaction } from "kysely";
import { type BrowserCall, knownBrowser } from "../browsers/remember-browser.ts";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { type Account, findAccount, findAccountNamed, lockAccount, OPEN } from "../people/account-store.ts";
import { recordSecurityEvent, type Origin } from "../security-events/security-events.ts";
import { findSession, lockSession, type SessionRow, updateSession } from "../sessions/session-store.ts";
import { takePasswordTry } from "../sessions/sign-in-guard.ts";
import { fitsStored, isPasswordOf } from "./is-password-of.ts";

// The rule of every effect that a password opens: the password is checked without a lock, as that takes long, and what was
// proved is used under the account's lock, as long as it is still true there. So nothing that was proved by an old
// password has an effect once a new one was acknowledged.

type Tx = Transaction<AccountsTables>;

/** Who asks, and in which session. */
export type Holder = Pick<Person, "id" | "sessionId">;

class PasswordProof implements Holder {
  readonly id: string;
  readonly sessionId: string;
  readonly checked: { readonly version: number; readonly hash: string | null; readonly field: string } | null;
  // Keeps other objects of this shape from passing for a proof.
  readonly #accountId: string;

  constructor(holder: Holder, checked: PasswordProof["checked"]) {
    this.#accountId = holder.id;
    this.id = this.#accountId;
    this.sessionId = holder.sessionId;
    this.checked = checked;
  }
}

/**
 * That somebody proved her password: in which session, and the version of the credential that it was checked against;
 * `checked` is null where a proof of the last five minutes counts. Made here alone, and good for `lockProved`.
 */
export type Proof = PasswordProof;

/** From where a password is proved; a call that shows the cookie of a known browser has that one's tries. */
export type ProofOrigin = Origin & Partial<Pick<BrowserCall, "headers">>;

/** Refuses `password.wrong` unless that is the person's password. Counted with the tries to sign in: it is the same lock. */
export async function checkPassword(
  deps: Deps,
  person: Pick<Person, "id" | "username" | "sessionId">,
  password: string,
  origin: ProofOrigin,
  field: string,
): Promise<Proof> {
  const { db, clock } = deps;
  const browser = origin.headers ? await knownBrowser(deps, person.username, origin.headers) : null;
  const allowed = await takePasswordTry(deps, person.username, origin.ip, browser?.id);
  const account = await findAccount(db, person.id);
  const right = await fitsStored(deps, allowed, account?.password_hash ?? null, password);
  if (account && right) {
    await allowed.succeeded();
    return new PasswordProof(person, { version: account.credential_version, hash: account.password_hash, field });
  }
  await recordSecurityEvent(db, clock.now(), origin, {
    kind: "password.proof_refused",
    accountId: person.id,
    actor: person.id,
  });
  return refuse("password.wrong", { field });
}

/**
 * The account of that name and password, open or not; refuses `session.wrong_credentials`.
 *
 * @param name normalized; one that nobody has takes as long.
 */
export async function passwordOwner(deps: Deps, name: string, password: string, origin: Origin): Promise<Account> {
  const { db, clock } = deps;
  const allowed = await takePasswordTry(deps, name, origin.ip);
  const account = await findAccountNamed(db, name);
  const right = await isPasswordOf(deps, allowed, account, password);
  if (account && right) {
    await allowed.succeeded();
    return account;
  }
  await recordSecurityEvent(db, clock.now(), origin, {
    kind: "password.proof_refused",
    accountId: account?.id ?? null,
    actor: null,
  });
  return refuse("session.wrong_credentials");
}

/**
 * Makes sure that the password was proved within the last five minutes in this session. The effect that wants it begins
 * with `lockProved`.
 *
 * @param password a new proof, which then counts for five minutes; without it an old one has to do.
 */
export async function requireProof(
  deps: Deps,
  person: Pick<Person, "id" | "username" | "sessionId">,
  password: string | undefined,
  origin: ProofOrigin,
): Promise<Proof> {
  const { db, clock } = deps;
  if (password !== undefined) {
    const proof = await checkPassword(deps, person, password, origin, "password");
    await inTransaction(db, async (tx) => {
      const now = clock.now();
      await lockProved(tx, now, proof);
      await updateSession(tx, person.sessionId, { proved_at: now });
    });
    return proof;
  }
  refuseOld(await findSession(db, person.sessionId), clock.now());
  return new PasswordProof(person, null);
}

/**
 * As `requireProof`, for what ends more than a session: that somebody has signed in a moment ago is not enough. Without the
 * password it wants a proof since then, which a passkey may have given.
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

/** Whether the person has proved herself within the last five minutes, otherwise than by signing in. */
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

/** The session of an open account whose lock is held; it does not end before the transaction does. */
async function lockLive(tx: Tx, account: Account, sessionId: string): Promise<SessionRow> {
  const session = account.state === OPEN ? await lockSession(tx, sessionId) : null;
  return session?.account_id === account.id && !session.account_closed ? session : refuse("session.required");
}

/** Refuses `session.required` unless the account, whose lock is held, is open and the session lives. */
export async function refuseEnded(tx: Tx, { sessionId }: Holder, account: Account): Promise<void> {
  await lockLive(tx, account, sessionId);
}

/**
 * The account of whoever asks, locked until the transaction ends: for what a session may do without a password, and
 * nobody may whose session has ended meanwhile. Refuses `session.required`.
 */
export async function lockHolder(tx: Tx, holder: Holder): Promise<Account> {
  const account = (await lockAccount(tx, holder.id)) ?? refuse("session.required");
  await refuseEnded(tx, holder, account);
  return account;
}

/**
 * The account of a proof, locked until the transaction ends; whatever the proof opens is written after this, in the same
 * transaction.
 *
 * Refuses `password.wrong` when the password has changed since it was checked, `session.required` when the session or the
 * account has ended, `permission.proof_required` when an earlier proof has become too old.
 */
export async function lockProved(tx: Tx, now: Date, proof: Proof): Promise<Account> {
  const account = (await lockAccount(tx, proof.id)) ?? refuse("session.required");
  await refuseStale(tx, now, proof, account);
  return account;
}

/** What `lockProved` refuses, for an account whose lock is held already. */
export async function refuseStale(tx: Tx, now: Date, proof: Proof, account: Account): Promise<void> {
  const { checked, sessionId } = proof;
  // The same hash is the same password, whatever else the version grew by; and so is another hash of the same version.
  const isStill = account.credential_version === checked?.version || account.password_hash === checked?.hash;
  if (checked && account.state === OPEN && !isStill) refuse("password.wrong", { field: checked.field });
  const session = await lockLive(tx, account, sessionId);
  if (!checked) refuseOld(session, now);
}
