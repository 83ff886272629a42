import { listPersonalSeats } from "@foyer/contract/seats";
import { type Route, route } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { personalSeats } from "./seat-store.ts";
import { personalSeatWire } from "./seat-wire.ts";

export function seatRoutes({ db, clock, config }: Deps): Route[] {
  return [
    route(listPersonalSeats, async ({ body, caller }) => {
      const rows = await personalSeats(db, caller.id, body.show_personal_seats === true, clock.now());
      return { seats: rows.map((row) => personalSeatWire(row, config.publicOrigin)) };
    }),
  ];
}
