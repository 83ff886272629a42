/** How many events, and how many invoices, the account page shows at first. Apart from the schemas, which a browser does without. */
export const EVENTS_AT_FIRST = 5;
export const INVOICES_A_PAGE = 6;
