/** The fragment of each section of the account page. */
export const sectionIds = {
  account: "account",
  security: "security",
  payment: "payment",
  appAccess: "app-access",
  team: "team",
  /** The button that opens the form of the password. */
  editPassword: "edit-password",
  passkeys: "passkeys",
  sessions: "sessions",
  apps: "connected-apps",
  activity: "recent-activity",
  closing: "close-account",
  legacy: "legacy-keys",
} as const;
