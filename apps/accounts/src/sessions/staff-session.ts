import type { Amr } from "../db/session-tables.ts";
import type { Deps } from "../deps.ts";
import { lifetimes } from "../lifetimes.ts";

/** How long a session may rest and live, in seconds. */
export interface SessionLimits {
  readonly idle: number;
  readonly whole: number;
}

export const ordinary: SessionLimits = { idle: lifetimes.refreshToken, whole: lifetimes.session };
const strict: SessionLimits = { idle: lifetimes.staffIdle, whole: lifetimes.staffSession };

/** Staff sessions are short, unless the sandboxes are on. */
export function sessionLimits(
  { config }: Pick<Deps, "config">,
  account: { readonly is_staff: boolean },
): SessionLimits {
  return account.is_staff && !config.sandbox.payments ? strict : ordinary;
}

/**
 * Whether a session is one in which staff rights hold: opened by a code or a passkey, and as short as staff's. While
 * the sandboxes are on, the password is enough for staff who have no second factor, and sessions are as long as everybody's.
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
  },
): boolean {
  if (session.viewed_by !== null) return false;
  // What opened it has to be the account's still.
  const isByCode = account.second_factor && session.amr.includes("otp");
  const isByPasskey = session.passkey_id !== null && session.amr.includes("hwk");
  if (!isByCode && !isByPasskey) return !account.second_factor && config.sandbox.payments;
  return config.sandbox.payments || session.idle_seconds <= strict.idle;
}
