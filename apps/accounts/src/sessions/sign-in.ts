import type { SignedIn } from "@foyer/contract/sign-in";
import { normaliseAccountName } from "@foyer/domain/account-name";
import { Refusal, refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { wantsRehash } from "../passwords/password-hasher.ts";
import { queueAccountNotice } from "../mail/send-account-notice.ts";
import {
  type Account,
  type AccountInfo,
  findAccountInfoNamed,
  OPEN,
  setPasswordHash,
} from "../people/account-store.ts";
import { userInfoWire } from "../people/person-wire.ts";
import { takeCode } from "../second-factor/take-code.ts";
import { eventRow, recordSecurityEvent } from "../security-events/security-events.ts";
import { type Opener, openSession, sessionLimits } from "./open-session.ts";
import { type AllowedTry, takePasswordTry } from "./sign-in-guard.ts";

export interface SignInInput extends Opener {
  readonly username: string;
  readonly password: string;
  readonly otp: string | undefined;
  readonly requestId: string;
}

/** Opens a session for the right name and password, and the right code where the account has a second factor. */
export async function signInPerson(deps: Deps, input: SignInInput): Promise<SignedIn> {
  const name = normaliseAccountName(input.username);
  const allowed = await takePasswordTry(deps, name, input.ip);
  const account = await checkPassword(deps, allowed, name, input);
  await checkSecondFactor(deps, account, input);
  await allowed.succeeded();
  return begin(deps, account, input);
}

/** The account whose password that is. A name that nobody has, a wrong password and one that is not set look and last alike. */
async function checkPassword(deps: Deps, allowed: AllowedTry, name: string, input: SignInInput): Promise<AccountInfo> {
  const account = await findAccountInfoNamed(deps.db, name, deps.clock.now());
  const right = await verifyOrGiveBack(deps, allowed, account, input.password);
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
    refuse("account.closed", { extra: { userinfo: { account_state: account.state } } });
  }
  return account;
}

async function verifyOrGiveBack(
  deps: Deps,
  allowed: AllowedTry,
  account: Account | null,
  password: string,
): Promise<boolean> {
  try {
    return await deps.passwords.verify(account?.password_hash ?? null, password);
  } catch (error) {
    if (error instanceof Refusal) await allowed.notLookedAt();
    throw error;
  }
}

async function checkSecondFactor(deps: Deps, account: AccountInfo, input: SignInInput): Promise<void> {
  if (!account.second_factor) return;
  if (input.otp === undefined || input.otp === "") refuse("session.second_factor_required");
  const now = deps.clock.now();
  const taken = await takeCode(deps, account.id, input.otp);
  if (taken === "recovery") await queueAccountNotice(deps.db, deps.addJob, account.id, "recovery_code_used", now);
  if (taken !== null) return;
  await recordSecurityEvent(deps.db, now, input, {
    kind: "second_factor.refused",
    accountId: account.id,
    actor: null,
  });
  refuse("session.second_factor_required", { message: "The code is wrong or has been used." });
}

async function begin(deps: Deps, account: AccountInfo, input: SignInInput): Promise<SignedIn> {
  const { db, clock, passwords } = deps;
  const now = clock.now();
  if (account.password_hash !== null && wantsRehash(account.password_hash)) {
    await setPasswordHash(db, account.id, await passwords.hash(input.password));
  }
  const opened = eventRow(now, input, { kind: "session.opened", accountId: account.id, actor: account.id });
  const token = await openSession(db, now, account.id, input, sessionLimits(deps, account), opened);
  return { token, userinfo: userInfoWire(account) };
}
