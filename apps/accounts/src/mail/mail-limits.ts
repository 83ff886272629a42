import { domainToASCII } from "node:url";
import { addressKey } from "@foyer/domain/addresses";
import { clientNetwork, type LimitSubject } from "@foyer/service-kit/rate-limit";
import type { Db } from "../db/schema.ts";
import type { Deps } from "../deps.ts";

const perAddress = { limit: 3, windowSeconds: 3_600 } as const;
const perNetwork = { limit: 10, windowSeconds: 3_600 } as const;

/** One ledger counts all mails to an address. Mails that other people cause are sent only below this limit. */
const byOthers = { limit: 3, windowSeconds: 3_600 } as const;
const countedOnly = { limit: Number.POSITIVE_INFINITY, windowSeconds: byOthers.windowSeconds } as const;
/** Limit of notices to one address about one person's changes of managers. */
const onManagers = { limit: 10, windowSeconds: 3_600 } as const;

/** Key of the mailbox of an address: spellings of one domain (such as Unicode and Punycode) give the same key. */
export function mailboxOf(address: string): string {
  const key = addressKey(address);
  const end = key.lastIndexOf("@") + 1;
  return key.slice(0, end) + (domainToASCII(key.slice(end)) || key.slice(end));
}

/** Counts a mail that a caller requested, for known and unknown addresses alike. */
export async function takeMail({ limiter }: Pick<Deps, "limiter">, address: string, ip: string): Promise<void> {
  await limiter.take(`mail-from:${clientNetwork(ip)}`, perNetwork);
  await limiter.take(`mail-to:${mailboxOf(address)}`, perAddress);
}

const ledgerOf = (address: string): LimitSubject => `mail:${mailboxOf(address)}`;

/** Counts a mail that is sent regardless of limits: a secret, or a notice that protects an account. */
export async function countMail({ limiter }: Pick<Deps, "limiter">, address: string): Promise<void> {
  await limiter.take(ledgerOf(address), countedOnly);
}

/**
 * Counts a mail caused by another person to each address that is below the hourly limit. A mailbox listed twice may get one mail.
 *
 * @returns whether each address may get the mail, in the order given.
 */
export function takeMailsByOthers(
  { limiter }: Pick<Deps, "limiter">,
  db: Db,
  addresses: readonly string[],
): Promise<boolean[]> {
  return limiter.takeEach(db, addresses.map(ledgerOf), byOthers);
}

/**
 * Counts a notice that `byEmail` added or removed a manager. Returns true when it may be sent.
 *
 * Its limit is separate from that of other mails, so a person who takes a team over cannot use up the limit to suppress the
 * notice.
 */
export async function takeManagerNotice(
  { limiter, db }: Pick<Deps, "limiter" | "db">,
  byEmail: string,
  address: string,
): Promise<boolean> {
  const [hasRoom = true] = await limiter.takeEach(db, [`manager-notice:${mailboxOf(address)} ${byEmail}`], onManagers);
  return hasRoom;
}
