import { isTrial, parseProductId } from "./product-id.ts";

/** The facts about a managed license that the listing rules need. */
export interface ListedLicense {
  readonly productId: string;
  readonly totalSeats: number;
  /** Seats neither held nor invited. */
  readonly availableSeats: number;
  readonly invitedSeats: number;
  /** Account name of the holder of a single-seat license. Null if no one holds it, or with more seats. */
  readonly holderUsername: string | null;
}

/** The facts about a purchase that the archive rule needs. */
export interface ArchivablePurchase {
  readonly productId: string;
  readonly seats: number;
  readonly upgradesRemaining: number;
}

/** The newest supported major version by product code, from the brand: `{ OUTLINE: 5 }`. */
export type SupportedVersions = Readonly<Record<string, number>>;

/**
 * True if a license is listed as a team license (HOME-20, HOME-13, TEAM-07).
 *
 * A license with more than one seat is a team license. A single seat is one if it is free, invited, or held
 * by another person than the viewer. Trials are never listed.
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
 * True if a purchase is shown as archived: several seats, no upgrades left, and at least the supported
 * version (HOME-19). It can still be managed.
 *
 * A product that the brand does not list, or without a version in its id, is never archived.
 */
export function isArchived(purchase: ArchivablePurchase, supported: SupportedVersions): boolean {
  const { code, majorVersion } = parseProductId(purchase.productId);
  if (code === null || majorVersion === null) return false;
  const supportedVersion = supported[code];
  if (supportedVersion === undefined) return false;
  return purchase.seats > 1 && purchase.upgradesRemaining === 0 && majorVersion >= supportedVersion;
}

/**
 * True if the viewer is none of the license's owners. The viewer then sees the Team Manager contact and
 * cannot reassign (HOME-10).
 */
export function heldFromOther(ownerEmails: readonly string[], viewerEmail: string): boolean {
  return !ownerEmails.some((owner) => sameWord(owner, viewerEmail));
}

/**
 * True if the viewer may reassign the seat: the viewer owns the license, and it has only that seat (HOME-11).
 * Never for a trial, which has no team page (HOME-13).
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
