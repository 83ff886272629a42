import type { SignedIn, Token } from "@foyer/contract/sign-in";
import { normaliseAccountName } from "@foyer/domain/account-name";
import { inTransaction, type Queryable } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Transaction } from "kysely";
import { refuseClosed } from "../closing/refuse-closed.ts";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { isPasswordOf } from "../passwords/is-password-of.ts";
import { queueAccountNotice } from "../mail/send-account-notice.ts";
import {
  type AccountInfo,
  findAccountInfoNamed,
  lockAccount,
  OPEN,
  renewPasswordHash,
} from "../people/account-store.ts";
import { userInfoWire } from "../people/person-wire.ts";
import { type CodeKind, takeCode } from "../second-factor/take-code.ts";
import { eventRow, type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { type Opener, openSession, type SessionKind } from "./open-session.ts";
import { deleteSessionsOf } from "./session-store.ts";
import { type AllowedTry, takePasswordTry } from "./sign-in-guard.ts";
import { sessionLimits } from "./staff-session.ts";

export interface SignInInput extends Opener {
  readonly username: string;
  readonly password: string;
  readonly otp: string | undefined;
  readonly requestId: string;
}

/** Wrong codes beside a right password; the password's own tries count them too. */
const codeTries = { limit: 5, windowSeconds: 600 } as const;

/** Looks at a password whose account keeps changing so often. */
const LOOKS = 3;

/**
 * Opens a session for the right name and password, and the right code where the account has a second factor.
 *
 * What was looked at may have changed by the time the session opens: then it is looked at again, as what counts is the
 * password of the moment in which the session begins.
 */
export async function signInPerson(deps: Deps, input: SignInInput): Promise<SignedIn> {
  const name = normaliseAccountName(input.username);
  // By factor. A code works once: the one that was right at the first look is not asked for again.
  const codes = new Map<number, CodeKind>();
  for (let look = 0; look < LOOKS; look++) {
    const allowed = await takePasswordTry(deps, name, input.ip);
    const account = await checkPassword(deps, allowed, name, input);
    const factor = account.second_factor_since?.getTime() ?? null;
    const code = factor === null ? null : (codes.get(factor) ?? (await takeRightCode(deps, account, input)));
    if (factor !== null && code !== null) codes.set(factor, code);
    await allowed.succeeded();
    const session = await begin(deps, account, input, code);
    if (session) return session;
  }
  return refuse("service.unavailable", { retryAfterSeconds: 1 });
}

/** The account whose password that is. A name that nobody has, a wrong password and one that is not set look and last alike. */
async function checkPassword(deps: Deps, allowed: AllowedTry, name: string, input: SignInInput): Promise<AccountInfo> {
  const account = await findAccountInfoNamed(deps.db, name, deps.clock.now());
  const right = await isPasswordOf(deps, allowed, account, input.password);
  // Without its code a right password is a failure, too, until the code has come.
  if (account?.second_factor_since) await allowed.failed();
  if (!account || !right) {
    await recordSecurityEvent(deps.db, deps.clock.now(), input, {
      kind: "session.refused",
      accountId: account?.id ?? null,
      actor: null,
    });
    refuse("session.wrong_credentials");
  }
  if (account.state !== OPEN) {
    await allowed.succeeded();
    await refuseClosed(deps, account);
  }
  return account;
}

/** What the code was that came along; it is used from then on. */
async function takeRightCode(deps: Deps, account: AccountInfo, input: SignInInput): Promise<CodeKind> {
  if (input.otp === undefined || input.otp === "") refuse("session.second_factor_required");
  const now = deps.clock.now();
  const allowed = await deps.limiter.begin(`sign-in-code:${account.id}`, codeTries);
  const taken = await takeCode(deps, account.id, input.otp).catch(async (error: unknown) => {
    await allowed.giveBack();
    throw error;
  });
  await (taken === null ? allowed.failed() : allowed.giveBack());
  if (taken === "recovery") await queueAccountNotice(deps.db, deps.addJob, account.id, "recovery_code_used", now);
  if (taken !== null) return taken;
  await recordSecurityEvent(deps.db, now, input, {
    kind: "second_factor.refused",
    accountId: account.id,
    actor: null,
  });
  return refuse("session.second_factor_required", { message: "The code is wrong or has been used." });
}

/**
 * Opens the session of what was proved. A recovery code ends all others: whoever has the authenticator now is signed out.
 *
 * @param code what was taken beside the password; null where the account has no second factor.
 * @returns null when what was looked at counts no more.
 */
async function begin(
  deps: Deps,
  account: AccountInfo,
  input: SignInInput,
  code: CodeKind | null,
): Promise<SignedIn | null> {
  const { db, clock, passwords } = deps;
  const now = clock.now();
  const opened = eventRow(now, input, { kind: "session.opened", accountId: account.id, actor: account.id });
  const kind: SessionKind = { ...sessionLimits(deps, account), amr: code === null ? ["pwd"] : ["pwd", "otp"] };
  const open = (on: Queryable<AccountsTables>): Promise<Token | null> =>
    openSession(on, now, account, input, kind, opened);
  const isOfToday = account.password_hash === null || !passwords.wantsRehash(account.password_hash);
  if (isOfToday && code !== "recovery") return toldOf(account, await open(db));
  const passwordHash = isOfToday ? null : await passwords.hash(input.password);
  const token = await inTransaction(db, async (tx) => {
    if (passwordHash !== null) await renewPasswordHash(tx, account, passwordHash);
    if (code === "recovery" && !(await endOtherSessions(tx, now, account, input))) return null;
    return open(tx);
  });
  return toldOf(account, token);
}

/** @returns false, and nothing ends, when the credential has changed since it was looked at. */
async function endOtherSessions(
  tx: Transaction<AccountsTables>,
  now: Date,
  account: AccountInfo,
  origin: Origin,
): Promise<boolean> {
  const locked = await lockAccount(tx, account.id);
  if (locked?.credential_version !== account.credential_version) return false;
  const ended = await deleteSessionsOf(tx, account.id);
  await recordSecurityEvent(tx, now, origin, {
    kind: "session.others_ended",
    accountId: account.id,
    actor: account.id,
    details: { ended },
  });
  return true;
}

const toldOf = (account: AccountInfo, token: Token | null): SignedIn | null =>
  token && { token, userinfo: userInfoWire(account) };
