/** Mailed links that change something, each after a question. */
export const words = {
  confirmTitle: "Confirm Email",
  confirmHeading: "Confirm your new address?",
  confirmHelp: "The address that this link was mailed to then becomes the address of your account.",
  confirm: "Confirm this address",
  confirmed: "Your new address is confirmed",
  confirmedHelp: (email: string) => `From now on your account’s address is ${email}.`,
  undoTitle: "Undo Email Change",
  undoHeading: "Keep your former address?",
  undoHelp:
    "The address that this link was mailed to then stays the address of your account, or becomes it again. All your sessions end.",
  undo: "Keep this address",
  undone: "The change was taken back",
  undoneHelp: (email: string) =>
    `Your account’s address is ${email} again. If you did not ask for the change, choose a new password now.`,
  dead: "This link no longer works",
  deadHelp: "It was used already, or its time is over. Sign in to see which address your account has.",
  incomplete: "This link is incomplete",
  incompleteHelp: "Open it from the mail again, or copy all of it.",
  resetPassword: "Reset Password",
};
