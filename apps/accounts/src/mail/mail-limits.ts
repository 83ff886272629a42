import { domainToASCII } from "node:url";
import { addressKey } from "@foyer/domain/addresses";
import type { Queryable } from "@foyer/service-kit/db";
import { clientNetwork, type LimitSubject } from "@foyer/service-kit/rate-limit";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";

const perAddress = { limit: 3, windowSeconds: 3_600 } as const;
const perNetwork = { limit: 10, windowSeconds: 3_600 } as const;

/** All mails to an address are counted in one ledger; what others cause is sent while it holds fewer. */
const byOthers = { limit: 3, windowSeconds: 3_600 } as const;
const countedOnly = { limit: Number.POSITIVE_INFINITY, windowSeconds: byOthers.windowSeconds } as const;
/** What one person's acts on managers tell one address. */
const onManagers = { limit: 10, windowSeconds: 3_600 } as const;

/** The mailbox that an address reaches: a domain has several spellings, and mail servers know but one. */
function mailboxOf(address: string): string {
  const key = addressKey(address);
  const end = key.lastIndexOf("@") + 1;
  return key.slice(0, end) + (domainToASCII(key.slice(end)) || key.slice(end));
}

/** Counts a mail that somebody asks for; known and unknown addresses alike. */
export async function takeMail({ limiter }: Pick<Deps, "limiter">, address: string, ip: string): Promise<void> {
  await limiter.take(`mail-from:${clientNetwork(ip)}`, perNetwork);
  await limiter.take(`mail-to:${mailboxOf(address)}`, perAddress);
}

const ledgerOf = (address: string): LimitSubject => `mail:${mailboxOf(address)}`;

/** Counts a mail that is sent whatever its address has got already: a secret, or a notice that keeps an account safe. */
export async function countMail({ limiter }: Pick<Deps, "limiter">, address: string): Promise<void> {
  await limiter.take(ledgerOf(address), countedOnly);
}

/**
 * Counts a mail to each of these addresses that somebody else causes, where there is room for it within the hour,
 * whoever caused the others. A mailbox that is named twice has room once.
 *
 * @returns whether each may be mailed, in the order given.
 */
export function takeMailsByOthers(
  { limiter }: Pick<Deps, "limiter">,
  db: Queryable<AccountsTables>,
  addresses: readonly string[],
): Promise<boolean[]> {
  return limiter.takeEach(db, addresses.map(ledgerOf), byOthers);
}

/**
 * Counts a notice that `byEmail` made or unmade a manager; true where there is room for it.
 *
 * Mails that others cause leave the room for it as it is: who takes a team over cannot keep its managers from hearing of it.
 */
export async function takeManagerNotice(
  { limiter, db }: Pick<Deps, "limiter" | "db">,
  byEmail: string,
  address: string,
): Promise<boolean> {
  const [hasRoom = true] = await limiter.takeEach(db, [`manager-notice:${mailboxOf(address)} ${byEmail}`], onManagers);
  return hasRoom;
}
