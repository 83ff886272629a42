import { parseProductId } from "./product-id.ts";

const DAY_MS = 86_400_000;

/** How a brand product lets its apps be activated. */
export interface ActivationRules {
  /** Whether `limit` applies to each seat or to the license. */
  readonly counts: "seat" | "license";
  /** Devices at the same time. */
  readonly limit: number;
  /** Days that a file works without network; 0 gives no files. */
  readonly offlineDays: number;
  /** Number of devices that a holder may free within 30 days. */
  readonly freesPer30Days: number;
  /** True if a license key alone activates the apps, without a sign-in. */
  readonly byKey?: boolean | undefined;
}

/** Results of validating an activation. With any code but `VALID`, the app may not be used. */
export const activationCodes = [
  "VALID",
  "NO_SEAT",
  "ENDED",
  "EXPIRED",
  "SUSPENDED",
  "DEACTIVATED",
  "FINGERPRINT_MISMATCH",
  "VERSION_NOT_COVERED",
] as const;
export type ActivationCode = (typeof activationCodes)[number];

/** A limit that staff set for one license until a time. */
export interface RaisedLimit {
  readonly limit: number;
  readonly until: Date;
}

/** Returns the limit of devices in force, for each seat or for the license as the rules count. */
export function deviceLimit(rules: ActivationRules, raised: RaisedLimit | null, now: Date): number {
  return raised !== null && raised.until > now ? raised.limit : rules.limit;
}

/** A device that may keep a place: it is live, or it was freed and its machine file still works. */
export interface PlaceTaker {
  /** Null while it is live. */
  readonly endedAt: Date | null;
  /** End of its newest machine file; null without one. */
  readonly offlineUntil: Date | null;
}

/** True while the device keeps its place. */
export function keepsPlace({ endedAt, offlineUntil }: PlaceTaker, now: Date): boolean {
  return endedAt === null || (offlineUntil !== null && offlineUntil > now);
}

/** Places that are taken, in a license and in one of its seats. */
export interface TakenPlaces {
  readonly inLicense: number;
  readonly inSeat: number;
}

/**
 * True if one more device fits.
 *
 * If places count by seat, the license also has a limit of `limit` places for each of its seats. A device whose seat was removed
 * belongs to no seat, but keeps a place of the license while its machine file works.
 */
export function hasPlace(counts: ActivationRules["counts"], limit: number, seats: number, taken: TakenPlaces): boolean {
  if (counts === "license") return taken.inLicense < limit;
  return taken.inSeat < limit && taken.inLicense < limit * seats;
}

/** The facts that decide whether an activation may be used. */
export interface ActivationFacts {
  readonly isAccountOpen: boolean;
  readonly isKeyRevoked: boolean;
  /** Null without a subscription. */
  readonly subscriptionActive: boolean | null;
  /** End of a time-limited license. */
  readonly expiresAt: Date | null;
  readonly holdsSeat: boolean;
  readonly isEnded: boolean;
  readonly fingerprintMatches: boolean;
  /** `5.2.1`; null where the app did not say. */
  readonly appVersion: string | null;
  readonly productId: string;
}

/** Returns the result of validating an activation. If several reasons apply, returns the one to resolve first. */
export function activationCode(facts: ActivationFacts, now: Date): ActivationCode {
  if (!facts.isAccountOpen || facts.isKeyRevoked) return "SUSPENDED";
  if (facts.subscriptionActive === false) return "ENDED";
  if (facts.expiresAt !== null && facts.expiresAt <= now) return "EXPIRED";
  if (!facts.holdsSeat) return "NO_SEAT";
  if (facts.isEnded) return "DEACTIVATED";
  if (!facts.fingerprintMatches) return "FINGERPRINT_MISMATCH";
  return coversVersion(facts.productId, facts.appVersion) ? "VALID" : "VERSION_NOT_COVERED";
}

/** Returns the newest major version that a license covers, as its product id says, or null. */
export function coveredVersion(productId: string): number | null {
  return parseProductId(productId).majorVersion;
}

/** True if a license covers that version of the app. A version without a leading number counts as covered. */
export function coversVersion(productId: string, appVersion: string | null): boolean {
  const covered = coveredVersion(productId);
  const [, major] = /^v?(\d{1,6})(?!\d)/.exec(appVersion ?? "") ?? [];
  return covered === null || major === undefined || Number(major) <= covered;
}

/** True if a license is of the wanted product: `TASK`, or `TASK-3` for one version alone. */
export function isOfProduct(productId: string, wanted: string): boolean {
  return productId === wanted || productId.startsWith(`${wanted}-`);
}

const FREES_WINDOW_MS = 30 * DAY_MS;

/** Number of devices that a holder can still free. */
export interface FreesLeft {
  readonly left: number;
  /** When the next free becomes possible; null if one is possible now, or never. */
  readonly againAt: Date | null;
}

/** Counts the frees of the last 30 days. @param frees times at which the holder freed devices, in any order. */
export function freesLeft(limit: number, frees: readonly Date[], now: Date): FreesLeft {
  const since = now.getTime() - FREES_WINDOW_MS;
  const counted = frees
    .map((at) => at.getTime())
    .filter((at) => at > since)
    .toSorted((one, other) => other - one);
  const left = Math.max(0, limit - counted.length);
  const freeing = left > 0 ? undefined : counted[limit - 1];
  return { left, againAt: freeing === undefined ? null : new Date(freeing + FREES_WINDOW_MS) };
}

/** A device with the same name and platform counts as the freed one for this long after the free. */
const SAME_DEVICE_MS = 10 * 60_000;

interface NamedDevice {
  readonly name: string | null;
  readonly platform: string | null;
}

/** True if the activated device is the freed one, set up again. The free then does not count. */
export function isSameDevice(freed: NamedDevice & { readonly at: Date }, activated: NamedDevice, now: Date): boolean {
  if (freed.name === null || freed.platform === null) return false;
  const isNamedAlike = freed.name === activated.name && freed.platform === activated.platform;
  return isNamedAlike && now.getTime() - freed.at.getTime() <= SAME_DEVICE_MS;
}

/** Returns the end of a machine file requested now for `days` days: at most the end of the paid period. */
export function fileEnd(now: Date, days: number, paidUntil: Date | null): Date {
  const wanted = new Date(now.getTime() + days * DAY_MS);
  return paidUntil !== null && paidUntil < wanted ? paidUntil : wanted;
}

const HOUR_MS = 3_600_000;

/** Returns when an app should ask again: in a day, when the license ends, or in an hour if it may not be used. */
export function nextCheck(code: ActivationCode, validUntil: Date | null, now: Date): Date {
  if (code !== "VALID") return new Date(now.getTime() + HOUR_MS);
  const tomorrow = new Date(now.getTime() + DAY_MS);
  return validUntil !== null && validUntil > now && validUntil < tomorrow ? validUntil : tomorrow;
}

/** Days without use after which a seat is listed as not used. A seat held for less than `HELD_DAYS` days is never listed. */
export const UNUSED_DAYS = 60;
const HELD_DAYS = 30;

/** True if a held seat is listed as not used for 60 days. @param lastUsed a day, null if never. */
export function isUnused(lastUsed: Date | null, heldSince: Date, now: Date): boolean {
  if (now.getTime() - heldSince.getTime() < HELD_DAYS * DAY_MS) return false;
  return lastUsed === null || now.getTime() - lastUsed.getTime() >= UNUSED_DAYS * DAY_MS;
}
