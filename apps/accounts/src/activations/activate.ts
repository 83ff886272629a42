import type { Activation } from "@foyer/contract/activations";
import { isOfProduct, isSameDevice } from "@foyer/domain/activations";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { seenBy } from "../grants/apps.ts";
import { type HeldLicense, heldLicenses } from "../stores/held-license-store.ts";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { isOwner, type License, lockLicense } from "../stores/license-store.ts";
import { type Origin, recordOwnEvent } from "../security-events/security-events.ts";
import { activationWire, freeableWire } from "./activation-wire.ts";
import { type ActivationRow, contactsKnownTo, placesTaken, revokedAmong } from "../stores/activation-store.ts";
import { freeOwn } from "./free-activation.ts";
import { type DeviceText, fits, insertDevice, type Place, sameDevice, seenAgain } from "./places.ts";
import { rulesOf } from "./rules-of.ts";
import { stillSignedIn } from "./still-signed-in.ts";

/** A device, and the license or product for which its app is activated. */
interface Wanted extends DeviceText {
  readonly registration_id?: string | undefined;
  readonly product_id?: string | undefined;
  readonly fingerprint: string;
  readonly replace?: string | undefined;
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
      ? { ...again, row: await seenAgain(tx, again.row, wanted, now) }
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
async function lockCandidates(deps: Deps, tx: Tx, person: Person, wanted: Wanted, now: Date): Promise<Place[]> {
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
  const candidates: Place[] = [];
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

function findSame(candidates: readonly Place[], hash: Buffer): Found | null {
  for (const candidate of candidates) {
    const row = sameDevice(candidate, hash);
    if (row) return { row, license: candidate.license };
  }
  return null;
}

type Device = Wanted & { readonly hash: Buffer; readonly origin: Origin };

async function takePlace(
  deps: Deps,
  tx: Tx,
  person: Person,
  device: Device,
  candidates: readonly Place[],
  now: Date,
): Promise<Found> {
  const free =
    device.replace === undefined
      ? candidates.find((each) => fits(each, device.hash, now))
      : await replaced(deps, tx, person, { ...device, replace: device.replace }, candidates, now);
  if (!free) {
    const own = (await Promise.all(candidates.map((each) => freeableIn(tx, person, each)))).flat();
    refuse("activation.limit", { extra: { activations: own.map((row) => freeableWire(row, now)) } });
  }
  return { row: await insert(tx, person, device, free, now), license: free.license };
}

/** The live devices that the person may free: her own, and as a manager those that the license's key activated. */
async function freeableIn(tx: Tx, person: Person, { license, taken }: Place): Promise<ActivationRow[]> {
  const live = taken.filter((row) => row.ended_at === null);
  const keyed = live.some((row) => row.by_key !== null) && (await isOwner(tx, person.id, license.id));
  return live.filter((row) => row.account_id === person.id || (keyed && row.by_key !== null));
}

/** Frees the device to replace. @returns its license if a place is free now. */
async function replaced(
  deps: Deps,
  tx: Tx,
  person: Person,
  device: Device & { readonly replace: string },
  candidates: readonly Place[],
  now: Date,
): Promise<Place | undefined> {
  const from = candidates.find(({ taken }) => taken.some(({ id }) => id === device.replace));
  const row = from && (await freeableIn(tx, person, from)).find(({ id }) => id === device.replace);
  if (!from || !row) refuse("object.not_found");
  const [name, platform] = [device.name ?? null, device.platform ?? null];
  const isSame = isSameDevice({ ...row, at: now }, { name, platform }, now);
  const free = { by: person, row, license: from.license, rules: from.rules, isSame, origin: device.origin };
  const ended = await freeOwn(deps, tx, free, now);
  const left = from.taken.flatMap((each) => (each === row ? (keepsFile(ended, now) ? ended : []) : each));
  const after = { ...from, taken: left };
  return fits(after, device.hash, now) ? after : undefined;
}

const keepsFile = ({ offline_until: until }: ActivationRow, now: Date): boolean => until !== null && until > now;

async function insert(tx: Tx, person: Person, device: Device, from: Place, now: Date): Promise<ActivationRow> {
  const row = await insertDevice(tx, from, { ...device, id: undefined, accountId: person.id, byKey: null }, now);
  await recordOwnEvent(tx, now, device.origin, person.id, "device.activated", {
    target: row.id,
    details: { license: from.license.description, device: row.name },
  });
  return row;
}
