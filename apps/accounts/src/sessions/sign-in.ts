import type { SignedIn } from "@foyer/contract/sign-in";
import { normalizeAccountName } from "@foyer/domain/account-name";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Transaction } from "kysely";
import { mayHoldCookies } from "../browsers/browser-cookies.ts";
import type { Browser } from "../browsers/browser-store.ts";
import { type BrowserCall, knownBrowser, rememberBrowser } from "../browsers/remember-browser.ts";
import { refuseClosed } from "../closing/refuse-closed.ts";
import type { AccountsTables } from "../db/schema.ts";
import type { Amr } from "../db/session-tables.ts";
import type { Deps } from "../deps.ts";
import { lifetimes } from "../lifetimes.ts";
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
import { openSession } from "./open-session.ts";
import { deleteSessionsOf } from "./session-store.ts";
import { type AllowedTry, takePasswordTry } from "./sign-in-guard.ts";
import { sessionLimits } from "./staff-session.ts";

export interface SignInInput extends BrowserCall {
  readonly username: string;
  readonly password: string;
  readonly otp: string | undefined;
  /** True to trust this browser, so that it is not asked for a code for a while. */
  readonly trust_browser: boolean | undefined;
  readonly requestId: string;
}

/**
 * What was proved in addition to the password: a code, the trust in a browser, or null for an account without a second factor.
 */
type SecondProof = CodeKind | "trust" | null;

/** Limit of wrong codes after a right password; they count as password tries too. */
const codeTries = { limit: 5, windowSeconds: 600 } as const;

/** Attempts for an account that keeps changing. */
const LOOKS = 3;

/**
 * Opens a session for the right name and password, and the right code if the account has a second factor and the browser is not
 * trusted.
 *
 * The account may change between the check and the opening of the session. Then the check is repeated, so that the session rests
 * on the present password.
 */
export async function signIn(deps: Deps, input: SignInInput): Promise<SignedIn> {
  const name = normalizeAccountName(input.username);
  // Used codes by their factor. A code works once, so a repeated check must not require it again.
  const codes = new Map<number, CodeKind>();
  for (let look = 0; look < LOOKS; look++) {
    const browser = await knownBrowser(deps, name, input.headers);
    const allowed = await takePasswordTry(deps, name, input.ip, browser?.id);
    const account = await checkPassword(deps, allowed, name, input);
    const factor = account.second_factor_since?.getTime() ?? null;
    let secondProof: SecondProof = null;
    if (factor !== null) {
      secondProof = isTrusted(deps, account, browser)
        ? "trust"
        : (codes.get(factor) ?? (await takeRightCode(deps, account, input)));
      if (secondProof !== "trust") codes.set(factor, secondProof);
    }
    await allowed.succeeded();
    const session = await begin(deps, account, input, secondProof);
    if (session) return session;
  }
  return refuse("service.unavailable", { retryAfterSeconds: 1 });
}

/** Staff need a code at each sign-in, because a session without one has no staff rights. */
const mayTrust = (account: AccountInfo): boolean => !account.is_staff;

function isTrusted({ clock }: Deps, account: AccountInfo, browser: Browser | null): boolean {
  if (!mayTrust(account) || browser?.account_id !== account.id || browser.trusted_until === null) return false;
  return browser.trusted_until > clock.now() && browser.trusted_version === account.credential_version;
}

/**
 * The account of that name and password. Unknown names, wrong passwords and accounts without a password get the same answer and
 * take equally long.
 */
async function checkPassword(deps: Deps, allowed: AllowedTry, name: string, input: SignInInput): Promise<AccountInfo> {
  const account = await findAccountInfoNamed(deps.db, name, deps.clock.now());
  const right = await isPasswordOf(deps, allowed, account, input.password);
  // A right password without its code counts as a failure until the code was checked.
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

/** Checks and uses the code of the request. Returns its kind. */
async function takeRightCode(deps: Deps, account: AccountInfo, input: SignInInput): Promise<CodeKind> {
  // The refusal offers to trust the browser, if that is allowed.
  const mayOffer = mayTrust(account) && mayHoldCookies(deps, input.headers);
  const extra = mayOffer ? { trust_days: lifetimes.trustedBrowser / 86_400 } : {};
  if (input.otp === undefined || input.otp === "") refuse("session.second_factor_required", { extra });
  const now = deps.clock.now();
  const allowed = await deps.limiter.begin(`sign-in-code:${account.id}`, codeTries);
  const taken = await takeCode(deps, account.id, input.otp).catch(async (error: unknown) => {
    await allowed.giveBack();
    throw error;
  });
  await (taken === null ? allowed.failed() : allowed.giveBack());
  if (taken === "recovery") await tellOfRecoveryCode(deps, now, account, input);
  if (taken !== null) return taken;
  await recordSecurityEvent(deps.db, now, input, {
    kind: "second_factor.refused",
    accountId: account.id,
    actor: null,
  });
  return refuse("session.second_factor_required", { message: "The code is wrong or has been used.", extra });
}

async function tellOfRecoveryCode(deps: Deps, now: Date, account: AccountInfo, origin: Origin): Promise<void> {
  await queueAccountNotice(deps.db, deps.addJob, account.id, "recovery_code_used", now);
  await recordSecurityEvent(deps.db, now, origin, {
    kind: "second_factor.recovery_used",
    accountId: account.id,
    actor: account.id,
  });
}

/**
 * Opens the session. A sign-in by recovery code ends all other sessions, because another person may have the authenticator.
 *
 * @returns null when the proof is no longer valid.
 */
async function begin(
  deps: Deps,
  account: AccountInfo,
  input: SignInInput,
  secondProof: SecondProof,
): Promise<SignedIn | null> {
  const { db, clock, passwords } = deps;
  const now = clock.now();
  const isOfToday = account.password_hash === null || !passwords.wantsRehash(account.password_hash);
  const passwordHash = isOfToday ? null : await passwords.hash(input.password);
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
    return openSession(tx, now, account, input, kind, eventRow(now, input, event));
  });
  return token && { token, userinfo: userInfoWire(account) };
}

/** Trust requires a code in this sign-in; an account without a second factor has no code to skip. */
function trustToGive(account: AccountInfo, input: SignInInput, code: CodeKind | null): "give" | undefined {
  return code !== null && input.trust_browser === true && mayTrust(account) ? "give" : undefined;
}

function amrOf(secondProof: SecondProof): readonly Amr[] {
  if (secondProof === null) return ["pwd"];
  return secondProof === "trust" ? ["pwd", "tb"] : ["pwd", "otp"];
}

/** Ends the other sessions. @returns false, and ends nothing, when the credential has changed since the check. */
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
