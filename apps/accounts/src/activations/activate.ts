import type { Activation } from "@foyer/contract/activations";
import { type ActivationRules, deviceLimit, hasPlace, isOfProduct, isSameDevice } from "@foyer/domain/activations";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { seenBy } from "../grants/apps.ts";
import { type HeldLicense, heldLicenses, raisedLimit } from "../stores/held-license-store.ts";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { type License, lockLicense } from "../stores/license-store.ts";
import { newId } from "../secrets/secret-values.ts";
import { type Origin, recordOwnEvent } from "../security-events/security-events.ts";
import { activationWire, freeableWire } from "./activation-wire.ts";
import {
  type ActivationRow,
  contactsKnownTo,
  dayOf,
  freesOf,
  insertActivation,
  placesTaken,
  revokedAmong,
  updateActivation,
} from "../stores/activation-store.ts";
import { freeOwn } from "./free-activation.ts";
import { rulesOf } from "./rules-of.ts";
import { stillSignedIn } from "./still-signed-in.ts";

/** A device, and the license or product for which its app is activated. */
export interface Wanted {
  readonly registration_id?: string | undefined;
  readonly product_id?: string | undefined;
  readonly fingerprint: string;
  readonly name?: string | undefined;
  readonly platform?: string | undefined;
  readonly app_version?: string | undefined;
  readonly replace?: string | undefined;
}

/** A locked license in which the person holds a seat, with the devices that keep a place there. */
interface Candidate {
  readonly license: License;
  readonly rules: ActivationRules;
  readonly seatId: string;
  readonly taken: readonly ActivationRow[];
}

const perHour = { limit: 200, windowSeconds: 3_600 } as const;

/** Activates an app on a device, or returns the device's present activation. Never exceeds the number of places. */
export async function activate(
  deps: Deps,
  person: Person,
  wanted: Wanted,
  origin: Origin,
): Promise<{ readonly activation: Activation; readonly isNew: boolean }> {
  const { db, clock, brand, limiter, licenseSecrets } = deps;
  const { registration_id: license, product_id: product } = wanted;
  if ((license === undefined) === (product === undefined)) {
    refuse("input.invalid", { field: "registration_id", reason: "license_or_product" });
  }
  if (product !== undefined && !rulesOf(brand, product)) refuse("activation.unavailable");
  await limiter.take(`activate:${person.id}`, perHour);
  const hash = await licenseSecrets.hashFingerprint(wanted.fingerprint);
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const candidates = await lockCandidates(deps, tx, person, wanted, now);
    await stillSignedIn(tx, person, now);
    const again = findSame(candidates, hash);
    const { row, license: of } = again
      ? await seenAgain(tx, again, wanted, now)
      : await takePlace(deps, tx, person, { ...wanted, hash, origin }, candidates, now);
    return { activation: activationWire({ ...row, product_id: of.product_id }, now), isNew: !again };
  });
}

const isWanted = (
  { registration_id: id, product_id: product }: Wanted,
  of: { id: string; product_id: string },
): boolean => (id === undefined ? isOfProduct(of.product_id, product ?? "") : of.id === id);

/**
 * Locks the wanted licenses in which the person holds a seat, in the order of their ids.
 *
 * @returns them without those whose key was revoked, the oldest first.
 */
async function lockCandidates(deps: Deps, tx: Tx, person: Person, wanted: Wanted, now: Date): Promise<Candidate[]> {
  const held = async (): Promise<HeldLicense[]> =>
    seenBy(deps, person, await heldLicenses(tx, person.id, now)).filter((row) =>
      isWanted(wanted, { id: row.registration_id, product_id: row.product_id }),
    );
  const locked = new Map<string, License>();
  for (const id of (await held()).map((row) => row.registration_id).toSorted()) {
    const license = await lockLicense(tx, id);
    if (license) locked.set(id, license);
  }
  // A seat found before the lock may be gone.
  const revoked = await revokedAmong(tx, [...locked.keys()]);
  const seats = (await held()).filter(({ registration_id: id }) => locked.has(id) && !revoked.has(id));
  if (seats.length === 0) await refuseNoSeat(tx, person, wanted);
  const candidates: Candidate[] = [];
  for (const { registration_id: id, seat_id: seatId } of seats) {
    const license = locked.get(id);
    const rules = license && rulesOf(deps.brand, license.product_id);
    if (license && rules) candidates.push({ license, rules, seatId, taken: await placesTaken(tx, id, now) });
  }
  if (candidates.length === 0) refuse("activation.unavailable");
  return candidates;
}

async function refuseNoSeat(tx: Tx, person: Person, wanted: Wanted): Promise<never> {
  const known = (await contactsKnownTo(tx, person.id)).find((license) => isWanted(wanted, license));
  return refuse("activation.no_seat", known ? { extra: { manager: known.email } } : {});
}

interface Found {
  readonly row: ActivationRow;
  readonly license: License;
}

function findSame(candidates: readonly Candidate[], hash: Buffer): Found | null {
  for (const { license, seatId, taken } of candidates) {
    const row = taken.find(
      (each) => each.ended_at === null && each.seat_id === seatId && each.fingerprint.equals(hash),
    );
    if (row) return { row, license };
  }
  return null;
}

async function seenAgain(tx: Tx, { row, license }: Found, said: Wanted, now: Date): Promise<Found> {
  const change = {
    name: said.name ?? row.name,
    platform: said.platform ?? row.platform,
    app_version: said.app_version ?? row.app_version,
    last_seen_at: dayOf(now),
  };
  await updateActivation(tx, row.id, change);
  return { row: { ...row, ...change }, license };
}

type Device = Wanted & { readonly hash: Buffer; readonly origin: Origin };

async function takePlace(
  deps: Deps,
  tx: Tx,
  person: Person,
  device: Device,
  candidates: readonly Candidate[],
  now: Date,
): Promise<Found> {
  const free =
    device.replace === undefined
      ? candidates.find((each) => fits(each, device.hash, now))
      : await replaced(deps, tx, person, { ...device, replace: device.replace }, candidates, now);
  if (!free) {
    const own = candidates.flatMap(({ taken }) => taken).filter((row) => row.account_id === person.id);
    const live = own.filter((row) => row.ended_at === null);
    refuse("activation.limit", { extra: { activations: live.map((row) => freeableWire(row, now)) } });
  }
  return { row: await insert(tx, person, device, free, now), license: free.license };
}

function fits({ license, rules, seatId, taken }: Candidate, hash: Buffer, now: Date): boolean {
  // A leaving device that is activated again keeps its place.
  const others = taken.filter((row) => row.ended_at === null || !row.fingerprint.equals(hash));
  const inSeat = others.filter((row) => row.seat_id === seatId).length;
  const limit = deviceLimit(rules, raisedLimit(license), now);
  return hasPlace(rules.counts, limit, license.total_seats, { inSeat, inLicense: others.length });
}

/** Frees the device to replace. @returns its license if a place is free now. */
async function replaced(
  deps: Deps,
  tx: Tx,
  person: Person,
  device: Device & { readonly replace: string },
  candidates: readonly Candidate[],
  now: Date,
): Promise<Candidate | undefined> {
  const isIt = (row: ActivationRow): boolean => row.id === device.replace && row.account_id === person.id;
  const from = candidates.find(({ taken }) => taken.some((row) => row.ended_at === null && isIt(row)));
  const row = from?.taken.find(isIt);
  if (!from || !row) refuse("object.not_found");
  const [name, platform] = [device.name ?? null, device.platform ?? null];
  const isSame = isSameDevice({ ...row, at: now }, { name, platform }, now);
  const ended = await freeOwn(deps, tx, { person, row, rules: from.rules, isSame, origin: device.origin }, now);
  const left = from.taken.flatMap((each) => (each === row ? (keepsFile(ended, now) ? ended : []) : each));
  const after = { ...from, taken: left };
  return fits(after, device.hash, now) ? after : undefined;
}

const keepsFile = ({ offline_until: until }: ActivationRow, now: Date): boolean => until !== null && until > now;

async function insert(tx: Tx, person: Person, device: Device, from: Candidate, now: Date): Promise<ActivationRow> {
  const { license, seatId, taken } = from;
  const leaving = taken.filter((row) => row.ended_at !== null && row.fingerprint.equals(device.hash));
  const until = leaving.flatMap((row) => row.offline_until ?? []).toSorted((one, other) => Number(other) - Number(one));
  const row: ActivationRow = {
    id: newId("act"),
    license_id: license.id,
    seat_id: seatId,
    account_id: person.id,
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
  const same = (await freesOf(tx, person.id, [license.id], now)).find((freed) =>
    isSameDevice({ ...freed, at: freed.ended_at }, row, now),
  );
  if (same) await updateActivation(tx, same.id, { ended_by: "replaced" });
  await recordOwnEvent(tx, now, device.origin, person.id, "device.activated", {
    target: row.id,
    details: { license: license.description, device: row.name },
  });
  return row;
}
