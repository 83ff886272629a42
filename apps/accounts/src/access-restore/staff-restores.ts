import type { Repair } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import { addressKey } from "@foyer/domain/addresses";
import { holdsRight } from "@foyer/domain/staff-rights";
import { refuse } from "@foyer/service-kit/errors";
import { typedAddress } from "@foyer/service-kit/typed-address";
import type { Transaction } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { requestSecret } from "../mailed-secrets/mailed-secret-store.ts";
import { type Account, findAccount } from "../people/account-store.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import type { Staff } from "../staff/lock-for-staff.ts";
import { repairAccount, type RepairRequest } from "../staff/repair.ts";
import { knownAddresses } from "./known-addresses.ts";
import { areTied, mayRestore, obstacleTo } from "./may-restore.ts";
import {
  agreeToRestore,
  endRestore,
  insertRestore,
  lastStoppedByOwner,
  liveRestoreOf,
  type Restore,
} from "./restore-store.ts";
import { tellEnd } from "./tell-end.ts";

type Tx = Transaction<AccountsTables>;
type OneRestore = RepairRequest & { readonly restore: string };

const targetOf = ({ username }: Account): string => `account:${username}`;

async function refuseObstacle(tx: Tx, account: Account, address: string, now: Date): Promise<void> {
  const obstacle = await obstacleTo(tx, account, addressKey(address), now);
  if (obstacle === "address_taken") refuse("email.in_use", { field: "new_email_address" });
  if (obstacle === "held") {
    refuse("permission.denied", { message: "A legal hold keeps this account as it is." });
  }
  if (obstacle === "closed") refuse("permission.denied", { message: "The account is closed." });
}

/** Returns the restore if it is still the one, in the state, that the staff member saw; refuses `restore.changed` otherwise. */
function theSame(live: Restore | null, { restore }: OneRestore, states: readonly Restore["state"][]): Restore {
  return live?.id === restore && states.includes(live.state) ? live : refuse("restore.changed");
}

/** Asks for access to be restored to a new address. No mail is sent before a second staff member agrees. */
export async function staffAskRestore(
  deps: Deps,
  staff: Staff,
  username: string,
  { new_email_address: typed, ...request }: RepairRequest & { readonly new_email_address: string },
): Promise<Repair> {
  const address = typedAddress(typed, "new_email_address");
  return repairAccount(deps, staff, "account.restore_asked", { username, ...request }, async (tx, now, account) => {
    await refuseObstacle(tx, account, address, now);
    if (addressKey(address) === account.email_key) refuse("email.same", { field: "new_email_address" });
    if (await liveRestoreOf(tx, account.id)) {
      refuse("restore.changed", { message: "A restore of this account has been asked for already." });
    }
    const stopped = await lastStoppedByOwner(tx, account.id);
    if (stopped && stopped > after(now, -lifetimes.restoreAgain) && !holdsRight(staff.staffRights, "admin")) {
      refuse("permission.denied", {
        message: "Its owner stopped a restore within the last 7 days. Only an administrator may ask for another one.",
      });
    }
    const asked = { account_id: account.id, address, reason: request.reason, asked_by: staff.id, asked_at: now };
    await insertRestore(tx, asked);
    await recordSecurityEvent(tx, now, null, {
      kind: "access_restore.asked",
      accountId: account.id,
      actor: staff.id,
      details: { to: address },
    });
    return {
      target: targetOf(account),
      before: { email: account.email, restore: null },
      after: { email: address, restore: "waits for a second staff member" },
    };
  });
}

/** Agrees to another staff member's request, mails every known address and the new one, and starts the 24 hours. */
export async function staffAgreeRestore(
  deps: Deps,
  staff: Staff,
  username: string,
  request: OneRestore,
): Promise<Repair> {
  if (request.preview !== true && !(await deps.mailer.probe())) refuse("mail.unavailable");
  return repairAccount(deps, staff, "account.restore_agreed", { username, ...request }, async (tx, now, account) => {
    const restore = theSame(await liveRestoreOf(tx, account.id), request, ["asked"]);
    if (after(restore.asked_at, lifetimes.restoreAsked) <= now) refuse("restore.changed");
    await refuseSame(tx, staff, restore, account, now);
    await refuseObstacle(tx, account, restore.address, now);
    const due = await agreeToRestore(tx, restore.id, staff.id, now);
    const told = await tellAddresses(deps, tx, account, restore, now);
    await recordSecurityEvent(tx, now, null, {
      kind: "access_restore.agreed",
      accountId: account.id,
      actor: staff.id,
      details: { to: restore.address },
    });
    return {
      target: targetOf(account),
      before: { email: account.email, restore: "waits for a second staff member" },
      after: { email: restore.address, restore: "waits for its time", restores: instantOf(due), mailed_to: told },
    };
  });
}

/**
 * Enforces the four-eyes rule: the second staff member is not the first one nor tied to her, and the first one still has the
 * right.
 */
async function refuseSame(tx: Tx, staff: Staff, restore: Restore, account: Account, now: Date): Promise<void> {
  const asker = await findAccount(tx, restore.asked_by);
  const agreer = await findAccount(tx, staff.id);
  if (!asker || !agreer || asker.id === agreer.id) {
    refuse("permission.denied", { message: "Somebody else has to agree to it." });
  }
  if (!mayRestore(asker, account)) {
    refuse("permission.denied", { message: "Who asked for it may not do so any more. Stop it, and ask anew." });
  }
  if (await areTied(tx, asker, agreer, now)) {
    refuse("permission.denied", {
      message: `Somebody else has to agree to it: one of ${asker.username} and you has changed within the last 7 days what the other may do or how she signs in, or your accounts were merged.`,
    });
  }
}

/** Queues the mails with the stop links. @returns their addresses; the new address is the last. */
async function tellAddresses(deps: Deps, tx: Tx, account: Account, restore: Restore, now: Date): Promise<string[]> {
  const isNew = (address: string): boolean => addressKey(address) === addressKey(restore.address);
  const known = (await knownAddresses(tx, account, now)).filter((address) => !isNew(address));
  const told = [...known, restore.address];
  for (const [place, address] of told.entries()) {
    const secret = {
      purpose: "restore_stop",
      accountId: account.id,
      address,
      restore: { id: restore.id, place },
      ...(isNew(address) ? {} : { otherAddress: restore.address }),
    } as const;
    await queueSecret(tx, deps.addJob, await requestSecret(tx, now, secret));
  }
  return told;
}

/** Stops a restore that was not carried out yet. Any staff member with the right may, including the two who asked and agreed. */
export async function staffStopRestore(
  deps: Deps,
  staff: Staff,
  username: string,
  request: OneRestore,
): Promise<Repair> {
  return repairAccount(deps, staff, "account.restore_stopped", { username, ...request }, async (tx, now, account) => {
    const restore = theSame(await liveRestoreOf(tx, account.id), request, ["asked", "waiting"]);
    const ended = await endRestore(tx, restore.id, now, { state: "stopped", by: "staff", staffId: staff.id });
    await tellEnd(deps, tx, ended, { actor: staff.id });
    return {
      target: targetOf(account),
      before: { email: restore.address, restore: restore.state === "asked" ? "asked for" : "waits for its time" },
      after: { email: account.email, restore: "stopped" },
    };
  });
}
