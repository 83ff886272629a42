import { type ActivationRules, deviceLimit, hasPlace, isSameDevice } from "@foyer/domain/activations";
import type { Tx } from "../db/schema.ts";
import { newId } from "../secrets/secret-values.ts";
import { type ActivationRow, dayOf, freesOf, insertActivation, updateActivation } from "../stores/activation-store.ts";
import { raisedLimit } from "../stores/held-license-store.ts";
import type { License } from "../stores/license-store.ts";

/** A locked license with the devices that keep a place there. */
export interface Place {
  readonly license: License;
  readonly rules: ActivationRules;
  /** The seat of the device; null for a device that is activated by key. */
  readonly seatId: string | null;
  readonly taken: readonly ActivationRow[];
}

/** Text of an app about its device. */
export interface DeviceText {
  readonly name?: string | undefined;
  readonly platform?: string | undefined;
  readonly app_version?: string | undefined;
}

/** True if the device has a place. A key has every place of the license, and a seat only its own. */
export function fits({ license, rules, seatId, taken }: Place, hash: Buffer, now: Date): boolean {
  // A leaving device that is activated again keeps its place.
  const others = taken.filter((row) => row.ended_at === null || !row.fingerprint.equals(hash));
  const inSeat = seatId === null ? 0 : others.filter((row) => row.seat_id === seatId).length;
  const limit = deviceLimit(rules, raisedLimit(license), now);
  return hasPlace(rules.counts, limit, license.total_seats, { inSeat, inLicense: others.length });
}

/** Returns the live device with this fingerprint in the seat, or among those activated by key. */
export const sameDevice = ({ taken, seatId }: Place, hash: Buffer): ActivationRow | undefined =>
  taken.find((row) => row.ended_at === null && row.seat_id === seatId && row.fingerprint.equals(hash));

export async function seenAgain(tx: Tx, row: ActivationRow, said: DeviceText, now: Date): Promise<ActivationRow> {
  const change = {
    name: said.name ?? row.name,
    platform: said.platform ?? row.platform,
    app_version: said.app_version ?? row.app_version,
    last_seen_at: dayOf(now),
  };
  await updateActivation(tx, row.id, change);
  return { ...row, ...change };
}

interface NewDevice extends DeviceText {
  /** Another id than a new one of ours. */
  readonly id?: string | undefined;
  readonly hash: Buffer;
  /** The holder of the seat, or else the key. */
  readonly accountId: string | null;
  readonly byKey: string | null;
}

/** Inserts a device that fits. A device that was freed, and was set up again soon, was replaced by itself. */
export async function insertDevice(tx: Tx, from: Place, device: NewDevice, now: Date): Promise<ActivationRow> {
  const { license, seatId, taken } = from;
  const leaving = taken.filter((row) => row.ended_at !== null && row.fingerprint.equals(device.hash));
  const until = leaving.flatMap((row) => row.offline_until ?? []).toSorted((one, other) => Number(other) - Number(one));
  const row: ActivationRow = {
    id: device.id ?? newId("act"),
    license_id: license.id,
    seat_id: seatId,
    account_id: device.accountId,
    by_key: device.byKey,
    fingerprint: device.hash,
    name: device.name ?? null,
    platform: device.platform ?? null,
    app_version: device.app_version ?? null,
    created_at: now,
    last_seen_at: dayOf(now),
    offline_until: until[0] ?? null,
    ended_at: null,
    ended_by: null,
  };
  // The file is on this device, so both keep one place together.
  for (const { id } of leaving) await updateActivation(tx, id, { offline_until: null });
  await insertActivation(tx, row);
  const same = (await freesOf(tx, device.accountId, [license.id], now)).find((freed) =>
    isSameDevice({ ...freed, at: freed.ended_at }, row, now),
  );
  if (same) await updateActivation(tx, same.id, { ended_by: "replaced" });
  return row;
}
