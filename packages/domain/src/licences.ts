import { isTrial, parseProductId } from "./product-id.ts";

/** What the listing rules need to know of a licence that somebody manages. */
export interface ListedLicence {
  readonly productId: string;
  readonly totalSeats: number;
  /** Seats neither held nor invited. */
  readonly availableSeats: number;
  readonly invitedSeats: number;
  /** Account name of who holds the one seat of a single-seat licence; null when nobody does or there are more seats. */
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
 * True when a licence belongs in the list of team licences (HOME-20, HOME-13, TEAM-07).
 *
 * More than one seat makes a team; a single seat does when it is free, invited or held by somebody else than the viewer.
 * Trials are never listed.
 *
 * @param viewerUsername compared ignoring case.
 */
export function isTeamLicence(licence: ListedLicence, viewerUsername: string): boolean {
  if (isTrial(licence.productId)) return false;
  if (licence.totalSeats > 1) return true;
  if (licence.availableSeats > 0 || licence.invitedSeats > 0) return true;
  return licence.holderUsername !== null && !sameWord(licence.holderUsername, viewerUsername);
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

/** True when none of a licence's owners is the viewer: she sees its Team Manager contact and cannot reassign (HOME-10). */
export function heldFromOther(ownerEmails: readonly string[], viewerEmail: string): boolean {
  return !ownerEmails.some((owner) => sameWord(owner, viewerEmail));
}

/**
 * True when the viewer may hand the seat on: the licence is hers and has that one seat only (HOME-11). Never on a trial, which
 * has no team page to hand it on from (HOME-13).
 */
export function canReassign(
  licence: { readonly productId: string; readonly totalSeats: number; readonly ownerEmails: readonly string[] },
  viewerEmail: string,
): boolean {
  return licence.totalSeats === 1 && !isTrial(licence.productId) && !heldFromOther(licence.ownerEmails, viewerEmail);
}

function sameWord(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
