import type { Repair } from "@foyer/contract/staff-wire";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { insertLicenseKey, lockLicenseKey, setIneligible } from "../stores/license-key-store.ts";
import { newLicenseKey } from "../secrets/secret-values.ts";
import type { Staff } from "../staff-acts/lock-for-staff.ts";
import { repair, type RepairRequest } from "../staff-acts/repair.ts";

export interface NewKey extends RepairRequest {
  readonly owner: string;
  readonly product_id: string;
  readonly description: string;
  readonly seats?: number | undefined;
}

/** Issues a license key that can be registered once with the key and its owner's name. A preview does not show the key. */
export function staffIssueKey(deps: Deps, staff: Staff, wanted: NewKey): Promise<Repair> {
  return repair(deps, staff, "license_key.issue", wanted, async (tx) => {
    const key = newLicenseKey();
    const { owner, product_id, description, seats = 1 } = wanted;
    await insertLicenseKey(tx, { key, owner, product_id, description, seats });
    const after = { owner, product_id, description, total_seats: seats };
    return { target: `license_key:${key}`, before: null, after: wanted.preview === true ? after : { key, ...after } };
  });
}

/** Revokes an unregistered key; a license that it already created stays. */
export function staffRevokeKey(deps: Deps, staff: Staff, typed: string, request: RepairRequest): Promise<Repair> {
  return repair(deps, staff, "license_key.revoke", request, async (tx) => {
    const key = (await lockLicenseKey(tx, [typed])) ?? refuse("object.not_found");
    await setIneligible(tx, key.key);
    return {
      target: `license_key:${key.key}`,
      before: { eligible: key.eligible, license: key.license_id },
      after: { eligible: false, license: key.license_id },
    };
  });
}
