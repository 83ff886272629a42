import type { AccountEventKind } from "@foyer/contract/account-events";
import { instantOf } from "@foyer/contract/wire-values";
import { addressKey, maskedAddress } from "@foyer/domain/addresses";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction, type Queryable } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Transaction } from "kysely";
import { findToldEvent } from "../account-events/account-event-store.ts";
import { canDisown, toldSince } from "../account-events/list-account-events.ts";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { consumeSecret, type MailedSecret } from "../mailed-secrets/mailed-secret-store.ts";
import { lockHolder } from "../passwords/prove-password.ts";
import { type Account, findAccount, findOpenAccountAt, OPEN } from "../people/account-store.ts";
import { refusingDoubles } from "../people/doubles.ts";
import { lockForEmail } from "../people/set-email.ts";
import { takeAddressBack } from "../people/undo-email.ts";
import type { Origin } from "../security-events/security-events.ts";
import { endAll } from "./end-all.ts";
import { findNotMe, liveUndos, type NotMeSecret, wasDisownedSince } from "./not-me-store.ts";

type Db = Queryable<AccountsTables>;
type Tx = Transaction<AccountsTables>;

const presses = { limit: 5, windowSeconds: 3_600 } as const;

/**
 * Ends everything because of one of the account's own events, from a session of it. No password is asked for: a stranger in
 * the session ends his own by it, and the account's address gets the link.
 *
 * @returns where the link that sets a new password goes, masked.
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
  /** It was done before; nothing happened now. */
  readonly already: boolean;
}

/**
 * Ends everything by the link of a mail. Where the mail went to an address that the account had lately, and has no more, that
 * address is given back, as its own link would: otherwise whoever took the account over would get the new password.
 */
export async function disownByLink(deps: Deps, token: string, origin: Origin): Promise<DisownedByLink> {
  const { db, clock } = deps;
  return refusingDoubles(() =>
    inTransaction(db, async (tx) => {
      const now = clock.now();
      const found = await findNotMe(tx, now, token);
      const account = found ? await lockForEmail(tx, found.account_id) : null;
      // Read anew under the lock: of several uses at once, one finds it unused.
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

/** What a link is about, for the page that it opens. */
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

/** One use ends what all mails before it tell of; but whose address was taken has hers given back all the same. */
async function isDone(db: Db, secret: NotMeSecret, undo: MailedSecret | null): Promise<boolean> {
  if (secret.used_at !== null) return true;
  return undo === null && (await wasDisownedSince(db, secret.account_id, secret.requested_at));
}

/** The live link that gives the account the address again to which that mail went; null where it has it, or it is another's now. */
async function undoFor(db: Db, now: Date, account: Account, secret: NotMeSecret): Promise<MailedSecret | null> {
  if (secret.address_key === account.email_key) return null;
  const undo = (await liveUndos(db, now, account.id)).find((one) => one.address_key === secret.address_key);
  return undo && !(await findOpenAccountAt(db, addressKey(undo.address))) ? undo : null;
}

async function restoreAddress(tx: Tx, now: Date, account: Account, undo: MailedSecret): Promise<Account> {
  await takeAddressBack(tx, now, account, undo, true);
  return { ...account, email: undo.address, email_key: addressKey(undo.address) };
}
