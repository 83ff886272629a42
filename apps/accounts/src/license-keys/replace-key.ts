import { instantOf } from "@foyer/contract/wire-values";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { type NewLicenseEvent, recordLicenseEvent } from "../license-events/license-events.ts";
import { after } from "../lifetimes.ts";
import { queueKeyReplaced } from "../mail/send-key-replaced.ts";
import { lockProved, requireProof } from "../passwords/prove-password.ts";
import { newLicenseKey } from "../secrets/secret-values.ts";
import type { Origin } from "../security-events/security-events.ts";
import { revokedAmong } from "../stores/activation-store.ts";
import { endActivationsOfKeys, setKey } from "../stores/replaced-key-store.ts";
import { type License, lockLicense, ownersOf } from "../stores/license-store.ts";

const DAY = 24 * 3_600;
const perLicense = { limit: 5, windowSeconds: DAY } as const;

/** How a key is replaced. */
export interface KeyChange {
  /** Days for which the old key works beside the new one; 0 ends it now. */
  readonly days: number;
  /** True if apps that were activated with the old key stay activated when it ends. */
  readonly keep_activations: boolean;
}

export interface ReplacedKey {
  readonly key: string;
  readonly old: string;
  readonly endsAt: Date;
}

/** Gives a locked license another key, records it and mails every manager. Refuses a license without a key, and a revoked key. */
export async function replaceKey(
  { addJob, brand }: Pick<Deps, "addJob" | "brand">,
  tx: Tx,
  license: License,
  { days, keep_activations: keeps }: KeyChange,
  by: Pick<NewLicenseEvent, "by" | "byKind"> & { readonly at: Date },
): Promise<ReplacedKey> {
  const { id, key: old, description } = license;
  if (old === null) refuse("license_key.refused");
  if ((await revokedAmong(tx, [id])).has(id)) refuse("license_key.not_eligible");
  const { at, ...who } = by;
  const [key, endsAt] = [newLicenseKey(), after(at, days * DAY)];
  await setKey(tx, license, key, { key: old, replaced_at: at, ends_at: endsAt, ends_activations: !keeps });
  if (days === 0 && !keeps) await endActivationsOfKeys(tx, at, id);
  const details = { ends: instantOf(endsAt), keep_activations: keeps };
  await recordLicenseEvent(tx, at, id, { act: "license_key.replaced", ...who, details });
  for (const { email } of await ownersOf(tx, id)) {
    if (!email.includes("@")) continue;
    const mail = { address: email, description, by: who.by ?? brand.contacts.support };
    await queueKeyReplaced(tx, addJob, { ...mail, endsAt: days === 0 ? null : endsAt.toISOString(), keeps });
  }
  return { key, old, endsAt };
}

/** Replaces the key of a license for its manager. */
export async function replaceLicenseKey(
  deps: Deps,
  person: Person,
  licenseId: string,
  wanted: KeyChange & { readonly password?: string | undefined },
  origin: Origin,
): Promise<ReplacedKey> {
  const { db, clock, limiter } = deps;
  const proof = await requireProof(deps, person, wanted.password, origin);
  await limiter.take(`replace-key:${licenseId}`, perLicense);
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const license = await lockLicense(tx, licenseId);
    const { username } = await lockProved(tx, at, proof);
    const isManager = (await ownersOf(tx, licenseId)).some(({ account_id: id }) => id === person.id);
    if (!license || !isManager) refuse("object.not_found");
    return replaceKey(deps, tx, license, wanted, { at, by: username, byKind: "person" });
  });
}
