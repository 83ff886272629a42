/** Days in which a person can reopen the account that they closed. */
export const comeBackDays = 30;

/** Days after the closing within which all personal data is erased, as the terms promise. */
const erasedWithinDays = 60;

/** One day earlier than promised, which leaves a day for retries. */
const ERASED_AFTER_DAYS = erasedWithinDays - 1;

const DAY_MS = 86_400_000;
const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** Returns the end of the time in which the owner can reopen the account. */
export function comeBackUntil(closedAt: Date): Date {
  return daysAfter(closedAt, comeBackDays);
}

/** Returns the time by which all data of a closed account is erased. */
export function erasedBy(closedAt: Date): Date {
  return daysAfter(closedAt, erasedWithinDays);
}

/** Returns the latest closing time of accounts that are erased now, unless a legal hold applies. */
export function erasureDueBefore(now: Date): Date {
  return daysAfter(now, -ERASED_AFTER_DAYS);
}

/** A license from the view of a manager or payer who closes their account. */
export interface LicenseAtClosing {
  readonly id: string;
  readonly description: string;
  /** Its subscription is active and renews. A subscription that ends with its period counts as canceled. */
  readonly renews: boolean;
  /** The account's own customer pays for it. */
  readonly isPayer: boolean;
  readonly isManager: boolean;
  /** It gives access now. */
  readonly isLive: boolean;
  /** Other managers with open accounts. */
  readonly otherManagers: number;
  /** Seats of other people. */
  readonly othersSeats: number;
}

/** A reason that keeps an account open, and its license. */
export type ClosingBlocker =
  | { readonly kind: "subscription" | "only_manager"; readonly license: string; readonly description: string }
  | { readonly kind: "staff" };

/** Returns why the owner cannot close the account now (ERASE-01), or an empty list. */
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

/** Replaces the name and address of an erased account in records and seats. */
export const deletedAccount = "Deleted account";

/** Returns the account name of an erased account. It cannot be chosen, so no one can take it or sign in with it. */
export function erasedName(accountId: string): string {
  return `deleted:${accountId.toLowerCase()}`;
}

/** True for the name of an erased account. */
export function isErasedName(accountName: string): boolean {
  return accountName.startsWith("deleted:");
}
