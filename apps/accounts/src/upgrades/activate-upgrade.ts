import { isInUse } from "@foyer/domain/seats";
import { purchaseType } from "@foyer/domain/product-id";
import { refuseUpgrade } from "@foyer/domain/upgrades";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { settleKeyActivations } from "../activations/move-activations.ts";
import { recordLicenseEvent } from "../license-events/license-events.ts";
import { insertLicense, isOwner, type License, lockLicense, ownersOf, setTotalSeats } from "../stores/license-store.ts";
import { moveSeats } from "../seats/seat-changes.ts";
import { seatsOfLicense } from "../stores/seat-store.ts";
import { findWaitingUpgrade, setActivated, type Upgrade } from "./upgrade-store.ts";

export interface UpgradeChoice {
  readonly registration_id: string;
  /** Ids of the seats to move. */
  readonly seats: readonly string[];
  /** Number of further upgrades, for seats without a holder. */
  readonly unassigned: number;
}

/**
 * Creates the upgraded license and moves the chosen seats there, with their holders and ids: all or none, and only once.
 *
 * @returns the number of moved seats.
 */
export async function activateUpgrade(deps: Deps, person: Person, choice: UpgradeChoice): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const found = await findWaitingUpgrade(tx, choice.registration_id);
    if (!found || !(await isOwner(tx, person.id, found.from_license_id))) refuse("object.not_found");
    const from = await lockLicense(tx, found.from_license_id);
    // Another call may have activated it while this one waited for the lock.
    const upgrade = await findWaitingUpgrade(tx, choice.registration_id);
    if (!from || !upgrade) refuse("object.not_found");
    const chosen = [...new Set(choice.seats)];
    await refuseUnfit(tx, from, upgrade, chosen, choice.unassigned);
    const now = deps.clock.now();
    await makeUpgraded(tx, from, upgrade, now);
    const to = (await lockLicense(tx, upgrade.id)) ?? refuse("object.not_found");
    await moveSeats(deps, tx, { at: now, from, to, cause: "upgrade", by: person }, chosen);
    const left = from.total_seats - upgrade.upgrades_available;
    await setTotalSeats(tx, from.id, left);
    await settleKeyActivations(deps, tx, from, left, now);
    await setActivated(tx, upgrade.id, now);
    const by = { by: person.username, byKind: "person" } as const;
    const details = { seats_moved: chosen.length, unassigned: choice.unassigned };
    await recordLicenseEvent(tx, now, from.id, {
      act: "upgrade.given",
      ...by,
      details: { ...details, to: upgrade.id },
    });
    await recordLicenseEvent(tx, now, upgrade.id, {
      act: "upgrade.taken",
      ...by,
      details: { ...details, from: from.id },
    });
    return chosen.length;
  });
}

async function refuseUnfit(
  tx: Tx,
  from: License,
  upgrade: Upgrade,
  chosen: readonly string[],
  unassigned: number,
): Promise<void> {
  const held = (await seatsOfLicense(tx, from.id)).filter(isInUse);
  const asked = {
    upgradesAvailable: upgrade.upgrades_available,
    totalSeats: upgrade.total_seats,
    seatIds: held.map(({ id }) => id),
  };
  const refusal = refuseUpgrade(asked, chosen, unassigned);
  if (refusal !== null) refuse(refusal);
  // Pending invitations stay on the old license and need its seats.
  const left = from.total_seats - upgrade.upgrades_available;
  if (from.used_seats - chosen.length > left) refuse("upgrade.too_many", { reason: "would_not_fit" });
}

async function makeUpgraded(tx: Tx, from: License, upgrade: Upgrade, now: Date): Promise<void> {
  const owners = await ownersOf(tx, from.id);
  const license = {
    id: upgrade.id,
    product_id: upgrade.product_id,
    description: upgrade.description,
    products: [upgrade.description],
    purchase_type: purchaseType(upgrade.product_id),
    total_seats: upgrade.upgrades_available,
    registered_at: now,
    key_owner: from.key_owner,
  };
  await insertLicense(
    tx,
    license,
    owners.map((owner) => owner.account_id),
  );
}
