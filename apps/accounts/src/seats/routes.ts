import { routes } from "@foyer/service-kit/routes";
import { seenBy } from "../grants/apps.ts";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { limitTakes } from "./limit-looks.ts";
import { inviteSeats } from "./invite-seats.ts";
import { ownInvitations, readInvitation } from "./read-invitation.ts";
import { releaseSeats } from "./release-seats.ts";
import { removeSeats } from "./remove-seats.ts";
import { resendInvitations } from "./resend-invitations.ts";
import { ownSeats, personalSeats } from "../stores/seat-store.ts";
import { licenseSeats, personalSeatWire } from "./seat-wire.ts";

/** Endpoints about the seats of a license, for its managers. */
function ledgerRoutes(deps: Deps) {
  const { db, config } = deps;
  return routes({
    releaseSeats: async ({ params, body, caller }) => {
      const change = { release: body.release ?? [], renew: body.renew ?? [] };
      return { ...done, seats: await releaseSeats(deps, caller, params.id, change) };
    },
    inviteSeats: async ({ params, body, caller }) => ({
      ...done,
      invalid_emails: [],
      ...(await inviteSeats(deps, caller, params.id, body.seats)),
    }),
    listSeats: async ({ params }) => ({ seats: await licenseSeats(db, params.id, config.publicOrigin) }),
    removeSeats: async ({ params, body, caller }) => ({
      ...done,
      ...(await removeSeats(deps, caller, params.id, body.seats)),
    }),
    resendInvitations: async ({ params, body, caller }) => ({
      ...done,
      emails_not_sent: await resendInvitations(deps, caller, params.id, body.seats),
    }),
  });
}

export function seatRoutes(deps: Deps) {
  const { db, clock, config } = deps;
  const own = routes({
    listPersonalSeats: async ({ body, caller }) => {
      const withOwned = body.show_personal_seats === true;
      const own = withOwned ? undefined : ownSeats.of(caller);
      const rows = own ?? (await personalSeats(db, caller.id, withOwned, clock.now()));
      return { seats: seenBy(deps, caller, rows).map((row) => personalSeatWire(row, config.publicOrigin)) };
    },
    readInvitation: ({ params, query, ip }) => readInvitation(deps, params.reference, query.proof ?? "", ip),
    listOwnInvitations: async ({ caller }) => ({ invitations: await ownInvitations(deps, caller) }),
    acceptInvitation: async ({ body, caller, ...origin }) => {
      const { id, description } = await limitTakes(deps, caller.id, () =>
        acceptInvitation(deps, caller, body.reference_id, origin),
      );
      return { ...done, message: `You now have a seat of ${description}.`, registration_id: id, description };
    },
  });
  return { ...own, ...ledgerRoutes(deps) };
}
