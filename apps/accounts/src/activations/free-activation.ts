import { type ActivationRules, freesLeft } from "@foyer/domain/activations";
import { instantOf } from "@foyer/contract/wire-values";
import type { ActivationHolder, Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { seenBy } from "../grants/apps.ts";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { isOwner, type License, lockLicense } from "../stores/license-store.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import {
  type ActivationRow,
  type ActivationState,
  endActivations,
  freesOf,
  readActivation,
} from "../stores/activation-store.ts";
import { rulesOf } from "./rules-of.ts";
import { stillSignedIn } from "./still-signed-in.ts";

interface OwnFree {
  /** Null for an app with the token of an activation by key. */
  readonly by: Person | null;
  readonly row: ActivationRow;
  readonly license: Pick<License, "total_seats">;
  /** Null if the brand has no rules any more. Then nothing is counted. */
  readonly rules: ActivationRules | null;
  /** True if the device replaces itself, which does not count. */
  readonly isSame: boolean;
  readonly origin: Origin | null;
}

/**
 * Frees an own device, or one that was activated by key, if frees are left. The license is locked. Devices by key have no holder: if
 * places count by seat, their frees count for each seat.
 *
 * @returns the device afterwards.
 */
export async function freeOwn(deps: Deps, tx: Tx, free: OwnFree, now: Date): Promise<ActivationRow> {
  const { by, row, license, rules, isSame, origin } = free;
  if (rules && !isSame) {
    const frees = (await freesOf(tx, row.account_id, [row.license_id], now)).map((each) => each.ended_at);
    const times = row.by_key !== null && rules.counts === "seat" ? license.total_seats : 1;
    const { left, againAt } = freesLeft(rules.freesPer30Days * times, frees, now);
    if (left === 0) refuseFree(deps, againAt, now);
  }
  const [ended] = await endActivations(tx, [row.id], now, isSame ? "replaced" : "holder");
  await recordFreed(tx, now, row, { by: by?.id ?? null, origin });
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

/** Records in the holder's account that a device was freed. One that was activated by key has no holder. */
export async function recordFreed(
  tx: Tx,
  now: Date,
  row: Pick<ActivationRow, "id" | "account_id" | "name">,
  { by, origin }: { readonly by: string | null; readonly origin: Origin | null },
): Promise<void> {
  if (row.account_id === null) return;
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
  now: Date,
): Promise<{ readonly row: Awaited<ReturnType<typeof readActivation>> & {}; readonly license: License } | null> {
  let licenseId = (await readActivation(tx, id, now))?.license_id;
  for (;;) {
    const license = licenseId === undefined ? null : await lockLicense(tx, licenseId);
    const row = license && (await readActivation(tx, id, now));
    if (!license || !row) return null;
    if (row.license_id === license.id) return { row, license };
    licenseId = row.license_id;
  }
}

type Caller = Person | ActivationHolder;

/** Frees an own device, or as a manager any device of the license. Other devices are not found. Repeating it is no error. */
export async function freeActivation(deps: Deps, caller: Caller, id: string, origin: Origin): Promise<void> {
  const { db, clock, brand } = deps;
  const person = caller.kind === "person" ? caller : null;
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const locked = await lockActivation(tx, id, now);
    if (!locked) refuse("object.not_found");
    const { row, license } = locked;
    const isManager = person !== null && (await isOwner(tx, person.id, license.id));
    // An app acts only for its user. If she manages the license, it may free what the key activated, which counts.
    const isKeyed = isManager && row.by_key !== null && seenBy(deps, person, [row]).length > 0;
    const isOwn = isOwnOf(deps, caller, row) || (isKeyed && person.app !== undefined);
    if (!isOwn && !(isManager && person.app === undefined)) refuse("object.not_found");
    if (row.ended_at !== null) return;
    if (person) await stillSignedIn(tx, person, now);
    if (isOwn) {
      const free = { by: person, row, license, rules: rulesOf(brand, row.product_id), isSame: false, origin };
      await freeOwn(deps, tx, free, now);
      return;
    }
    await endActivations(tx, [id], now, "manager");
    await recordFreed(tx, now, row, { by: person?.id ?? null, origin });
  });
}

/** True for a device of the person that her app may see, and for the activation by key of a token. */
export function isOwnOf(
  deps: Deps,
  caller: Caller,
  row: Pick<ActivationState, "id" | "account_id" | "product_id">,
): boolean {
  if (caller.kind === "activation") return row.account_id === null && row.id === caller.activationId;
  return row.account_id === caller.id && seenBy(deps, caller, [row]).length > 0;
}
