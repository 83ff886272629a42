import { addressKey } from "./addresses.ts";

/** Smallest and largest number of seats of a trial (BUY-12). */
export const trialSeatsMin = 1;
export const trialSeatsMax = 5;

/** Days after its end for which a trial is kept and can still be bought. */
export const trialKeptDays = 60;

/** Days before its end at which a trial's owner gets a mail. A short trial has no early one. */
const MAILS = [
  { daysBefore: 7, lastsAtLeast: 14 },
  { daysBefore: 3, lastsAtLeast: 4 },
  { daysBefore: 0, lastsAtLeast: 1 },
] as const;

const DAY_MS = 86_400_000;

/**
 * Returns the address as trials compare it: without the dots of its local part, and without a tag after a plus sign. So
 * the addresses that some providers deliver to one mailbox get one trial. No other rule compares addresses this way.
 */
export function trialAddress(address: string): string {
  const key = addressKey(address);
  const at = key.lastIndexOf("@");
  const [name = ""] = key.slice(0, at).split("+");
  const bare = name.replaceAll(".", "");
  // An address that begins with a plus sign has no name before it.
  return bare === "" ? key : `${bare}${key.slice(at)}`;
}

/** Returns the product id of a product's trial: `OUTLINE-5-TRIAL-WEB` for `OUTLINE-5`. */
export function trialProductId(product: string): string {
  return `${product}-TRIAL-WEB`;
}

interface Lasting {
  readonly startedAt: Date;
  readonly endsAt: Date;
}

/**
 * Returns the mail about a trial's end that is due: the days before the end that it names, or null. Of several that are
 * due, only the last one is sent.
 *
 * @param sent the days of the last mail that was sent, or null.
 */
export function trialMailDue({ startedAt, endsAt }: Lasting, sent: number | null, now: Date): number | null {
  const lasts = (endsAt.getTime() - startedAt.getTime()) / DAY_MS;
  const due = MAILS.findLast(
    ({ daysBefore, lastsAtLeast }) => lasts >= lastsAtLeast && now.getTime() >= endsAt.getTime() - daysBefore * DAY_MS,
  );
  if (!due || (sent !== null && sent <= due.daysBefore)) return null;
  return due.daysBefore;
}

/** Returns when a trial is deleted unless it was bought. */
export function trialDeletedAt(endsAt: Date): Date {
  return new Date(endsAt.getTime() + trialKeptDays * DAY_MS);
}
