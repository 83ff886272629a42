import { type ActivationCode, fileEnd } from "@foyer/domain/activations";
import type { ActivationHolder, Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { type ActivationState, type PaidEnds, updateActivation } from "../stores/activation-store.ts";
import { isOwnOf, lockActivation } from "./free-activation.ts";
import { writeMachineFile } from "./machine-file.ts";
import { rulesOf } from "./rules-of.ts";
import { stillSignedIn } from "./still-signed-in.ts";
import { codeOf } from "./validate-activation.ts";

const perHour = { limit: 60, windowSeconds: 3_600 } as const;

interface Asked {
  readonly days: number;
  readonly fingerprint: string;
  readonly encrypted?: boolean | undefined;
}

/** Returns a file with which the device works without network. The device then keeps its place until the file ends. */
export async function makeMachineFile(
  deps: Deps,
  caller: Person | ActivationHolder,
  id: string,
  asked: Asked,
): Promise<string> {
  const { db, clock, limiter, licenseSecrets } = deps;
  const person = caller.kind === "person" ? caller : null;
  await limiter.take(`machine-file:${person?.id ?? id}`, perHour);
  const hash = await licenseSecrets.hashFingerprint(asked.fingerprint);
  const signing = await licenseSecrets.signingKey();
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const row = (await lockActivation(tx, id, now))?.row;
    if (!row || !isOwnOf(deps, caller, row)) refuse("object.not_found");
    const account = person && (await stillSignedIn(tx, person, now));
    refuseUnfit(deps, row, asked);
    if (!row.fingerprint.equals(hash)) {
      refuse("input.invalid", { field: "fingerprint", reason: "other_fingerprint" });
    }
    refuseInvalid(codeOf(row, { hash, appVersion: row.app_version }, now));
    const paidUntil = paidEnd(row);
    const expiry = endOfFile(row, asked.days, now);
    if (expiry === null) {
      refuse("activation.not_valid", { reason: "paid_time_over" });
    }
    const before = row.offline_until;
    await updateActivation(tx, id, { offline_until: before !== null && before > expiry ? before : expiry });
    const { name, platform, license_id: license, license_key: key, product_id: productId, seats } = row;
    const of = { id: license, key, paidUntil, productId, username: account?.username ?? null, seats };
    const file = { id, fingerprint: asked.fingerprint, name, platform, license: of, issued: now, expiry };
    return writeMachineFile(file, signing, asked.encrypted === true ? key : null);
  });
}

function refuseUnfit({ brand }: Deps, row: ActivationState, { days, encrypted }: Asked): void {
  const most = rulesOf(brand, row.product_id)?.offlineDays ?? 0;
  if (most === 0) refuse("activation.unavailable", { reason: "files" });
  if (days > most) {
    refuse("input.invalid", {
      field: "days",
      reason: "file_days",
      facts: { most },
    });
  }
  if (encrypted === true && row.license_key === null) {
    refuse("input.invalid", { field: "encrypted", reason: "license_without_key" });
  }
}

/** Returns the end of the paid time: of a time-limited license, or of the subscription's last paid period. Null without an end. */
function paidEnd({ expires_at: expires, paid_until: paid }: PaidEnds): Date | null {
  if (expires === null || paid === null) return expires ?? paid;
  return expires < paid ? expires : paid;
}

/** Returns the end of a file created now. Null if none is given: for 0 days, or after the paid period. */
export function endOfFile(license: PaidEnds, days: number, now: Date): Date | null {
  const paidUntil = paidEnd(license);
  return days === 0 || (paidUntil !== null && paidUntil <= now) ? null : fileEnd(now, days, paidUntil);
}

function refuseInvalid(code: ActivationCode): void {
  if (code === "VALID") return;
  refuse("activation.not_valid", code === "DEACTIVATED" || code === "VERSION_NOT_COVERED" ? { reason: code } : {});
}
