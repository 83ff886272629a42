import { activationCode, type ActivationCode } from "@foyer/domain/activations";
import { limitMisses } from "@foyer/service-kit/miss-limit";
import { refuse } from "@foyer/service-kit/errors";
import { clientNetwork, type RateLimit } from "@foyer/service-kit/rate-limit";
import type { Db, Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { recordLicenseEvent } from "../license-events/license-events.ts";
import { findKeyPlace, type KeyPlace } from "../stores/key-place-store.ts";
import { insertLicenseOfKey, lockLicenseKey } from "../stores/license-key-store.ts";
import { type License, lockLicense } from "../stores/license-store.ts";
import { rulesOf } from "./rules-of.ts";

/** Wrong keys of one beginning. An attacker who searches for keys knows the form of those of the vendor. */
const perBeginning = { limit: 20, windowSeconds: 3_600 } as const;
const BEGINNING = 6;

interface KeyCall {
  readonly typed: string;
  readonly ip: string;
  /** Name of the counter of the network's limit. */
  readonly name: "activate" | "compatible";
  readonly perNetwork: RateLimit;
}

/**
 * Runs `work` for a key that anybody may send. Counts each request of the network, and each wrong key by its first characters.
 *
 * @throws Refusal `rate.limited` above a limit.
 */
export async function limitKeys<T>(
  { limiter }: Pick<Deps, "limiter">,
  { typed, ip, name, perNetwork }: KeyCall,
  work: () => Promise<T>,
): Promise<T> {
  await limiter.take(`${name}-keys:${clientNetwork(ip)}`, perNetwork);
  const beginning = typed.replaceAll(/[\s-]/g, "").slice(0, BEGINNING).toUpperCase();
  const counts = [{ key: `wrong-keys:${beginning}`, limit: perBeginning }] as const;
  return limitMisses(limiter, counts, ["license_key.refused"], work);
}

/** Returns the key, or null for an unknown one and for one whose product is not activated by key. */
export async function readKey({ brand }: Pick<Deps, "brand">, db: Db, typed: string): Promise<KeyPlace | null> {
  const found = await findKeyPlace(db, typed);
  return found && rulesOf(brand, found.product_id)?.byKey === true ? found : null;
}

/** Returns why a key opens nothing, or `VALID`. */
export function keyCode(key: KeyPlace, now: Date): ActivationCode {
  return activationCode(
    {
      isAccountOpen: true,
      isKeyRevoked: key.is_revoked,
      subscriptionActive: key.subscription_active,
      expiresAt: key.expires_at,
      holdsSeat: true,
      isEnded: key.ends_at !== null && key.ends_at <= now,
      fingerprintMatches: true,
      appVersion: null,
      productId: key.product_id,
    },
    now,
  );
}

/** Locks the license of a key. A legacy key that nobody registered gets its license now, without a manager. */
async function lockLicenseOfKey(tx: Tx, found: KeyPlace, now: Date): Promise<License | null> {
  if (found.license_id !== null) return lockLicense(tx, found.license_id);
  const key = await lockLicenseKey(tx, [found.key]);
  if (!key) return null;
  if (key.license_id !== null) return lockLicense(tx, key.license_id);
  const id = await insertLicenseOfKey(tx, key, [], now);
  await recordLicenseEvent(tx, now, id, { act: "license.opened_by_key", by: null, byKind: "system", details: {} });
  return lockLicense(tx, id);
}

/** A key that opens its license, which is locked. */
export interface OpenKey {
  readonly key: KeyPlace;
  readonly license: License;
}

/** Locks the license that a key opens. Refuses all other keys alike, before the first lock. */
export async function openKey(deps: Deps, tx: Tx, typed: string, now: Date): Promise<OpenKey> {
  const before = await readKey(deps, tx, typed);
  if (!before || keyCode(before, now) !== "VALID") refuse("license_key.refused");
  const license = await lockLicenseOfKey(tx, before, now);
  // The key may have changed before the lock.
  const key = await readKey(deps, tx, typed);
  if (!license || key?.license_id !== license.id || keyCode(key, now) !== "VALID") refuse("license_key.refused");
  return { key, license };
}
