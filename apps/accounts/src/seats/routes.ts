import { acceptInvitation, readInvitation } from "@foyer/contract/invitations";
import {
  inviteSeats,
  listPersonalSeats,
  listSeats,
  releaseSeats,
  removeSeats,
  resendInvitations,
} from "@foyer/contract/seats";
import { type Route, route } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { acceptSeat } from "./accept-invitation.ts";
import { limitTakes } from "./limit-looks.ts";
import { inviteToSeats } from "./invite-seats.ts";
import { readInvitationOf } from "./read-invitation.ts";
import { markSeats } from "./release-seats.ts";
import { removeFromSeats } from "./remove-seats.ts";
import { resendInvitationMails } from "./resend-invitations.ts";
import { personalSeats, seatsOfLicense } from "./seat-store.ts";
import { personalSeatWire, seatWire } from "./seat-wire.ts";

/** The seats of a license, for those who manage it. */
function ledgerRoutes(deps: Deps): Route[] {
  const { db, config } = deps;
  return [
    route(releaseSeats, async ({ params, body, caller }) => {
      const change = { release: body.release ?? [], renew: body.renew ?? [] };
      return { ...done, seats: await markSeats(deps, caller, params.id, change) };
    }),
    route(inviteSeats, async ({ params, body, caller }) => ({
      ...done,
      invalid_emails: [],
      ...(await inviteToSeats(deps, caller, params.id, body.seats)),
    })),
    route(listSeats, async ({ params }) => {
      const seats = await seatsOfLicense(db, params.id);
      return { seats: seats.map((seat) => seatWire(seat, config.publicOrigin)) };
    }),
    route(removeSeats, async ({ params, body, caller }) => ({
      ...done,
      ...(await removeFromSeats(deps, caller, params.id, body.seats)),
    })),
    route(resendInvitations, async ({ params, body, caller }) => ({
      ...done,
      emails_not_sent: await resendInvitationMails(deps, caller, params.id, body.seats),
    })),
  ];
}

export function seatRoutes(deps: Deps): Route[] {
  const { db, clock, config } = deps;
  return [
    route(listPersonalSeats, async ({ body, caller }) => {
      const rows = await personalSeats(db, caller.id, body.show_personal_seats === true, clock.now());
      return { seats: rows.map((row) => personalSeatWire(row, config.publicOrigin)) };
    }),
    route(readInvitation, ({ params, ip }) => readInvitationOf(deps, params.reference, ip)),
    route(acceptInvitation, async ({ body, caller, ...origin }) => {
      const { id, description } = await limitTakes(deps, caller.id, () =>
        acceptSeat(deps, caller, body.reference_id, origin),
      );
      return { ...done, message: `You now have a seat of ${description}.`, registration_id: id, description };
    }),
    ...ledgerRoutes(deps),
  ];
}
