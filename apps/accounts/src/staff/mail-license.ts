import type { Repair } from "@foyer/contract/staff-wire";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { hasEnded, lockLicense, ownersOf } from "../stores/license-store.ts";
import { queueLicenseBought } from "../mail/send-license-bought.ts";
import { recordStaffEvent } from "./license-record.ts";
import type { Staff } from "../staff-acts/lock-for-staff.ts";
import { repair, type RepairRequest } from "../staff-acts/repair.ts";

/** Mails a license to its contact again, as after buying it (BUY-18). */
export function staffMailLicense(deps: Deps, staff: Staff, id: string, wanted: RepairRequest): Promise<Repair> {
  return repair(deps, staff, "license.mail", wanted, async (tx, now) => {
    const license = (await lockLicense(tx, id)) ?? refuse("object.not_found");
    if (hasEnded(license, now)) refuse("license.ended");
    const [contact] = await ownersOf(tx, id);
    if (!contact) refuse("object.not_found");
    const { description, total_seats: seats } = license;
    await queueLicenseBought(tx, deps.addJob, { accountId: contact.account_id, description, seats, isReturn: false });
    await recordStaffEvent(tx, now, id, "license.mailed", {});
    return { target: `license:${id}`, before: { mailed_to: null }, after: { mailed_to: contact.email } };
  });
}
