/** Fallback screens, and the titles of all screens. */
export const words = {
  titleOf: (page: string, provider: string) => `${page} · ${provider}`,
  notFoundTitle: "Page Not Found",
  notFoundText: "There is nothing at this address. It may have moved, or the link may be incomplete.",
  backToAccounts: "Back to Accounts",
  failureTitle: "Unexpected Application Error!",
  failureText: "This page could not be shown. Nothing you saved was lost, and we have been told of it.",
  reload: "Reload the page",
  stack: "Details",
};
