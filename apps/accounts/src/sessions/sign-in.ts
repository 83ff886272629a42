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
  /** Whether this browser is to be asked for no code for a while. */
  readonly trust_browser: boolean | undefined;
  readonly requestId: string;
}

/** What came beside the password: a code, the trust in a browser, or nothing where the account has no second factor. */
type Beside = CodeKind | "trust" | null;

/** Wrong codes beside a right password; the password's own tries count them too. */
const codeTries = { limit: 5, windowSeconds: 600 } as const;

/** Looks at a password whose account keeps changing so often. */
const LOOKS = 3;

/**
 * Opens a session for the right name and password, and the right code where the account has a second factor and the browser
 * is not trusted.
 *
 * What was looked at may have changed by the time the session opens: then it is looked at again, as what counts is the
 * password of the moment in which the session begins.
 */
export async function signIn(deps: Deps, input: SignInInput): Promise<SignedIn> {
  const name = normalizeAccountName(input.username);
  // By factor. A code works once: the one that was right at the first look is not asked for again.
  const codes = new Map<number, CodeKind>();
  for (let look = 0; look < LOOKS; look++) {
    const browser = await knownBrowser(deps, name, input.headers);
    const allowed = await takePasswordTry(deps, name, input.ip, browser?.id);
    const account = await checkPassword(deps, allowed, name, input);
    const factor = account.second_factor_since?.getTime() ?? null;
    let beside: Beside = null;
    if (factor !== null) {
      beside = isTrusted(deps, account, browser)
        ? "trust"
        : (codes.get(factor) ?? (await takeRightCode(deps, account, input)));
      if (beside !== "trust") codes.set(factor, beside);
    }
    await allowed.succeeded();
    const session = await begin(deps, account, input, beside);
    if (session) return session;
  }
  return refuse("service.unavailable", { retryAfterSeconds: 1 });
}

/** Staff are asked for a code each time: their rights hold in no session without one. */
const mayTrust = (account: AccountInfo): boolean => !account.is_staff;

function isTrusted({ clock }: Deps, account: AccountInfo, browser: Browser | null): boolean {
  if (!mayTrust(account) || browser?.account_id !== account.id || browser.trusted_until === null) return false;
  return browser.trusted_until > clock.now() && browser.trusted_version === account.credential_version;
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
  // Where the browser may be trusted, the answer offers it.
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
 * Opens the session of what was proved. A recovery code ends all others: whoever has the authenticator now is signed out.
 *
 * @returns null when what was looked at counts no more.
 */
async function begin(deps: Deps, account: AccountInfo, input: SignInInput, beside: Beside): Promise<SignedIn | null> {
  const { db, clock, passwords } = deps;
  const now = clock.now();
  const isOfToday = account.password_hash === null || !passwords.wantsRehash(account.password_hash);
  const passwordHash = isOfToday ? null : await passwords.hash(input.password);
  const token = await inTransaction(db, async (tx) => {
    if (passwordHash !== null) await renewPasswordHash(tx, account, passwordHash);
    if (beside === "recovery" && !(await endOtherSessions(tx, now, account, input))) return null;
    const trust = beside === "trust" ? "use" : trustToGive(account, input, beside);
    const browserId = await rememberBrowser(tx, deps, now, account, input, trust);
    if (browserId === null) return null;
    const by = { accountId: account.id, actor: account.id };
    if (trust === "give") {
      await recordSecurityEvent(tx, now, input, { kind: "browser.trusted", ...by, target: browserId });
    }
    const details = { user_agent: input.userAgent, ...(trust === "use" && { browser: "trusted" }) };
    const event = { kind: "session.opened" as const, ...by, details };
    const kind = { ...sessionLimits(deps, account), amr: amrOf(beside), browserId };
    return openSession(tx, now, account, input, kind, eventRow(now, input, event));
  });
  return token && { token, userinfo: userInfoWire(account) };
}

/** Trust is given for a code alone: without one there is nothing to spare. */
function trustToGive(account: AccountInfo, input: SignInInput, code: CodeKind | null): "give" | undefined {
  return code !== null && input.trust_browser === true && mayTrust(account) ? "give" : undefined;
}

function amrOf(beside: Beside): readonly Amr[] {
  if (beside === null) return ["pwd"];
  return beside === "trust" ? ["pwd", "tb"] : ["pwd", "otp"];
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
