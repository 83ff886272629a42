import type { CallName } from "@foyer/contract/all-paths";

/** How many invoices a page of the billing history has. */
export const INVOICES_A_PAGE = 6;

/**
 * The calls of the account page that the page's first script makes, before the application is there.
 * Their methods and paths stand here again, because the contract's whole table would make that script five times as large.
 */
export const earlyPaths = {
  readUser: "POST /api/1.1/user/",
  listUnactivatedRegistrations: "GET /api/1.1/unactivated_registrations/",
  readSecondFactor: "GET /api/1.1/user/second_factor/",
  listPasskeys: "GET /api/1.1/user/passkeys/",
  listSessions: "GET /api/1.1/user/sessions/",
} as const satisfies Partial<Record<CallName, string>>;

/** For the lower sections: made so early only where these are in the first view, and else by the application. */
export const earlyLowerPaths = {
  listManagedLicenses: "POST /api/1.1/managed_team_licenses/",
  listPersonalSeats: "POST /api/1.1/seats/",
  listPurchases: "POST /api/1.1/purchases/",
} as const satisfies Partial<Record<CallName, string>>;

/** Lower ones too, which only who is a customer has made, once it is known that she is one. */
export const earlyCustomerPaths = {
  readCustomer: "GET /api/v2/customer/:id",
  listPaymentMethods: "GET /api/v2/customer/:id/payment_methods",
  listInvoices: `GET /api/v2/customer/:id/invoices?limit=${INVOICES_A_PAGE}`,
  listPlans: "GET /api/v2/plans",
} as const satisfies Partial<Record<CallName, string>>;

/** What the sign-in form sends before the application is there. */
export const earlySignInPaths = { signIn: "POST /api/1.1/signin/ open" } as const satisfies Partial<
  Record<CallName, string>
>;

/** An answer older than this is asked for again. */
const FRESH_MS = 30_000;

declare global {
  interface Window {
    /** Answers that are under way since the page began, by method, address and whose they are; each is taken once. */
    foyerEarly?: Map<string, Promise<Response>>;
  }
}

/** By what an answer is found again: nobody gets what was asked for as somebody else. */
export function earlyKey(method: string, url: string, authorization: string | undefined): string {
  return `${method} ${url} ${authorization ?? ""}`;
}

/**
 * The browser's own `fetch`; but what the page's first script has asked for already is taken from there, once. It asked with
 * nothing but an address: with a body the same address is another call.
 */
export async function fetchOnce(url: string, request: RequestInit): Promise<Response> {
  const { authorization } = request.headers as Readonly<Record<string, string>>;
  const key = earlyKey(request.method ?? "GET", url, authorization);
  const early = request.body === undefined ? window.foyerEarly?.get(key) : undefined;
  window.foyerEarly?.delete(key);
  // Whatever changes something makes what was asked for before it old.
  if (!early && request.method !== "GET") window.foyerEarly?.clear();
  // What failed is asked for again: the network may be back.
  const answer = performance.now() < FRESH_MS ? await early?.catch(() => null) : null;
  return answer ?? (await fetch(url, request));
}
