export const words = {
  pageTitle: "Find My Keys",
  help: "Enter the address that you bought with. We mail you the licenses and keys that belong to it.",
  email: "Email",
  submit: "Send",
  back: "Back to sign in",
  sent: "Look into your inbox",
  sentHelp: (address: string) => `We sent a mail to ${address}, whatever there is for it.`,
};
