/** The code that sign-in requires after the password. */
export const words = {
  code: "Authentication code",
  codeHint: "Enter the six digits from your authenticator app, or a recovery code.",
  trust: (days: number) => `Trust this browser for ${days} days`,
  trustHint: "Until then your password alone signs you in here. Leave this unchecked on a device that others use.",
};
