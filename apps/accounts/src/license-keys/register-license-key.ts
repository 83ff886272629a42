import type { RefusalName } from "@foyer/contract/refusals";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { Refusal, refuse } from "@foyer/service-kit/errors";
import { limitMisses } from "@foyer/service-kit/miss-limit";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { recordLicenseEvent } from "../license-events/license-events.ts";
import {
  findLicense,
  findLicenseByKey,
  isOwner,
  type License,
  lockLicense,
  ownersOf,
  setOwners,
} from "../stores/license-store.ts";
import type { Origin } from "../security-events/security-events.ts";
import { insertLicenseOfKey, type LicenseKey, lockLicenseKey } from "../stores/license-key-store.ts";

const perAccount = { limit: 20, windowSeconds: 3_600 } as const;
const perNetwork = { limit: 60, windowSeconds: 3_600 } as const;

const guesses = ["license_key.refused", "license_key.other_account", "license_key.not_eligible"] as const;

interface TypedKey {
  readonly license_key: string;
  readonly license_owner: string;
}

type KeyRefusal = Extract<RefusalName, `license_key.${string}`>;

/** Refuses the key, with the entry repeated under `messages`, which only this call does. */
function refuseKey(refusal: KeyRefusal): never {
  const field = "license_key";
  return refuse(refusal, { field, extra: { messages: new Refusal({ name: refusal }, { field }).details } });
}

/** People copy keys with blanks around them, and type them in any case; keys are printed in one case. */
function waysToWrite(typed: string): readonly string[] {
  const key = typed.trim();
  return [...new Set([key, key.toUpperCase(), key.toLowerCase()])];
}

const sameOwner = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Registers a legacy key for the person and creates her license. Wrong keys are limited. */
export async function registerLicenseKey(
  deps: Deps,
  person: Person,
  typed: TypedKey,
  origin: Origin,
): Promise<License> {
  const counts = [
    { key: `register:${person.id}`, limit: perAccount },
    { key: `register-from:${clientNetwork(origin.ip)}`, limit: perNetwork },
  ] as const;
  return limitMisses(deps.limiter, counts, guesses, () => registerOnce(deps, person, typed));
}

async function registerOnce(deps: Deps, person: Person, typed: TypedKey): Promise<License> {
  return inTransaction(deps.db, async (tx) => {
    const key = await lockLicenseKey(tx, waysToWrite(typed.license_key));
    if (!key) await refuseRegistered(tx, person, typed);
    if (!key || !sameOwner(key.owner, typed.license_owner)) refuseKey("license_key.refused");
    if (key.license_id !== null && (await isManaged(tx, key.license_id))) {
      const isHers = await isOwner(tx, person.id, key.license_id);
      refuseKey(isHers ? "license_key.refused" : "license_key.other_account");
    }
    if (!key.eligible) refuseKey("license_key.not_eligible");
    if (key.license_id === null && (await findLicenseByKey(tx, [key.key]))) refuseKey("license_key.refused");
    return register(tx, key, person, deps.clock.now());
  });
}

/** False for a license that apps opened with its key before anybody registered it. It is locked then. */
async function isManaged(tx: Tx, licenseId: string): Promise<boolean> {
  if ((await ownersOf(tx, licenseId)).length > 0) return true;
  await lockLicense(tx, licenseId);
  return (await ownersOf(tx, licenseId)).length > 0;
}

/** Refuses the key of a bought license, which counts as registered by its owners. */
async function refuseRegistered(tx: Tx, person: Person, typed: TypedKey): Promise<void> {
  const license = await findLicenseByKey(tx, waysToWrite(typed.license_key));
  if (!license || !sameOwner(license.key_owner, typed.license_owner)) return;
  if (license.key_revoked_at !== null) refuseKey("license_key.not_eligible");
  if (!(await isOwner(tx, person.id, license.id))) refuseKey("license_key.other_account");
}

/** Creates the license of the key. A key that apps were activated with before has its license already, without a manager. */
async function register(tx: Tx, key: LicenseKey, person: Person, now: Date): Promise<License> {
  const id = key.license_id ?? (await insertLicenseOfKey(tx, key, [person.id], now));
  if (key.license_id !== null) await setOwners(tx, id, [person.id]);
  await recordLicenseEvent(tx, now, id, {
    act: "license.registered",
    by: person.username,
    byKind: "person",
    details: {},
  });
  const license = await findLicense(tx, id);
  if (!license) throw new Error("the new license is missing");
  return license;
}
