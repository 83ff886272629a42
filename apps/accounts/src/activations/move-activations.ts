import { deviceLimit } from "@foyer/domain/activations";
import { parseProductId } from "@foyer/domain/product-id";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import type { License } from "../stores/license-store.ts";
import { raisedLimit } from "../stores/held-license-store.ts";
import { endActivations, placesTaken } from "../stores/activation-store.ts";
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
  const came = taken.filter((row) => row.ended_at === null && seats.includes(row.seat_id)).toReversed();
  const limit = rules && isSame ? deviceLimit(rules, raisedLimit(to), now) : 0;
  const room = rules?.counts === "seat" ? limit * to.total_seats : limit;
  const beyond = came.slice(0, Math.max(0, taken.length - room));
  await endActivations(
    tx,
    beyond.map(({ id }) => id),
    now,
    "seat",
  );
}
