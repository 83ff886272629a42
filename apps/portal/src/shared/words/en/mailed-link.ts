/** Mailed links that change something, each after a question. */
export const words = {
  confirmTitle: "Confirm Email",
  confirmHeading: "Confirm your new address?",
  confirmHelp: "The address that received this link becomes the address of your account.",
  confirm: "Confirm this address",
  confirmed: "Your new address is confirmed",
  confirmedHelp: (email: string) => `From now on your account’s address is ${email}.`,
  undoTitle: "Undo Email Change",
  undoHeading: "Keep your former address?",
  undoHelp:
    "The address that received this link stays the address of your account, or becomes it again. All your sessions end.",
  undo: "Keep this address",
  undone: "The change was undone",
  undoneHelp: (email: string) =>
    `Your account’s address is ${email} again. If you did not ask for the change, choose a new password now.`,
  dead: "This link no longer works",
  deadHelp: "It was used or has expired. Sign in to see which address your account has.",
  incomplete: "This link is incomplete",
  incompleteHelp: "Open it from the email again, or copy all of it.",
  resetPassword: "Reset Password",
};
