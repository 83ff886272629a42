import { inTransaction } from "@foyer/service-kit/db";
import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { seatWire } from "../seats/seat-wire.ts";
import { readEndedLicense, reserveLicense } from "./reserve-license.ts";
import { takeSale } from "./take-sale.ts";
import { takeSeat } from "./take-seat.ts";

/** Endpoints for those who buy, and for the purchase service that sells to them. */
export function buyingRoutes(deps: Deps) {
  return routes({
    readEndedLicense: ({ body }) => readEndedLicense(deps, body.omni_id, body.registration_id),
    reserveLicense: async ({ body }) => {
      await reserveLicense(deps, body);
      return done;
    },
    tellSale: async ({ body }) => ({
      ...done,
      applied: await inTransaction(deps.db, (tx) => takeSale(deps, tx, body.sale)),
    }),
    takeSeat: async ({ params, caller, ...origin }) => ({
      ...done,
      seat: seatWire(await takeSeat(deps, caller, params.id, origin), deps.config.publicOrigin),
    }),
  });
}
