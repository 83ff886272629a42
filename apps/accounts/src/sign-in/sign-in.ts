import type { SignedIn } from "@foyer/contract/sign-in";
import { normalizeAccountName } from "@foyer/domain/account-name";
import { refuse } from "@foyer/service-kit/errors";
import { mayHoldCookies } from "../browsers/browser-cookies.ts";
import type { Browser } from "../stores/browser-store.ts";
import { type BrowserCall, knownBrowser } from "../browsers/remember-browser.ts";
import { refuseClosed } from "../closing/refuse-closed.ts";
import type { Deps } from "../deps.ts";
import { lifetimes } from "../lifetimes.ts";
import { isPasswordOf } from "../passwords/is-password-of.ts";
import { queueAccountNotice } from "../mail/send-account-notice.ts";
import { type AccountInfo, OPEN } from "../stores/account-store.ts";
import { type CodeKind, takeCode } from "../second-factor/take-code.ts";
import { type Origin, recordOwnEvent, recordSecurityEvent } from "../security-events/security-events.ts";
import { beginAtOnce, beginSession, mayTrust, type SecondProof } from "./begin-session.ts";
import { type AllowedTry, takeTryOfAccount, triesOfBrowser } from "../passwords/sign-in-guard.ts";

export interface SignInInput extends BrowserCall {
  readonly username: string;
  readonly password: string;
  readonly otp: string | undefined;
  /** True to trust this browser, so that it is not asked for a code for a while. */
  readonly trust_browser: boolean | undefined;
  readonly requestId: string;
}

/** Limit of wrong codes after a right password; they count as password tries too. */
const codeTries = { limit: 5, windowSeconds: 600 } as const;

/** Attempts for an account that keeps changing. */
const ATTEMPTS = 3;

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
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const browser = await knownBrowser(deps, name, input.headers);
    const { allowed, account: found } = await takeTryOfAccount(deps, name, input.ip, triesOfBrowser(browser));
    const account = await checkPassword(deps, allowed, found, input);
    const factor = account.second_factor_since?.getTime() ?? null;
    let secondProof: SecondProof = null;
    if (factor !== null) {
      secondProof = isTrusted(deps, account, browser)
        ? "trust"
        : (codes.get(factor) ?? (await takeRightCode(deps, account, input)));
      if (secondProof !== "trust") codes.set(factor, secondProof);
    }
    const session =
      (secondProof === null && (await beginAtOnce(deps, account, input, { allowed, browser }))) ||
      (await beginSession(deps, account, input, { allowed, secondProof }));
    if (session) return session;
  }
  return refuse("service.unavailable", { retryAfterSeconds: 1 });
}

function isTrusted({ clock }: Deps, account: AccountInfo, browser: Browser | null): boolean {
  if (!mayTrust(account) || browser?.account_id !== account.id || browser.trusted_until === null) return false;
  return browser.trusted_until > clock.now() && browser.trusted_version === account.credential_version;
}

/**
 * The account if that is its password. Unknown names, wrong passwords and accounts without a password get the same answer and
 * take equally long.
 */
async function checkPassword(
  deps: Deps,
  allowed: AllowedTry,
  account: AccountInfo | null,
  input: SignInInput,
): Promise<AccountInfo> {
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
  return refuse("session.second_factor_required", { reason: "wrong_code", field: "otp", extra });
}

async function tellOfRecoveryCode(deps: Deps, now: Date, account: AccountInfo, origin: Origin): Promise<void> {
  await queueAccountNotice(deps.db, deps.addJob, account.id, "recovery_code_used", now);
  await recordOwnEvent(deps.db, now, origin, account.id, "second_factor.recovery_used");
}
