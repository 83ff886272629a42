/** The mailed link by which the former contact of a license becomes its contact again. */
export const words = {
  title: "Contact of a License",
  heading: "Become the contact again?",
  help: "The license gets back the managers that it had before the change, with you as its contact. We email all of them.",
  undo: "Undo the change",
  undone: "The change was undone",
  undoneHelp: (license: string) =>
    `You are the contact of ${license} again, and its earlier managers are restored. If somebody used your account, choose a new password now.`,
  deadHelp: "It was used, it has expired, or support has changed the managers since.",
};
