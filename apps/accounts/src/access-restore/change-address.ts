import { instantOf } from "@foyer/contract/wire-values";
import { addressKey } from "@foyer/domain/addresses";
import { refuse } from "@foyer/service-kit/errors";
import { typedAddress } from "@foyer/service-kit/typed-address";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import type { Account } from "../stores/account-store.ts";
import { refusingDoubles } from "../people/doubles.ts";
import { setEmail } from "../people/set-email.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import { queueAddressNotice } from "../mail/send-address-notice.ts";
import { endEverything } from "../sessions/end-everything.ts";
import { repairAccount, type RepairOf } from "../staff-acts/repair.ts";
import { noteByStaff, refuseObstacle, refuseSoonAgain } from "./may-restore.ts";
import { insertRestore, type Restore } from "../stores/restore-store.ts";
import { end, tellAddresses } from "./tell-restore.ts";

/** Changes the address of the account and of its seats. Ends its sessions and links and mails both addresses. */
async function changeAddress(deps: Deps, tx: Tx, now: Date, account: Account, email: string): Promise<number> {
  await refusingDoubles(() => setEmail(tx, now, account.id, email));
  const ended = await endEverything(tx, account, now);
  for (const to of [account.email, email]) {
    await queueAddressNotice(tx, deps.addJob, { username: account.username, to, email, at: now.toISOString() });
  }
  return ended;
}

/** Carries out a waiting change of the address. The caller has checked that nothing hinders it. Returns the ended sessions. */
export async function carryOutChange(
  deps: Deps,
  tx: Tx,
  now: Date,
  account: Account,
  { id, address }: Pick<Restore, "id" | "address">,
): Promise<number> {
  const ended = await changeAddress(deps, tx, now, account, address);
  await end(deps, tx, now, id, { state: "done" }, { from: account.email });
  return ended;
}

/**
 * Asks for a change of an account's address. It takes effect after 24 hours, in which every known address can stop it by a mailed
 * link, or when a second staff member agrees. So a single staff member cannot take an account over. Another spelling of the same
 * address takes effect at once.
 */
export const staffChangeEmail: RepairOf<{ readonly new_email_address: string }> = (
  deps,
  staff,
  username,
  { new_email_address: address, ...request },
) => {
  const email = typedAddress(address, "new_email_address");
  return repairAccount(deps, staff, "account.email_asked", { username, ...request }, async (tx, now, account) => {
    if (email === account.email) refuse("email.same", { field: "new_email_address" });
    if (addressKey(email) === account.email_key) {
      const ended = await changeAddress(deps, tx, now, account, email);
      await recordSecurityEvent(tx, now, null, { kind: "email.changed", accountId: account.id, actor: staff.id });
      return { before: { email: account.email }, after: { email, sessions_ended: ended } };
    }
    await refuseObstacle(tx, account, email, now);
    await refuseSoonAgain(tx, staff, account, now);
    const due = after(now, lifetimes.restoreWait);
    const asked = { account_id: account.id, address: email, reason: request.reason, asked_by: staff.id, asked_at: now };
    const restore = await insertRestore(tx, { ...asked, kind: "address", state: "waiting", due_at: due });
    const told = await tellAddresses(deps, tx, account, restore, now);
    await noteByStaff(tx, now, staff, account, "access_restore.agreed", email);
    return {
      before: { email: account.email, change: null },
      after: { email, change: "waits for its time", changes: instantOf(due), mailed_to: told },
    };
  });
};
