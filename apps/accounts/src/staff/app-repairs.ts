import type { Repair } from "@foyer/contract/staff-wire";
import { refuse } from "@foyer/service-kit/errors";
import { appsOf, NO_LONGER_LISTED } from "../grants/apps.ts";
import type { Deps } from "../deps.ts";
import { endGrant, forgetConsent, liveGrantsOf } from "../stores/grant-store.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import type { Staff } from "../staff-acts/lock-for-staff.ts";
import { repairAccount, type RepairRequest } from "../staff-acts/repair.ts";

/** Signs a person out of one app on one device; the app asks her again. */
export function staffEndApp(
  deps: Deps,
  staff: Staff,
  { username, grant: id }: { readonly username: string; readonly grant: string },
  request: RepairRequest,
): Promise<Repair> {
  return repairAccount(deps, staff, "account.end_app", { username, ...request }, async (tx, now, account) => {
    const grant = (await liveGrantsOf(tx, account.id, now)).find((each) => each.id === id);
    if (!grant) refuse("object.not_found");
    await endGrant(tx, id, now);
    await forgetConsent(tx, account.id, grant.app_id);
    const app = appsOf(deps.brand).get(grant.app_id)?.name ?? NO_LONGER_LISTED;
    await recordSecurityEvent(tx, now, null, {
      kind: "app.ended",
      accountId: account.id,
      actor: staff.id,
      target: id,
      details: { app },
    });
    return {
      before: { app, device: grant.device_name, signed_in: true },
      after: { app, device: grant.device_name, signed_in: false },
    };
  });
}
