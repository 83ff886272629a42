import type { AccountEventKind } from "@foyer/contract/account-events";

/** What is recorded and not told to the account's owner as an event of its own, and why. */
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

/** The words of the record. A new one is either told, with a sentence in the portal, or named above with the reason. */
export type SecurityEventKind = AccountEventKind | keyof typeof untoldKinds;

/** Anybody can cause these, any number of times: they are told in sum. The index `security_events_refused` has the same. */
export const refusedKinds = ["session.refused", "password.proof_refused", "second_factor.refused"] as const;

/** What one does oneself: only of these can the owner say that it was somebody else. */
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
]);
