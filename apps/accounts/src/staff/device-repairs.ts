import { instantOf } from "@foyer/contract/wire-values";
import { refuse } from "@foyer/service-kit/errors";
import { endActivations, updateActivation } from "../stores/activation-store.ts";
import { lockActivation, recordFreed } from "../activations/free-activation.ts";
import { rulesOf } from "../activations/rules-of.ts";
import { lockLicense, updateLicense } from "../stores/license-store.ts";
import { recordStaffEvent } from "./license-record.ts";
import { repair, type RepairOf } from "../staff-acts/repair.ts";

/**
 * Frees a device for its holder; it does not count against her frees.
 *
 * @param wanted with `release`, its place is free at once, though its file may still work on it.
 */
export const staffFreeDevice: RepairOf<{ readonly release?: boolean | undefined }> = (deps, staff, id, wanted) =>
  repair(deps, staff, "license.free_device", wanted, async (tx, now) => {
    const locked = await lockActivation(tx, id, now);
    if (!locked) refuse("object.not_found");
    const { row, license } = locked;
    const until = row.offline_until !== null && row.offline_until > now ? row.offline_until : null;
    if (row.ended_at !== null && until === null) refuse("object.not_found");
    if (row.ended_at === null) {
      await endActivations(tx, [id], now, "staff");
      await recordFreed(tx, now, row, { by: staff.id, origin: null });
    }
    const isReleased = wanted.release === true;
    if (isReleased) await updateActivation(tx, id, { offline_until: null });
    const device = { device: row.name, holder: row.username };
    await recordStaffEvent(tx, now, license.id, "devices.freed", device);
    return {
      target: `license:${license.id}`,
      before: { ...device, live: row.ended_at === null, keeps_place_until: until && instantOf(until) },
      after: { ...device, live: false, keeps_place_until: isReleased ? null : until && instantOf(until) },
    };
  });

/** Sets another limit of devices for one license until a time; null goes back to the product's. */
export const staffSetDeviceLimit: RepairOf<{
  readonly limit: number | null;
  readonly until?: string | null | undefined;
}> = (deps, staff, id, wanted) =>
  repair(deps, staff, "license.device_limit", wanted, async (tx, now) => {
    const license = (await lockLicense(tx, id)) ?? refuse("object.not_found");
    const rules = rulesOf(deps.brand, license.product_id);
    if (!rules) refuse("activation.unavailable", { field: "limit" });
    const until = wanted.until ? new Date(wanted.until) : null;
    if (wanted.limit !== null && (until === null || until <= now)) {
      refuse("input.invalid", { field: "until", reason: "until_past" });
    }
    const limit = wanted.limit;
    await updateLicense(tx, id, { activation_limit: limit, activation_limit_until: limit === null ? null : until });
    const before = license.activation_limit_until;
    const was = before !== null && before > now ? license.activation_limit : null;
    const after = { devices: limit ?? rules.limit, until: limit === null ? null : until && instantOf(until) };
    await recordStaffEvent(tx, now, id, "devices.limit_set", after);
    return {
      target: `license:${id}`,
      before: { devices: was ?? rules.limit, until: was === null ? null : before && instantOf(before) },
      after,
    };
  });
