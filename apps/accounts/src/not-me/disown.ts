import type { AccountEventKind } from "@foyer/contract/account-events";
import { instantOf } from "@foyer/contract/wire-values";
import { addressKey, maskedAddress } from "@foyer/domain/addresses";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { findToldEvent } from "../stores/account-event-store.ts";
import { canDisown, toldSince } from "../account-events/list-account-events.ts";
import type { Db, Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { consumeSecret, type MailedSecret, requestSecret } from "../stores/mailed-secret-store.ts";
import { lockHolder } from "../passwords/prove-password.ts";
import { type Account, clearPassword, findAccount, findOpenAccountAt, OPEN } from "../stores/account-store.ts";
import { refusingDoubles } from "../people/doubles.ts";
import { lockForEmail } from "../people/set-email.ts";
import { takeAddressBack } from "../people/email-links.ts";
import { type Origin, recordOwnEvent } from "../security-events/security-events.ts";
import { findNotMe, insertReport, liveUndos, type NotMeSecret, wasDisownedSince } from "../stores/not-me-store.ts";
import { forgetBrowsersOf } from "../stores/browser-store.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { deletePasskeysOf } from "../stores/passkey-store.ts";
import type { SecurityEventKind } from "../security-events/event-kinds.ts";
import { endEverything } from "../sessions/end-everything.ts";
import { queueFormerAddressTold, queueReportMail } from "./send-not-me.ts";

const presses = { limit: 5, windowSeconds: 3_600 } as const;

/**
 * Ends all access to the account because of one of its events, from a session of it. Needs no password: a thief in the session
 * would only end his own access, and the link goes to the account's address.
 *
 * @returns the masked address to which the link that sets a new password goes.
 */
export async function disownEvent(deps: Deps, person: Person, eventId: string, origin: Origin): Promise<string> {
  const { db, clock, limiter } = deps;
  await limiter.take(`not-me:${person.id}`, presses);
  const id = /^\d{1,15}$/.test(eventId) ? Number(eventId) : refuse("object.not_found");
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const account = await lockHolder(tx, person);
    const event = await findToldEvent(tx, account.id, toldSince(now), id);
    if (!event || !canDisown(event, account.id)) refuse("object.not_found");
    await endAll(deps, tx, now, account, { kind: event.kind, at: event.at, byLink: false }, origin);
    return maskedAddress(account.email);
  });
}

export interface DisownedByLink {
  readonly mailed_to: string;
  /** True when it was done before and nothing changed now. */
  readonly already: boolean;
}

/**
 * Ends all access to the account by the link of a mail. If that mail went to an address that the account recently changed from,
 * that address is restored, as its own undo link would. Otherwise a thief who changed the address would get the link that sets a
 * new password.
 */
export async function disownByLink(deps: Deps, token: string, origin: Origin): Promise<DisownedByLink> {
  const { db, clock } = deps;
  return refusingDoubles(() =>
    inTransaction(db, async (tx) => {
      const now = clock.now();
      const found = await findNotMe(tx, now, token);
      const account = found ? await lockForEmail(tx, found.account_id) : null;
      // Read again under the lock: of several concurrent uses, only one finds it unused.
      const secret = account && (await findNotMe(tx, now, token));
      if (!secret || account?.state !== OPEN) refuse("not_me.link_dead");
      const undo = await undoFor(tx, now, account, secret);
      if (await isDone(tx, secret, undo)) return { mailed_to: maskedAddress(account.email), already: true };
      await consumeSecret(tx, now, "not_me", token);
      const restored = undo ? await restoreAddress(tx, now, account, undo) : account;
      const disowned = { kind: secret.about, at: secret.requested_at, byLink: true };
      await endAll(deps, tx, now, restored, disowned, origin, account);
      return { mailed_to: maskedAddress(restored.email), already: false };
    }),
  );
}

/** Returns the event that the link is about, for the page of the link. */
export async function readNotMe(
  { db, clock }: Deps,
  token: string,
): Promise<{ username: string; kind: AccountEventKind; at: string; is_done: boolean }> {
  const now = clock.now();
  const secret = await findNotMe(db, now, token);
  const account = secret ? await findAccount(db, secret.account_id) : null;
  if (!secret || account?.state !== OPEN) refuse("not_me.link_dead");
  return {
    username: account.username,
    kind: secret.about,
    at: instantOf(secret.requested_at),
    is_done: await isDone(db, secret, await undoFor(db, now, account, secret)),
  };
}

/**
 * True when the link was used, or a later use of another link covers its event. An address that can still be restored keeps the
 * link usable.
 */
async function isDone(db: Db, secret: NotMeSecret, undo: MailedSecret | null): Promise<boolean> {
  if (secret.used_at !== null) return true;
  return undo === null && (await wasDisownedSince(db, secret.account_id, secret.requested_at));
}

/**
 * The live link that restores the address of that mail; null when the account has that address, or another account has it now.
 */
async function undoFor(db: Db, now: Date, account: Account, secret: NotMeSecret): Promise<MailedSecret | null> {
  if (secret.address_key === account.email_key) return null;
  const undo = (await liveUndos(db, now, account.id)).find((one) => one.address_key === secret.address_key);
  return undo && !(await findOpenAccountAt(db, addressKey(undo.address))) ? undo : null;
}

async function restoreAddress(tx: Tx, now: Date, account: Account, undo: MailedSecret): Promise<Account> {
  await takeAddressBack(tx, now, account, undo, true);
  return { ...account, email: undo.address, email_key: addressKey(undo.address) };
}

/** The event that the owner reports. */
interface Disowned {
  readonly kind: SecurityEventKind;
  readonly at: Date;
  readonly byLink: boolean;
}

/**
 * Ends all access that a stranger may have to an account: sessions, password, passkeys, known browsers and every mailed link
 * except those that undo a change. The caller holds its lock. Queues a link to set a new password to the account's address, and a
 * task and a mail for the staff.
 *
 * The second factor stays: a thief with only the mailbox must not be able to remove it this way.
 *
 * @param before the account before its address was restored, if it was.
 */
async function endAll(
  { addJob }: Pick<Deps, "addJob">,
  tx: Tx,
  now: Date,
  account: Account,
  disowned: Disowned,
  origin: Origin,
  before: Account = account,
): Promise<void> {
  const ended = await endEverything(tx, account, now, false, ["email_undo", "contact_undo"]);
  await clearPassword(tx, account.id);
  await deletePasskeysOf(tx, account.id);
  await forgetBrowsersOf(tx, account.id);
  const report = await insertReport(tx, {
    account_id: account.id,
    at: now,
    event: disowned.kind,
    event_at: disowned.at,
    by_link: disowned.byLink,
  });
  await recordOwnEvent(tx, now, origin, account.id, "account.not_me", {
    details: { ended, about: disowned.kind, by_link: disowned.byLink },
  });
  const reset = { purpose: "password_reset", accountId: account.id, address: account.email } as const;
  await queueSecret(tx, addJob, await requestSecret(tx, now, reset), "not_me");
  await queueReportMail(tx, addJob, { id: report });
  const others = [before.email, ...(await liveUndos(tx, now, account.id)).map(({ address }) => address)];
  const told = new Map(others.map((address) => [addressKey(address), address]));
  told.delete(account.email_key);
  for (const address of told.values()) {
    await queueFormerAddressTold(tx, addJob, { accountId: account.id, address, at: now.toISOString() });
  }
}
