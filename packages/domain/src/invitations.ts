import { addressKey, isAddress } from "./addresses.ts";

/** An invitation reference must be longer than this. A shorter one counts as used. */
const REFERENCE_LENGTH_OVER = 10;

/** True for a reference of valid length (HOME-04). */
export function isInvitationReference(reference: string): boolean {
  return reference.length > REFERENCE_LENGTH_OVER;
}

/** Result for one entry of a list. */
export type InvitationVerdict = "good" | "no_seat_left" | "seated" | "invited" | "double" | "malformed";

export interface PreviewedInvitation {
  /** As typed. */
  readonly entry: string;
  readonly verdict: InvitationVerdict;
}

/**
 * Returns the result of inviting these entries, one by one, in order.
 *
 * `seated`, `invited`: the address already has a seat or an invitation and gets no second one. This is no error.
 * `no_seat_left`: earlier entries take the last free seat.
 *
 * @param seated addresses with a seat.
 * @param availableSeats seats that are neither held nor invited.
 * @param invited addresses with an invitation.
 */
export function previewInvitations(
  entries: readonly string[],
  seated: readonly string[],
  availableSeats: number,
  invited: readonly string[] = [],
): readonly PreviewedInvitation[] {
  const holds = new Set(seated.map(addressKey));
  const isInvited = new Set(invited.map(addressKey));
  const named = new Set<string>();
  let left = availableSeats;
  return entries.map((entry) => {
    if (!isAddress(entry.trim())) return { entry, verdict: "malformed" };
    const address = addressKey(entry);
    if (named.has(address)) return { entry, verdict: "double" };
    named.add(address);
    if (holds.has(address)) return { entry, verdict: "seated" };
    if (isInvited.has(address)) return { entry, verdict: "invited" };
    left -= 1;
    return { entry, verdict: left >= 0 ? "good" : "no_seat_left" };
  });
}

export type InvitationRefusal = "seats.invalid_emails" | "seats.not_enough";

/**
 * Decides which addresses of a list get a seat, all or nothing (ACC-19).
 *
 * @returns the new addresses as typed, without duplicates, or the refusal: `seats.invalid_emails` (12006)
 * with the malformed entries as typed, which is checked first, or `seats.not_enough` (12003).
 */
export function planInvitations(
  entries: readonly string[],
  seated: readonly string[],
  availableSeats: number,
):
  | { readonly refusal: null; readonly invite: readonly string[] }
  | { readonly refusal: InvitationRefusal; readonly invalidEmails: readonly string[] } {
  const preview = previewInvitations(entries, seated, availableSeats);
  const invalidEmails = preview.filter((each) => each.verdict === "malformed").map((each) => each.entry);
  if (invalidEmails.length > 0) return { refusal: "seats.invalid_emails", invalidEmails };
  if (preview.some((each) => each.verdict === "no_seat_left")) return { refusal: "seats.not_enough", invalidEmails };
  return {
    refusal: null,
    invite: preview.filter((each) => each.verdict === "good").map((each) => each.entry.trim()),
  };
}
