import type { AccountEventKind } from "@foyer/contract/account-events";

/** Kinds that are recorded but not shown to the account's owner as separate events, and why. */
export const untoldKinds = {
  "password.proof_refused": "Counted with the wrong passwords of its day, as `session.refused`.",
  "sign_up.started": "Somebody typed the address at sign-up; nothing happened to the account, and a mail tells of it.",
  "account.held": "A legal hold may be one that its subject must not know of.",
  "account.hold_lifted": "As the hold itself.",
  "account.merged": "Nobody signs in to an account that was merged into another.",
  "account.closed_again": "Nobody signs in to an account that is being erased.",
  "account.erased": "Nobody signs in to an erased account.",
  "installation.restored": "Of no account.",
  "access_restore.asked": "The staff look into it; once two have agreed, all known addresses are told.",
  "access_restore.agreed": "As `access_restore.waiting`, which begins with it.",
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
