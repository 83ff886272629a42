import type { CallName } from "@foyer/contract/paths";
import { EVENTS_AT_FIRST, INVOICES_A_PAGE } from "@foyer/contract/page-sizes";

/**
 * The calls of the account page that the page's first script sends, before the application has loaded. Their methods
 * and paths are repeated here, because the contract's whole table would make that script five times as large.
 */
export const earlyPaths = {
  /** Sent first and separately: it shows whether the session is valid, and whose customer page to read. */
  readUser: "POST /api/1.1/user/ read",
  readAccountPage: "GET /api/1.1/user/account_page/",
  /** Sent only for customers, after `readUser`. */
  readCustomerPage: "GET /api/v2/customer/:id/account_page",
} as const satisfies Partial<Record<CallName, string>>;

/** The calls whose answers are parts of the answer to `readAccountPage`. */
export const accountPageParts = {
  listUnactivatedRegistrations: "GET /api/1.1/unactivated_registrations/",
  readSecondFactor: "GET /api/1.1/user/second_factor/",
  listPasskeys: "GET /api/1.1/user/passkeys/",
  listSessions: "GET /api/1.1/user/sessions/",
  listAccountEvents: `GET /api/1.1/user/events/?limit=${EVENTS_AT_FIRST}`,
  readOwnRestore: "GET /api/1.1/user/access_restore/",
  listOwnInvitations: "GET /api/1.1/user/invitations/",
  listConnectedApps: "GET /api/1.1/user/apps/",
  listManagedLicenses: "POST /api/1.1/managed_team_licenses/ read",
  listPersonalSeats: "POST /api/1.1/seats/ read",
  listActivations: "GET /api/1.1/activations/",
  listPurchases: "POST /api/1.1/purchases/ read",
} as const satisfies Partial<Record<CallName, string>>;

/** The calls whose answers are parts of the answer to `readCustomerPage`. */
export const customerPageParts = {
  readCustomer: "GET /api/v2/customer/:id",
  listPaymentMethods: "GET /api/v2/customer/:id/payment_methods",
  listInvoices: `GET /api/v2/customer/:id/invoices?limit=${INVOICES_A_PAGE}`,
  listPlans: "GET /api/v2/plans",
  readPaymentConf: "GET /api/v2/get_conf open",
  readBillingDetails: "GET /api/v2/customer/:id/billing_details",
} as const satisfies Partial<Record<CallName, string>>;

/** Statuses of a service that does not answer. */
export const AWAY: readonly number[] = [502, 503, 504];

/** An answer older than this is asked for again. */
const FRESH_MS = 30_000;

declare global {
  interface Window {
    /** Early answers by method, address and token, possibly still pending; each is used once. Null if the call must be made. */
    foyerEarly?: Map<string, Promise<Response | null>>;
  }
}

/** Returns the key of an early answer. It includes the token, so that no other person's answer is used. */
export function earlyKey(method: string, url: string, authorization: string | undefined): string {
  return `${method} ${url} ${authorization ?? ""}`;
}

/**
 * Returns the early answer to a request once, or its failure as a rejection; null if the request must be sent. Early requests
 * have no body, because with a body the same address is another call.
 */
export async function takeEarly(url: string, request: RequestInit): Promise<{ answer: Promise<Response> } | null> {
  const { authorization } = request.headers as Readonly<Record<string, string>>;
  const key = earlyKey(request.method ?? "GET", url, authorization);
  const early = request.body === undefined ? window.foyerEarly?.get(key) : undefined;
  window.foyerEarly?.delete(key);
  // Any change makes earlier answers stale.
  if (!early && request.method !== "GET") window.foyerEarly?.clear();
  if (!early || performance.now() >= FRESH_MS) return null;
  try {
    const response = await early;
    return response && { answer: Promise.resolve(response) };
  } catch (error) {
    return { answer: Promise.reject(error) };
  }
}
