/** The mailed link by which the former contact of a license becomes its contact again. */
export const words = {
  title: "Contact of a License",
  heading: "Become the contact again?",
  help: "The license then has the managers again that it had before the change, with you as its contact. All of them are told by mail.",
  undo: "Take the change back",
  undone: "The change was taken back",
  undoneHelp: (license: string) =>
    `You are the contact of ${license} again, and its managers are those of before. If somebody used your account, choose a new password now.`,
  deadHelp: "It was used already, support has changed the managers since, or its time is over.",
};
