import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import {
  type ActivationRow,
  type ActivationState,
  countPlacesTaken,
  readActivation,
} from "../stores/activation-store.ts";
import type { KeyPlace } from "../stores/key-place-store.ts";
import { findLicenseKey } from "../stores/license-key-store.ts";
import { findLicense, type OwnerRow, ownersOf } from "../stores/license-store.ts";
import { freeOwn, lockActivation } from "./free-activation.ts";
import { placesOf } from "./move-activations.ts";
import { rulesOf } from "./rules-of.ts";

/** The license of a key, for callers who have the key. */
export interface KeyLicense {
  readonly description: string;
  /** Null for a legacy key that nobody registered. */
  readonly registeredAt: Date | null;
  /** Name of the person who received the key. */
  readonly owner: string;
  readonly contact: OwnerRow | null;
  /** Number of devices that the license may have, and that keep a place. */
  readonly places: number;
  readonly taken: number;
}

export async function readKeyLicense({ db, brand }: Deps, key: KeyPlace, now: Date): Promise<KeyLicense> {
  const rules = rulesOf(brand, key.product_id);
  const license = key.license_id === null ? null : await findLicense(db, key.license_id);
  if (license) {
    const [contact = null] = await ownersOf(db, license.id);
    const taken = (await countPlacesTaken(db, [license.id], now)).get(license.id) ?? 0;
    const places = rules ? placesOf(rules, license, now) : 0;
    const { description, registered_at: registeredAt, key_owner: owner } = license;
    return { description, registeredAt, owner, contact, places, taken };
  }
  const legacy = await findLicenseKey(db, key.key);
  if (!legacy) refuse("license_key.refused");
  const times = rules?.counts === "seat" ? legacy.seats : 1;
  const { description, owner } = legacy;
  return { description, registeredAt: null, owner, contact: null, places: (rules?.limit ?? 0) * times, taken: 0 };
}

/**
 * Returns the live activation with this id in the key's license; null for any other. It may be one of a seat, as imports bring
 * those of another shop: its app knows the key and the id, and both are secret. An ended key finds only what it activated itself,
 * and that may stay.
 */
export async function findWithKey({ db }: Deps, key: KeyPlace, id: string, now: Date): Promise<ActivationState | null> {
  const row = await readActivation(db, id, now);
  if (!row || row.license_id !== key.license_id) return null;
  if (row.ended_at !== null || row.key_ended || !row.holds_seat) return null;
  return key.ends_at !== null && key.ends_at <= now && row.by_key !== key.key ? null : row;
}

/** Frees an activation that `findWithKey` returned. Counts as a free by its app. */
export async function freeWithKey(deps: Deps, { id }: ActivationRow): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now();
    const locked = await lockActivation(tx, id, now);
    if (!locked || locked.row.ended_at !== null) return;
    const { row, license } = locked;
    const rules = rulesOf(deps.brand, license.product_id);
    await freeOwn(deps, tx, { by: null, row, license, rules, isSame: false, origin: null }, now);
  });
}
