/** Shown while the code of the account page is loading: only these words are part of the first load. */
export const words = {
  pageTitle: "Accounts",
  heading: "Your account",
  accountSection: "Account",
  securitySection: "Security",
  appAccessSection: "App Access",
  teamSection: "Team Management",
};
