import { type ActivationRules, deviceLimit } from "@foyer/domain/activations";
import { parseProductId } from "@foyer/domain/product-id";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import type { License } from "../stores/license-store.ts";
import { raisedLimit } from "../stores/held-license-store.ts";
import { type ActivationRow, endActivations, placesTaken } from "../stores/activation-store.ts";
import { rulesOf } from "./rules-of.ts";

/**
 * Ends devices of moved seats that have no place in their new license: all of them for another product, otherwise the newest
 * beyond its limit. The others moved with their seats. Both licenses are locked.
 */
export async function settleMovedActivations(
  { brand }: Pick<Deps, "brand">,
  tx: Tx,
  moved: { readonly from: Pick<License, "product_id">; readonly to: License; readonly seats: readonly string[] },
  now: Date,
): Promise<void> {
  const { from, to, seats } = moved;
  const rules = rulesOf(brand, to.product_id);
  const isSame = parseProductId(from.product_id).code === parseProductId(to.product_id).code;
  const taken = await placesTaken(tx, to.id, now);
  const came = taken
    .filter((row) => row.ended_at === null && row.seat_id !== null && seats.includes(row.seat_id))
    .toReversed();
  const room = rules && isSame ? placesOf(rules, to, now) : 0;
  await endNewest(tx, came, taken.length - room, now);
}

/** Returns the number of devices that a license may have. */
export function placesOf(rules: ActivationRules, license: License, now: Date): number {
  const limit = deviceLimit(rules, raisedLimit(license), now);
  return rules.counts === "seat" ? limit * license.total_seats : limit;
}

/** Ends as many of these devices. @param devices the newest first. */
async function endNewest(tx: Tx, devices: readonly ActivationRow[], count: number, now: Date): Promise<void> {
  const beyond = devices.slice(0, Math.max(0, count)).map(({ id }) => id);
  await endActivations(tx, beyond, now, "seat");
}

/**
 * Ends devices that were activated by key and have no place any more, because the license has fewer seats than before. Call it
 * after its seats were ended, which ends their devices. The license is locked.
 */
export async function settleKeyActivations(
  { brand }: Pick<Deps, "brand">,
  tx: Tx,
  license: License,
  totalSeats: number,
  now: Date,
): Promise<void> {
  const rules = rulesOf(brand, license.product_id);
  if (!rules || totalSeats >= license.total_seats) return;
  const taken = await placesTaken(tx, license.id, now);
  const keyed = taken.filter((row) => row.ended_at === null && row.by_key !== null).toReversed();
  const room = placesOf(rules, { ...license, total_seats: totalSeats }, now);
  await endNewest(tx, keyed, taken.length - room, now);
}
