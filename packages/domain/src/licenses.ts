import { isTrial, parseProductId } from "./product-id.ts";

/** What the listing rules need to know of a license that somebody manages. */
export interface ListedLicense {
  readonly productId: string;
  readonly totalSeats: number;
  /** Seats neither held nor invited. */
  readonly availableSeats: number;
  readonly invitedSeats: number;
  /** Account name of who holds the one seat of a single-seat license; null when nobody does or there are more seats. */
  readonly holderUsername: string | null;
}

/** What the archive rule needs to know of a purchase. */
export interface ArchivablePurchase {
  readonly productId: string;
  readonly seats: number;
  readonly upgradesRemaining: number;
}

/** The newest major version that the vendor supports, by product code: `{ OUTLINE: 5 }`. Comes from the brand. */
export type SupportedVersions = Readonly<Record<string, number>>;

/**
 * True when a license belongs in the list of team licenses (HOME-20, HOME-13, TEAM-07).
 *
 * More than one seat makes a team; a single seat does when it is free, invited or held by somebody else than the viewer.
 * Trials are never listed.
 *
 * @param viewerUsername compared ignoring case.
 */
export function isTeamLicense(license: ListedLicense, viewerUsername: string): boolean {
  if (isTrial(license.productId)) return false;
  if (license.totalSeats > 1) return true;
  if (license.availableSeats > 0 || license.invitedSeats > 0) return true;
  return license.holderUsername !== null && !sameWord(license.holderUsername, viewerUsername);
}

/**
 * True when a purchase is shown apart, as archived: several seats, no upgrade left to use, and a version at or above the
 * supported one (HOME-19). It can still be managed.
 *
 * A product that the brand does not know, or without a version in its id, is never archived.
 */
export function isArchived(purchase: ArchivablePurchase, supported: SupportedVersions): boolean {
  const { code, majorVersion } = parseProductId(purchase.productId);
  if (code === null || majorVersion === null) return false;
  const supportedVersion = supported[code];
  if (supportedVersion === undefined) return false;
  return purchase.seats > 1 && purchase.upgradesRemaining === 0 && majorVersion >= supportedVersion;
}

/** True when none of a license's owners is the viewer: she sees its Team Manager contact and cannot reassign (HOME-10). */
export function heldFromOther(ownerEmails: readonly string[], viewerEmail: string): boolean {
  return !ownerEmails.some((owner) => sameWord(owner, viewerEmail));
}

/**
 * True when the viewer may hand the seat on: the license is hers and has that one seat only (HOME-11). Never on a trial, which
 * has no team page to hand it on from (HOME-13).
 */
export function canReassign(
  license: { readonly productId: string; readonly totalSeats: number; readonly ownerEmails: readonly string[] },
  viewerEmail: string,
): boolean {
  return license.totalSeats === 1 && !isTrial(license.productId) && !heldFromOther(license.ownerEmails, viewerEmail);
}

function sameWord(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
