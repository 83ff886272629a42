/** Fallback screens, and the titles of all screens. */
export const words = {
  titleOf: (page: string, provider: string) => `${page} · ${provider}`,
  notFoundTitle: "Page Not Found",
  notFoundText: "There is nothing at this address. It may have moved, or the link may be incomplete.",
  backToAccounts: "Back to Accounts",
  failureTitle: "Unexpected Application Error!",
  failureText: "This page could not be shown. Nothing you saved was lost, and the failure was reported to us.",
  missingPart: "A part of this page could not be loaded. Nothing was lost.",
  missingText: (support: string) =>
    `A part of this page could not be loaded. Check your connection, then reload the page. If it happens again, write to ${support}.`,
  reload: "Reload the page",
  noSiteData:
    "Your browser stores no data for this site, which signing in and buying need: allow site data (cookies) for it in your browser’s settings, then reload the page.",
  noScript: "This page needs JavaScript: allow it for this site in your browser’s settings, then reload the page.",
  stack: "Details",
};
