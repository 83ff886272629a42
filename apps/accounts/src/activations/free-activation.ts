import { type ActivationRules, freesLeft } from "@foyer/domain/activations";
import { instantOf } from "@foyer/contract/wire-values";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { seenBy } from "../grants/apps.ts";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { isOwner, type License, lockLicense } from "../stores/license-store.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { type ActivationRow, endActivations, freesOf, readActivation } from "../stores/activation-store.ts";
import { rulesOf } from "./rules-of.ts";
import { stillSignedIn } from "./still-signed-in.ts";

interface OwnFree {
  readonly person: Person;
  readonly row: ActivationRow;
  /** Null if the brand has no rules any more. Then nothing is counted. */
  readonly rules: ActivationRules | null;
  /** True if the device replaces itself, which does not count. */
  readonly isSame: boolean;
  readonly origin: Origin;
}

/** Frees a holder's own device if frees are left. The license is locked. @returns the device afterwards. */
export async function freeOwn(deps: Deps, tx: Tx, free: OwnFree, now: Date): Promise<ActivationRow> {
  const { person, row, rules, isSame, origin } = free;
  if (rules && !isSame) {
    const frees = (await freesOf(tx, person.id, [row.license_id], now)).map((each) => each.ended_at);
    const { left, againAt } = freesLeft(rules.freesPer30Days, frees, now);
    if (left === 0) refuseFree(deps, againAt, now);
  }
  const [ended] = await endActivations(tx, [row.id], now, isSame ? "replaced" : "holder");
  await recordFreed(tx, now, row, { by: person.id, origin });
  return ended ?? row;
}

function refuseFree({ brand }: Deps, againAt: Date | null, now: Date): never {
  const { support } = brand.contacts;
  if (againAt === null) {
    refuse("activation.frees_used", { reason: "never", facts: { support }, extra: { available_at: null, support } });
  }
  const facts = { available_at: instantOf(againAt), support };
  const retryAfterSeconds = Math.ceil((againAt.getTime() - now.getTime()) / 1_000);
  refuse("activation.frees_used", { reason: "until", facts, extra: facts, retryAfterSeconds });
}

/** Records in the holder's account that a device was freed. */
export async function recordFreed(
  tx: Tx,
  now: Date,
  row: Pick<ActivationRow, "id" | "account_id" | "name">,
  { by, origin }: { readonly by: string; readonly origin: Origin | null },
): Promise<void> {
  await recordSecurityEvent(tx, now, origin, {
    kind: "device.freed",
    accountId: row.account_id,
    actor: by,
    target: row.id,
    details: { device: row.name },
  });
}

/** Returns the activation and locks its license, also if its seat moves concurrently. Null for an unknown one. */
export async function lockActivation(
  tx: Tx,
  id: string,
): Promise<{ readonly row: Awaited<ReturnType<typeof readActivation>> & {}; readonly license: License } | null> {
  let licenseId = (await readActivation(tx, id))?.license_id;
  for (;;) {
    const license = licenseId === undefined ? null : await lockLicense(tx, licenseId);
    const row = license && (await readActivation(tx, id));
    if (!license || !row) return null;
    if (row.license_id === license.id) return { row, license };
    licenseId = row.license_id;
  }
}

/** Frees an own device, or as a manager any device of the license. Other devices are not found. Repeating it is no error. */
export async function freeActivation(deps: Deps, person: Person, id: string, origin: Origin): Promise<void> {
  const { db, clock, brand } = deps;
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const locked = await lockActivation(tx, id);
    if (!locked) refuse("object.not_found");
    const { row, license } = locked;
    const isOwn = row.account_id === person.id && seenBy(deps, person, [row]).length > 0;
    // An app acts only for its user.
    const isManager = !person.app && (await isOwner(tx, person.id, license.id));
    if (!isOwn && !isManager) refuse("object.not_found");
    if (row.ended_at !== null) return;
    await stillSignedIn(tx, person, now);
    if (isOwn) {
      await freeOwn(deps, tx, { person, row, rules: rulesOf(brand, row.product_id), isSame: false, origin }, now);
      return;
    }
    await endActivations(tx, [id], now, "manager");
    await recordFreed(tx, now, row, { by: person.id, origin });
  });
}
