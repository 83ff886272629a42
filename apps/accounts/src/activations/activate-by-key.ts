import type { Activation } from "@foyer/contract/activations";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { type ActivationRow, placesTaken, updateActivation } from "../stores/activation-store.ts";
import type { License } from "../stores/license-store.ts";
import { activationWire } from "./activation-wire.ts";
import { limitKeys, openKey } from "./key-place.ts";
import { type DeviceText, fits, insertDevice, sameDevice, seenAgain } from "./places.ts";
import { rulesOf } from "./rules-of.ts";

const perNetwork = { limit: 10, windowSeconds: 60 } as const;

interface Keyed extends DeviceText {
  readonly license_key: string;
  /** The id of a new activation; by default one of ours. */
  readonly id?: string | undefined;
  readonly hash: Buffer;
}

/** A device with a place that a key opened. */
export interface KeyedPlace {
  readonly row: ActivationRow;
  readonly license: License;
  readonly isNew: boolean;
}

/** Gives a device a place in the license of a key, or finds the one that it has. */
export async function takePlaceByKey(deps: Deps, tx: Tx, wanted: Keyed, now: Date): Promise<KeyedPlace> {
  const { key, license } = await openKey(deps, tx, wanted.license_key, now);
  const rules = rulesOf(deps.brand, license.product_id);
  if (!rules) refuse("license_key.refused");
  const place = { license, rules, seatId: null, taken: await placesTaken(tx, license.id, now) };
  const same = sameDevice(place, wanted.hash);
  if (same) {
    // From now on it ends with this key, and not with the one before.
    if (same.by_key !== key.key) await updateActivation(tx, same.id, { by_key: key.key });
    return { row: await seenAgain(tx, { ...same, by_key: key.key }, wanted, now), license, isNew: false };
  }
  // A key does not show the devices of others.
  if (!fits(place, wanted.hash, now)) refuse("activation.limit", { extra: { activations: [] } });
  return {
    row: await insertDevice(tx, place, { ...wanted, accountId: null, byKey: key.key }, now),
    license,
    isNew: true,
  };
}

type Said = Omit<Keyed, "hash" | "id"> & { readonly fingerprint: string };

/** Activates an app on a device by a license key. The token that it returns opens this activation alone. */
export async function activateByKey(
  deps: Deps,
  said: Said,
  ip: string,
): Promise<{ readonly activation: Activation; readonly activation_token: string; readonly isNew: boolean }> {
  const { db, clock, licenseSecrets } = deps;
  return limitKeys(deps, { typed: said.license_key, ip, name: "activate", perNetwork }, async () => {
    const hash = await licenseSecrets.hashFingerprint(said.fingerprint);
    const now = clock.now();
    const { row, license, isNew } = await inTransaction(db, (tx) => takePlaceByKey(deps, tx, { ...said, hash }, now));
    return {
      activation: activationWire({ ...row, product_id: license.product_id }, now),
      activation_token: await licenseSecrets.activationToken(row.id),
      isNew,
    };
  });
}
