/** The state of an account that can be used; 300 and 301 are closed (SIGNIN-07). */
export const accountOpen = 100;

export type AccountState = 100 | 300 | 301;

/** True for an account that is closed, so that nobody can sign in to it. */
export function isClosed(state: number): boolean {
  return state === 300 || state === 301;
}

/** How long a person can come back to the account that she closed, in days. */
export const comeBackDays = 30;

/** Within so many days of its closing nothing of the person is left, as the terms say. */
export const erasedWithinDays = 60;

/** A day before the promise ends: what fails at first is tried again until then. */
const ERASED_AFTER_DAYS = erasedWithinDays - 1;

const DAY_MS = 86_400_000;
const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** When the owner of an account that was closed then can no longer come back. */
export function comeBackUntil(closedAt: Date): Date {
  return daysAfter(closedAt, comeBackDays);
}

/** By when nothing is left of the person whose account was closed then. */
export function erasedBy(closedAt: Date): Date {
  return daysAfter(closedAt, erasedWithinDays);
}

/** An account that was closed then, or earlier, is erased now unless a legal hold keeps it. */
export function erasureDueBefore(now: Date): Date {
  return daysAfter(now, -ERASED_AFTER_DAYS);
}

/** A license as its manager's or payer's closing sees it. */
export interface LicenseAtClosing {
  readonly id: string;
  readonly description: string;
  /** Its subscription is active and renews; one that ends with its period is as good as canceled. */
  readonly renews: boolean;
  /** The account's own customer pays for it. */
  readonly isPayer: boolean;
  readonly isManager: boolean;
  /** It gives access now. */
  readonly isLive: boolean;
  /** Managers beside the account whose accounts are open. */
  readonly otherManagers: number;
  /** Seats that others hold. */
  readonly othersSeats: number;
}

/** What keeps an account open, and the license that it is about. */
export type ClosingBlocker =
  | { readonly kind: "subscription" | "only_manager"; readonly license: string; readonly description: string }
  | { readonly kind: "staff" };

/** Why an account cannot be closed by its owner now (ERASE-01); an empty list when it can. */
export function closingBlockers(isStaff: boolean, licenses: readonly LicenseAtClosing[]): readonly ClosingBlocker[] {
  const blockers: ClosingBlocker[] = isStaff ? [{ kind: "staff" }] : [];
  for (const license of licenses) {
    const { id, description, otherManagers } = license;
    const isOnlyManager = license.isManager && otherManagers === 0;
    if (license.renews && (license.isPayer || isOnlyManager)) {
      blockers.push({ kind: "subscription", license: id, description });
    }
    if (isOnlyManager && license.isLive && license.othersSeats > 0) {
      blockers.push({ kind: "only_manager", license: id, description });
    }
  }
  return blockers;
}

/** What stands in records and seats in place of the name and the address of somebody whose account was erased. */
export const deletedAccount = "Deleted account";

/** The account name that stays of an erased account: unlike any that can be chosen, so that nobody takes it or signs in with it. */
export function erasedName(accountId: string): string {
  return `deleted:${accountId.toLowerCase()}`;
}

/** Whether that is the name of an erased account. */
export function isErasedName(accountName: string): boolean {
  return accountName.startsWith("deleted:");
}
