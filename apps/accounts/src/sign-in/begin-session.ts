import type { SignedIn } from "@foyer/contract/sign-in";
import { inTransaction, sqlState } from "@foyer/service-kit/db";
import type { Browser } from "../stores/browser-store.ts";
import { type BrowserCall, browserAtOnce, rememberBrowser } from "../browsers/remember-browser.ts";
import type { Tx } from "../db/schema.ts";
import type { Amr } from "../db/session-tables.ts";
import type { Deps } from "../deps.ts";
import { type AccountInfo, lockAccount, renewPasswordHash } from "../stores/account-store.ts";
import { userInfoWire } from "../sessions/person-wire.ts";
import type { CodeKind } from "../second-factor/take-code.ts";
import { eventRow, type Origin, recordOwnEvent, recordSecurityEvent } from "../security-events/security-events.ts";
import { openSession } from "../sessions/open-session.ts";
import { deleteSessionsOf, type WithSession } from "../stores/session-store.ts";
import type { AllowedTry } from "../passwords/sign-in-guard.ts";
import { sessionLimits } from "../sessions/staff-session.ts";

/** The sign-in whose password was right. */
export interface ProvedSignIn extends BrowserCall, Origin {
  readonly password: string;
  /** True to trust this browser, so that it is not asked for a code for a while. */
  readonly trust_browser: boolean | undefined;
}

/**
 * The proof in addition to the password: a code, the trust in a browser, or null for an account without a second factor.
 */
export type SecondProof = CodeKind | "trust" | null;

/** Staff need a code at each sign-in, because a session without one has no staff rights. */
export const mayTrust = (account: AccountInfo): boolean => !account.is_staff;

const DEADLOCK = "40P01";

const wantsRehash = ({ passwords }: Deps, { password_hash: stored }: AccountInfo, password: string): boolean =>
  stored !== null && passwords.wantsRehash(stored, password);

/**
 * Opens the session of an account without a second factor, records its browser and takes the try back, in one statement: most
 * sign-ins need nothing else.
 *
 * @returns null, without a change, if one statement is not enough. That is so if the password needs another hash, if the owner
 * must get a mail about the sign-in, or if the account has changed since it was read.
 */
export async function beginAtOnce(
  deps: Deps,
  account: AccountInfo,
  input: ProvedSignIn,
  { allowed, browser: known }: { readonly allowed: AllowedTry; readonly browser: Browser | null },
): Promise<SignedIn | null> {
  const now = deps.clock.now();
  const seen = wantsRehash(deps, account, input.password) ? null : browserAtOnce(deps, now, account, input, known);
  if (!seen) return null;
  const details = { user_agent: input.userAgent };
  const event = eventRow(now, input, { kind: "session.opened", accountId: account.id, actor: account.id, details });
  const together: WithSession = { event, browser: seen.browser, further: (when) => allowed.succeeding(when) };
  const kind = { ...sessionLimits(deps, account), amr: amrOf(null) };
  const token = await openSession(deps.db, now, account, input, kind, together).catch((error: unknown) => {
    // The transaction of `beginSession` tries again after a deadlock.
    if (sqlState(error) === DEADLOCK) return null;
    throw error;
  });
  if (!token) return null;
  allowed.hasSucceeded();
  seen.remember();
  return { token, userinfo: userInfoWire(account) };
}

/**
 * Takes the try back and opens the session. A sign-in by recovery code ends all other sessions, because another person may have the authenticator.
 *
 * @returns null when the proof is no longer valid.
 */
export async function beginSession(
  deps: Deps,
  account: AccountInfo,
  input: ProvedSignIn,
  { allowed, secondProof }: { readonly allowed: AllowedTry; readonly secondProof: SecondProof },
): Promise<SignedIn | null> {
  const { db, clock, passwords } = deps;
  await allowed.succeeded();
  const now = clock.now();
  const passwordHash = wantsRehash(deps, account, input.password) ? await passwords.hash(input.password) : null;
  const token = await inTransaction(db, async (tx) => {
    if (passwordHash !== null) await renewPasswordHash(tx, account, passwordHash);
    if (secondProof === "recovery" && !(await endOtherSessions(tx, now, account, input))) return null;
    const trust = secondProof === "trust" ? "use" : trustToGive(account, input, secondProof);
    const browserId = await rememberBrowser(tx, deps, now, account, input, trust);
    if (browserId === null) return null;
    const by = { accountId: account.id, actor: account.id };
    if (trust === "give") {
      await recordSecurityEvent(tx, now, input, { kind: "browser.trusted", ...by, target: browserId });
    }
    const details = { user_agent: input.userAgent, ...(trust === "use" && { browser: "trusted" }) };
    const event = { kind: "session.opened" as const, ...by, details };
    const kind = { ...sessionLimits(deps, account), amr: amrOf(secondProof), browserId };
    return openSession(tx, now, account, input, kind, { event: eventRow(now, input, event) });
  });
  return token && { token, userinfo: userInfoWire(account) };
}

/** Trust requires a code in this sign-in; an account without a second factor has no code to skip. */
function trustToGive(account: AccountInfo, input: ProvedSignIn, code: CodeKind | null): "give" | undefined {
  return code !== null && input.trust_browser === true && mayTrust(account) ? "give" : undefined;
}

function amrOf(secondProof: SecondProof): readonly Amr[] {
  if (secondProof === null) return ["pwd"];
  return secondProof === "trust" ? ["pwd", "tb"] : ["pwd", "otp"];
}

/** Ends the other sessions. @returns false, and ends nothing, when the credential has changed since the check. */
async function endOtherSessions(tx: Tx, now: Date, account: AccountInfo, origin: Origin): Promise<boolean> {
  const locked = await lockAccount(tx, account.id);
  if (locked?.credential_version !== account.credential_version) return false;
  const ended = await deleteSessionsOf(tx, account.id);
  await recordOwnEvent(tx, now, origin, account.id, "session.others_ended", { details: { ended } });
  return true;
}
