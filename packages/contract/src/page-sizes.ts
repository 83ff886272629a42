/**
 * Numbers of events and invoices that the account page shows first. This file has no schemas, so that the portal can
 * import it.
 */
export const EVENTS_AT_FIRST = 5;
export const INVOICES_A_PAGE = 6;
