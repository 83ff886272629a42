import { instantOf } from "@foyer/contract/wire-values";
import { addressKey } from "@foyer/domain/addresses";
import { refuse } from "@foyer/service-kit/errors";
import { typedAddress } from "@foyer/service-kit/typed-address";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { type Account, findAccount } from "../stores/account-store.ts";
import type { Staff } from "../staff-acts/lock-for-staff.ts";
import { type AccountChange, repairAccount, type RepairOf, type RepairRequest } from "../staff-acts/repair.ts";
import { mayRestore, noteByStaff, refuseObstacle, refuseSoonAgain } from "./may-restore.ts";
import { agreeToAddress, agreeToRestore, insertRestore, liveRestoreOf, type Restore } from "../stores/restore-store.ts";
import { end, tellAddresses } from "./tell-restore.ts";
import { carryOutChange } from "./change-address.ts";

type OneRestore = RepairRequest & { readonly restore: string };

/** Returns the restore if it is still the one, in the state, that the staff member saw; refuses `restore.changed` otherwise. */
function theSame(live: Restore | null, { restore }: OneRestore, states: readonly Restore["state"][]): Restore {
  return live?.id === restore && states.includes(live.state) ? live : refuse("restore.changed");
}

/** Asks for access to be restored to a new address. No mail is sent before a second staff member agrees. */
export const staffAskRestore: RepairOf<{ readonly new_email_address: string }> = (
  deps,
  staff,
  username,
  { new_email_address: typed, ...request },
) => {
  const address = typedAddress(typed, "new_email_address");
  return repairAccount(deps, staff, "account.restore_asked", { username, ...request }, async (tx, now, account) => {
    await refuseObstacle(tx, account, address, now);
    if (addressKey(address) === account.email_key) refuse("email.same", { field: "new_email_address" });
    await refuseSoonAgain(tx, staff, account, now);
    const asked = { account_id: account.id, address, reason: request.reason, asked_by: staff.id, asked_at: now };
    await insertRestore(tx, asked);
    await noteByStaff(tx, now, staff, account, "access_restore.asked", address);
    return {
      before: { email: account.email, restore: null },
      after: { email: address, restore: "waits for a second staff member" },
    };
  });
};

/**
 * Agrees to another staff member's request: mails every known address and the new one, and starts the 24 hours. A change of the
 * address alone, of which they were told before, takes effect.
 */
export const staffAgreeRestore: RepairOf<{ readonly restore: string }> = async (deps, staff, username, request) => {
  if (request.preview !== true && !(await deps.mailer.probe())) refuse("mail.unavailable");
  return repairAccount(deps, staff, "account.restore_agreed", { username, ...request }, async (tx, now, account) => {
    const live = await liveRestoreOf(tx, account.id);
    if (live?.kind === "address")
      return agreeToChange(deps, tx, now, staff, theSame(live, request, ["waiting"]), account);
    const restore = theSame(live, request, ["asked"]);
    if (after(restore.asked_at, lifetimes.restoreAsked) <= now) refuse("restore.changed");
    await refuseSame(tx, staff, restore, account);
    await refuseObstacle(tx, account, restore.address, now);
    const due = await agreeToRestore(tx, restore.id, staff.id, now);
    const told = await tellAddresses(deps, tx, account, restore, now);
    await noteByStaff(tx, now, staff, account, "access_restore.agreed", restore.address);
    return {
      before: { email: account.email, restore: "waits for a second staff member" },
      after: { email: restore.address, restore: "waits for its time", restores: instantOf(due), mailed_to: told },
    };
  });
};

async function agreeToChange(
  deps: Deps,
  tx: Tx,
  now: Date,
  staff: Staff,
  change: Restore,
  account: Account,
): Promise<AccountChange> {
  await refuseSame(tx, staff, change, account);
  await refuseObstacle(tx, account, change.address, now);
  await agreeToAddress(tx, change.id, staff.id, now);
  const ended = await carryOutChange(deps, tx, now, account, change);
  return {
    before: { email: account.email, change: "waits for its time" },
    after: { email: change.address, sessions_ended: ended },
  };
}

/** Enforces the four-eyes rule: the second staff member is not the first one, who still has the right. */
async function refuseSame(tx: Tx, staff: Staff, restore: Restore, account: Account): Promise<void> {
  const asker = await findAccount(tx, restore.asked_by);
  if (!asker || asker.id === staff.id) refuse("permission.denied", { reason: "second_person" });
  if (!mayRestore(asker, account)) refuse("permission.denied", { reason: "asker_may_not" });
}

/** Stops a restore that was not carried out yet. Any staff member with the right may, including the two who asked and agreed. */
export const staffStopRestore: RepairOf<{ readonly restore: string }> = (deps, staff, username, request) =>
  repairAccount(deps, staff, "account.restore_stopped", { username, ...request }, async (tx, now, account) => {
    const restore = theSame(await liveRestoreOf(tx, account.id), request, ["asked", "waiting"]);
    await end(deps, tx, now, restore.id, { state: "stopped", by: "staff", staffId: staff.id }, { actor: staff.id });
    return {
      before: { email: restore.address, restore: restore.state === "asked" ? "asked for" : "waits for its time" },
      after: { email: account.email, restore: "stopped" },
    };
  });
