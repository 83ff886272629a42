import type { Activation, ActivationLimit } from "@foyer/contract/activations";
import { instantOf } from "@foyer/contract/wire-values";
import {
  type ActivationRules,
  coveredVersion,
  deviceLimit,
  freesLeft,
  isUnused,
  keepsPlace,
} from "@foyer/domain/activations";
import type { Person } from "@foyer/service-kit/call";
import { appsOf, seenBy, seesProduct } from "../grants/apps.ts";
import { heldLicenses } from "../stores/held-license-store.ts";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { findLicense, type License } from "../stores/license-store.ts";
import {
  activationsOf,
  activationsOfLicense,
  countPlacesTaken,
  freesOf,
  type PaidEnds,
  paidEndsOf,
  seatUses,
} from "../stores/activation-store.ts";
import { activationWire, dayWire } from "./activation-wire.ts";
import { endOfFile } from "./make-machine-file.ts";
import { offersOf, rulesOf } from "./rules-of.ts";

/** Returns the caller's devices, and the limit of each license in which the caller holds a seat. */
export async function listActivations(
  deps: Deps,
  person: Person,
): Promise<{ activations: Activation[]; limits: ActivationLimit[] }> {
  const { db, clock, brand } = deps;
  const now = clock.now();
  const rows = seenBy(deps, person, await activationsOf(db, person.id, now));
  const held = seenBy(deps, person, await heldLicenses(db, person.id, now));
  const ids = held.map((row) => row.registration_id);
  const frees = Map.groupBy(await freesOf(db, person.id, ids, now), (row) => row.license_id);
  const shared = held.flatMap(({ registration_id: id, product_id: product }) => {
    const rules = rulesOf(brand, product);
    return rules?.counts === "license" || rules?.byKey === true ? [id] : [];
  });
  const giveFiles = held.filter((row) => (rulesOf(brand, row.product_id)?.offlineDays ?? 0) > 0);
  const paidEnds = await paidEndsOf(
    db,
    giveFiles.map((row) => row.registration_id),
  );
  const takenByAll = await countPlacesTaken(db, shared, now);
  const takenInSeats = Map.groupBy(
    rows.filter((row) => keepsPlace({ endedAt: row.ended_at, offlineUntil: row.offline_until }, now)),
    (row) => row.seat_id,
  );
  const limits = held.flatMap((row): ActivationLimit[] => {
    const rules = rulesOf(brand, row.product_id);
    if (!rules) return [];
    const counted = (frees.get(row.registration_id) ?? []).map((each) => each.ended_at);
    const { left, againAt } = freesLeft(rules.freesPer30Days, counted, now);
    const limit = deviceLimit(rules, row.raised_limit, now);
    const inLicense = takenByAll.get(row.registration_id) ?? 0;
    const inSeat = takenInSeats.get(row.seat_id)?.length ?? 0;
    return [
      {
        registration_id: row.registration_id,
        product_id: row.product_id,
        counts: rules.counts,
        limit,
        // Devices that a key activated take places that no seat has.
        taken: rules.counts === "license" ? inLicense : Math.max(inSeat, inLicense - limit * (row.total_seats - 1)),
        offline_days: rules.offlineDays,
        file_until: fileUntil(paidEnds.get(row.registration_id), rules, now),
        frees_left: left,
        frees_again: againAt && instantOf(againAt),
        ...coverOf(deps, row.product_id),
      },
    ];
  });
  return { activations: rows.map((row) => activationWire(row, now)), limits };
}

function fileUntil(license: PaidEnds | undefined, { offlineDays }: ActivationRules, now: Date): string | null {
  const end = license ? endOfFile(license, offlineDays, now) : null;
  return end && instantOf(end);
}

function coverOf({ brand }: Deps, productId: string) {
  const covered = coveredVersion(productId);
  const { download, upgradePrice } = offersOf(brand, productId, covered);
  return { covered_version: covered, download, upgrade_price: upgradePrice };
}

/** Returns the devices of a license, and when its held seats were last used, unless the brand hides that from managers. */
export async function listLicenseActivations(deps: Deps, licenseId: string) {
  const now = deps.clock.now();
  const rows = await activationsOfLicense(deps.db, licenseId, now);
  const activations = rows.map((row) => {
    const shown = activationWire(row, now);
    return { ...shown, last_seen: tellsManagers(deps) ? shown.last_seen : null };
  });
  const license = await findLicense(deps.db, licenseId);
  return { activations, seats: license && (await usedSeats(deps, license, now)) };
}

/** True unless the brand hides the last use of seats from managers. */
const tellsManagers = ({ brand }: Deps): boolean => brand.privacy?.lastUsed !== false;

/** Counts the held seats of a license that were not used for 60 days. Null if the brand hides it, or no app reports it. */
export async function countUnusedSeats(deps: Deps, licenseId: string): Promise<number | null> {
  const license = await findLicense(deps.db, licenseId);
  if (!license) refuse("object.not_found");
  const seats = await usedSeats(deps, license, deps.clock.now());
  return seats && seats.filter((seat) => seat.is_unused).length;
}

/** Returns when the held seats of a license were last used. Null if the brand hides it from managers, or no app reports it. */
async function usedSeats(deps: Deps, license: License, now: Date) {
  const { db, brand } = deps;
  if (!tellsManagers(deps)) return null;
  const apps = [...appsOf(brand).values()].filter((app) => seesProduct(app, license.product_id));
  if (apps.length === 0 && !rulesOf(brand, license.product_id)) return null;
  const uses = await seatUses(
    db,
    license.id,
    apps.map(({ id }) => id),
  );
  return uses.map(({ id, held_since: since, last_used: at }) => ({
    id,
    last_used: at && dayWire(at),
    is_unused: isUnused(at, since, now),
  }));
}
