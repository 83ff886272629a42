import { addressKey, isAddress } from "./addresses.ts";

/** An invitation reference is longer than this; a shorter one counts as used. */
const REFERENCE_LENGTH_OVER = 10;

/** True when a reference is long enough to be one (HOME-04). */
export function isInvitationReference(reference: string): boolean {
  return reference.length > REFERENCE_LENGTH_OVER;
}

/** What will become of one entry of a list. */
export type InvitationVerdict = "good" | "malformed" | "double" | "seated" | "no_seat_left";

export interface PreviewedInvitation {
  /** As given. */
  readonly entry: string;
  readonly verdict: InvitationVerdict;
}

/**
 * What an invitation of these entries would do, entry by entry, in their order.
 *
 * `seated`: the address holds or is invited to a seat already, and gets no second one; no error. `no_seat_left`: the
 * entries before it take the last free seat.
 *
 * @param seated addresses that hold or are invited to a seat.
 * @param availableSeats seats neither held nor invited.
 */
export function previewInvitations(
  entries: readonly string[],
  seated: readonly string[],
  availableSeats: number,
): readonly PreviewedInvitation[] {
  const holds = new Set(seated.map(addressKey));
  const named = new Set<string>();
  let left = availableSeats;
  return entries.map((entry) => {
    const address = addressKey(entry.trim());
    if (!isAddress(address)) return { entry, verdict: "malformed" };
    if (named.has(address)) return { entry, verdict: "double" };
    named.add(address);
    if (holds.has(address)) return { entry, verdict: "seated" };
    left -= 1;
    return { entry, verdict: left >= 0 ? "good" : "no_seat_left" };
  });
}

export type InvitationRefusal = "seats.invalid_emails" | "seats.not_enough";

/**
 * Which addresses of a list get a seat, all or nothing (ACC-19).
 *
 * @returns the new addresses as they were written, each once, or why none is invited: `seats.invalid_emails` (12006) with the entries that
 *   are no addresses, as given, before `seats.not_enough` (12003).
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
