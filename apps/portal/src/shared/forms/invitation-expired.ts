import type { Seat } from "@foyer/contract/seats";

/**
 * True if the seat's invitation has expired.
 *
 * @param now the services' time, ISO 8601; undefined until it is known, and then no invitation counts as expired.
 */
export function isInvitationExpired({ status, expires_date: end }: Seat, now: string | undefined): boolean {
  return status === "pending" && now !== undefined && end !== undefined && end < now;
}
