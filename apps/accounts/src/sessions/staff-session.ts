import type { Amr } from "../db/session-tables.ts";
import type { Deps } from "../deps.ts";
import { lifetimes } from "../lifetimes.ts";
import type { SessionLimits } from "../stores/session-store.ts";

export const ordinary: SessionLimits = { idle: lifetimes.refreshToken, whole: lifetimes.session };
const strict: SessionLimits = { idle: lifetimes.staffIdle, whole: lifetimes.staffSession };

/** Staff sessions are short, except in a trial with the payment sandbox. */
export function sessionLimits(
  { config }: Pick<Deps, "config">,
  account: { readonly is_staff: boolean },
): SessionLimits {
  return account.is_staff && !config.sandbox.staffByPassword ? strict : ordinary;
}

/**
 * True when a session has staff rights: it was opened by a code or a passkey and has the short limits of staff sessions.
 * In a trial the password is enough for staff without a second factor, and sessions have the usual limits.
 *
 * @param account whether its second factor is on.
 */
export function isStaffSession(
  { config }: Pick<Deps, "config">,
  account: { readonly second_factor: boolean },
  session: {
    readonly amr: readonly Amr[];
    readonly passkey_id: string | null;
    readonly idle_seconds: number;
    readonly viewed_by: string | null;
    /** Set for a session that an app opened, which has no staff rights. */
    readonly app_grant_id: string | null;
  },
): boolean {
  if (session.viewed_by !== null || session.app_grant_id !== null) return false;
  // The factor or passkey that opened the session must still belong to the account.
  const isByCode = account.second_factor && session.amr.includes("otp");
  const isByPasskey = session.passkey_id !== null && session.amr.includes("hwk");
  if (!isByCode && !isByPasskey) return !account.second_factor && config.sandbox.staffByPassword;
  return config.sandbox.staffByPassword || session.idle_seconds <= strict.idle;
}
