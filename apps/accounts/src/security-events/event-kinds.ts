import type { AccountEventKind } from "@foyer/contract/account-events";

/** Kinds that are recorded but not shown to the account's owner as separate events, and why. */
export const untoldKinds = {
  "password.proof_refused": "Counted with the wrong passwords of its day, as `session.refused`.",
  "sign_up.started": "Somebody entered the address at sign-up. The account did not change, and its owner gets a mail.",
  "account.held": "The owner may not be allowed to know of a legal hold.",
  "account.hold_lifted": "For the same reason as the hold.",
  "account.merged": "A merged account has no sign-ins.",
  "account.closed_again": "An account that is being erased has no sign-ins.",
  "account.erased": "An erased account has no sign-ins.",
  "installation.restored": "Concerns no account.",
  "access_restore.asked":
    "Staff are still checking the request. All known addresses get a mail when a second staff member agrees.",
  "access_restore.agreed": "Shown as `access_restore.waiting`.",
} as const;

/** All kinds of security events. A new kind is either shown, with a sentence in the portal, or listed above with the reason. */
export type SecurityEventKind = AccountEventKind | keyof typeof untoldKinds;

/**
 * Any caller can cause these any number of times, so they are summed by day. The index `security_events_refused` lists the same
 * kinds.
 */
export const refusedKinds = ["session.refused", "password.proof_refused", "second_factor.refused"] as const;

/** Kinds that a person does herself. Only these can be disowned. */
export const ownDoings: ReadonlySet<SecurityEventKind> = new Set<SecurityEventKind>([
  "session.opened",
  "session.ended",
  "session.others_ended",
  "password.changed",
  "password.reset",
  "email.change_asked",
  "email.changed",
  "email.change_undone",
  "second_factor.on",
  "second_factor.off",
  "second_factor.recovery_used",
  "passkey.added",
  "passkey.removed",
  "browser.trusted",
  "seat.accepted",
  "manager.gave",
  "manager.took",
  "manager.contact_lost",
  "data.asked_for",
  "data.downloaded",
  "synced_data.deleted",
  "account.reopened",
  "device.activated",
  "device.freed",
  "app.allowed",
  "app.ended",
  "app.opened_portal",
]);
