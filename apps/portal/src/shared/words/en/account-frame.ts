/** What the account page shows while its code is on its way: these words come with the first load, the others do not. */
export const words = {
  pageTitle: "Accounts",
  heading: "Your account",
  accountSection: "Account",
  passwordSection: "Password",
  passwordView: "Your password is set. Change it whenever somebody else may know it.",
  appAccessSection: "App Access",
  teamSection: "Team Management",
};
