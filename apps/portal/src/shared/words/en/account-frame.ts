/** Shown while the code of the account page is loading: only these words are part of the first load. */
export const words = {
  pageTitle: "Accounts",
  heading: "Your account",
  accountSection: "Account",
  securitySection: "Security",
  password: "Password",
  passwordView: "Your password is set. Change it whenever somebody else may know it.",
  appAccessSection: "App Access",
  teamSection: "Team Management",
};
