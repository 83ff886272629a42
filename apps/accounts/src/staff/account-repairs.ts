import type { Repair } from "@foyer/contract/staff-wire";
import type { StaffRight } from "@foyer/domain/staff-rights";
import { refuse } from "@foyer/service-kit/errors";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { isErased } from "../stores/erasure-store.ts";
import { queueAccountNotice } from "../mail/send-account-notice.ts";
import { deletePasskeysOf } from "../stores/passkey-store.ts";
import {
  findOpenAccountAt,
  OPEN,
  raiseCredentialVersion,
  setClosed,
  setOpen,
  setStaffRights,
} from "../stores/account-store.ts";
import { refusingDoubles } from "../people/doubles.ts";
import { removeFactor } from "../stores/second-factor-store.ts";
import type { SecurityEventKind } from "../security-events/event-kinds.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import { deleteSessionsOf } from "../stores/session-store.ts";
import { endEverything } from "../sessions/end-everything.ts";
import type { Staff } from "../staff-acts/lock-for-staff.ts";
import { repairAccount, type RepairOf, type RepairRequest } from "../staff-acts/repair.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { requestSecret } from "../stores/mailed-secret-store.ts";
import { appsOf, NO_LONGER_LISTED } from "../grants/apps.ts";
import { endGrant, forgetConsent, liveGrantsOf } from "../stores/grant-store.ts";

async function note(tx: Tx, now: Date, staff: Staff, accountId: string, kind: SecurityEventKind): Promise<void> {
  await recordSecurityEvent(tx, now, null, { kind, accountId, actor: staff.id });
}

/** Closes an account, which ends its sessions everywhere, or reopens it. */
export const staffSetAccountState: RepairOf<{ readonly account_state: 100 | 300 | 301 }> = (
  deps,
  staff,
  username,
  { account_state: state, ...request },
) =>
  repairAccount(deps, staff, "account.state", { username, ...request }, async (tx, now, account) => {
    if (state === OPEN && account.state !== OPEN && (await findOpenAccountAt(tx, account.email_key))) {
      refuse("email.in_use", { reason: "by_now" });
    }
    if (state === OPEN && (await isErased(tx, account.id))) refuse("permission.denied", { reason: "account_deleted" });
    if (state === OPEN) await refusingDoubles(() => setOpen(tx, account.id));
    else await setClosed(tx, account, state, "staff", now);
    const ended = state === OPEN ? 0 : await endEverything(tx, account, now, true);
    if (state !== account.state) {
      await note(tx, now, staff, account.id, state === OPEN ? "account.reopened" : "account.closed");
      if (state !== OPEN && account.state === OPEN) {
        await queueAccountNotice(tx, deps.addJob, account.id, "account_closed", now);
      }
    }
    return {
      before: { account_state: account.state },
      after: { account_state: state, ...(state === OPEN ? {} : { sessions_ended: ended }) },
    };
  });

/** Ends all sessions of an account and invalidates its mailed links. */
export const staffEndSessions: RepairOf = (deps, staff, username, request) =>
  repairAccount(deps, staff, "account.end_sessions", { username, ...request }, async (tx, now, account) => {
    const ended = await endEverything(tx, account, now);
    await note(tx, now, staff, account.id, "sessions.ended");
    return { before: { sessions: ended }, after: { sessions: 0 } };
  });

/**
 * Turns the second factor off for a person who lost it and the recovery codes. Also removes her passkeys: they may be on the lost
 * device, and a person with a working passkey does not need this repair.
 */
export const staffRemoveSecondFactor: RepairOf = (deps, staff, username, request) =>
  repairAccount(deps, staff, "account.second_factor", { username, ...request }, async (tx, now, account) => {
    const hadFactor = await removeFactor(tx, account.id);
    const ended = await endEverything(tx, account, now);
    const passkeys = await deletePasskeysOf(tx, account.id);
    // Sign-ins that used one of its codes must be checked again.
    await raiseCredentialVersion(tx, account.id);
    await note(tx, now, staff, account.id, "second_factor.removed");
    await queueAccountNotice(tx, deps.addJob, account.id, "turned_off", now);
    if (passkeys > 0) {
      await note(tx, now, staff, account.id, "passkey.removed");
      await queueAccountNotice(tx, deps.addJob, account.id, "passkey_removed", now);
    }
    return {
      before: { second_factor: hadFactor, ...(passkeys > 0 ? { passkeys } : {}) },
      after: { second_factor: false, ...(passkeys > 0 ? { passkeys: 0 } : {}), sessions_ended: ended },
    };
  });

/**
 * Sets the rights of a staff member; an empty list makes her a customer. Ends her sessions, so that the new rights apply
 * from her next sign-in.
 */
export const staffSetRights: RepairOf<{ readonly rights: readonly StaffRight[] }> = (
  deps,
  staff,
  username,
  { rights, ...request },
) =>
  repairAccount(deps, staff, "account.rights", { username, ...request }, async (tx, now, account) => {
    const after = [...new Set(rights)];
    await setStaffRights(tx, account.id, after);
    // Running sign-ins must be checked again.
    await raiseCredentialVersion(tx, account.id);
    const ended = await deleteSessionsOf(tx, account.id);
    await note(tx, now, staff, account.id, "staff.rights_changed");
    return {
      before: { rights: account.staff_rights },
      after: { rights: after, sessions_ended: ended },
    };
  });

/** Mails a one-time link that sets a new password to the account's own address and invalidates an earlier link. */
export const staffSendPasswordReset: RepairOf = async (deps, staff, username, request) => {
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
};

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
