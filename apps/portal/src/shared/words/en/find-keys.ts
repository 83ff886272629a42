export const words = {
  pageTitle: "Find My Keys",
  help: "Enter the email address that you bought with. We email you its licenses and keys.",
  email: "Email",
  submit: "Send",
  back: "Back to sign in",
  sent: "Check your inbox",
  sentHelp: (address: string) => `We sent an email to ${address} with what we found.`,
};
