/** The fragment of each section of the account page. */
export const sectionIds = {
  account: "account",
  security: "security",
  payment: "payment",
  appAccess: "app-access",
  team: "team",
  legacy: "legacy-keys",
} as const;
