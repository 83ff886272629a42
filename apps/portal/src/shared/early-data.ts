import type { CallName } from "@foyer/contract/paths";

/**
 * The calls of the account page that the page's first script makes, before the application is there.
 * Their methods and paths stand here again, because the contract's whole table would make that script five times as large.
 */
export const earlyPaths = {
  readUser: ["POST", "/api/1.1/user/"],
  listManagedLicenses: ["POST", "/api/1.1/managed_team_licenses/"],
  listPurchases: ["POST", "/api/1.1/purchases/"],
  listPersonalSeats: ["POST", "/api/1.1/seats/"],
  listUnactivatedRegistrations: ["GET", "/api/1.1/unactivated_registrations/"],
} as const satisfies Partial<Record<CallName, readonly [method: string, path: string]>>;

export type EarlyCall = keyof typeof earlyPaths;

declare global {
  interface Window {
    /** Answers that are under way, by call; each is taken once. */
    foyerEarly?: Partial<Record<EarlyCall, Promise<unknown>>>;
  }
}

/** The answer that was asked for early, handed out once; null when there is none. */
export function takeEarly(name: EarlyCall): Promise<unknown> | null {
  const early = window.foyerEarly;
  const answer = early?.[name] ?? null;
  if (early) delete early[name];
  return answer;
}
