import type { Repair } from "@foyer/contract/staff-wire";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { requestSecret } from "../stores/mailed-secret-store.ts";
import { OPEN } from "../stores/account-store.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import type { Staff } from "../staff-acts/lock-for-staff.ts";
import { repairAccount, type RepairRequest } from "../staff-acts/repair.ts";

/** Mails a one-time link that sets a new password to the account's own address and invalidates an earlier link. */
export async function staffSendPasswordReset(
  deps: Deps,
  staff: Staff,
  username: string,
  request: RepairRequest,
): Promise<Repair> {
  if (request.preview !== true && !(await deps.mailer.probe())) refuse("mail.unavailable");
  return repairAccount(
    deps,
    staff,
    "account.send_password_reset",
    { username, ...request },
    async (tx, now, account) => {
      if (account.state !== OPEN) refuse("permission.denied", { reason: "account_closed" });
      const secret = { purpose: "password_reset", accountId: account.id, address: account.email } as const;
      await queueSecret(tx, deps.addJob, await requestSecret(tx, now, secret));
      await recordSecurityEvent(tx, now, null, {
        kind: "password.reset_asked",
        accountId: account.id,
        actor: staff.id,
      });
      return { before: null, after: { mailed_to: account.email } };
    },
  );
}
