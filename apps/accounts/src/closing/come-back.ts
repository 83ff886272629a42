import { normalizeAccountName } from "@foyer/domain/account-name";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { type BrowserCall, knownBrowser } from "../browsers/remember-browser.ts";
import type { Deps } from "../deps.ts";
import { takeMail } from "../mail/mail-limits.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { consumeSecret, peekSecret, requestSecret } from "../stores/mailed-secret-store.ts";
import { isPasswordOf } from "../passwords/is-password-of.ts";
import { takePasswordTry, triesOfBrowser } from "../passwords/sign-in-guard.ts";
import { type Account, findAccountNamed, lockAccount, OPEN, setOpen } from "../stores/account-store.ts";
import { refusingDoubles } from "../people/doubles.ts";
import { type Origin, recordOwnEvent, recordSecurityEvent } from "../security-events/security-events.ts";
import { deleteSessionsOf } from "../stores/session-store.ts";
import { canComeBackUntil, refuseClosed } from "./refuse-closed.ts";

/**
 * The account of that name and password, open or closed; refuses `session.wrong_credentials`.
 *
 * @param name normalized; an unknown name takes equally long.
 */
async function passwordOwner(
  deps: Deps,
  name: string,
  password: string,
  origin: Origin & Pick<BrowserCall, "headers">,
): Promise<Account> {
  const { db, clock } = deps;
  const browser = await knownBrowser(deps, name, origin.headers);
  const allowed = await takePasswordTry(deps, name, origin.ip, triesOfBrowser(browser));
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

/** Mails the link to come back again. The mailed link is the proof, so a second factor still protects the sign-in after it. */
export async function askToComeBack(
  deps: Deps,
  { username, password }: { readonly username: string; readonly password: string },
  origin: Origin & Pick<BrowserCall, "headers">,
): Promise<void> {
  const { db, clock, addJob, mailer } = deps;
  const account = await passwordOwner(deps, normalizeAccountName(username), password, origin);
  if (account.state === OPEN) refuse("input.invalid", { field: "username", reason: "account_open" });
  if (!(await canComeBackUntil(db, account, clock.now()))) await refuseClosed(deps, account);
  await takeMail(deps, account.email, origin.ip);
  if (!(await mailer.probe())) refuse("mail.unavailable");
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const locked = await lockAccount(tx, account.id);
    if (locked?.credential_version !== account.credential_version) refuse("session.wrong_credentials");
    if (!(await canComeBackUntil(tx, locked, now))) refuse("account.closed");
    const link = { purpose: "come_back", accountId: locked.id, address: locked.email } as const;
    await queueSecret(tx, addJob, await requestSecret(tx, now, link));
    await recordOwnEvent(tx, now, origin, locked.id, "account.come_back_asked");
  });
}

/** Reopens the account by the mailed link. Opens no session and does not restore earlier ones. */
export async function comeBack(deps: Deps, token: string, origin: Origin): Promise<string> {
  const { db, clock } = deps;
  return refusingDoubles(() =>
    inTransaction(db, async (tx) => {
      const now = clock.now();
      const found = await peekSecret(tx, now, "come_back", token);
      // The account is locked before the link is used, so a concurrent erasure either began before or does not begin.
      const account = found?.account_id ? await lockAccount(tx, found.account_id) : null;
      const secret = await consumeSecret(tx, now, "come_back", token);
      if (!secret || !account || !(await canComeBackUntil(tx, account, now))) refuse("come_back.link_dead");
      await deleteSessionsOf(tx, account.id);
      await setOpen(tx, account.id);
      await recordOwnEvent(tx, now, origin, account.id, "account.reopened");
      return account.username;
    }),
  );
}
