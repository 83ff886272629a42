export const words = {
  confirmTitle: "Confirm Email",
  confirming: "Confirming your address",
  confirmed: "Your new address is confirmed",
  confirmedHelp: (email: string) => `From now on your account’s address is ${email}.`,
  undoTitle: "Undo Email Change",
  undoing: "Taking the change back",
  undone: "The change was taken back",
  undoneHelp: (email: string) =>
    `Your account’s address is ${email} again. If you did not ask for the change, choose a new password now.`,
  dead: "This link no longer works",
  deadHelp: "It was used already, or its time is over. Sign in to see which address your account has.",
  incomplete: "This link is incomplete",
  incompleteHelp: "Open it from the mail again, or copy all of it.",
  resetPassword: "Reset Password",
  failed: "We could not finish this",
};
