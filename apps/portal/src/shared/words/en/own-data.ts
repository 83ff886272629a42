/** Requesting all data stored about a person. */
export const words = {
  title: "Download your data",
  help: "We collect all data stored about you and email you a link. It works for 7 days, while you are signed in.",
  contents:
    "Included: your account, sessions, emailed links, security events, licenses, seats, what you did with them, last digits of cards, subscriptions and invoices. Not included: data that your apps have synced, which you have in the apps, and data about other people.",
  failed: "The progress cannot be shown right now.",
  start: "Collect my data",
  gathering: (done: number, parts: number) => `Collecting: ${done} of ${parts} parts.`,
  progress: "Collecting your data",
  ready: (date: string) => `It is ready. The link that we emailed to you works until ${date}.`,
  nextPossible: (date: string) => `You can request it again on ${date}.`,
  done: "Close",

  pageTitle: "My Data",
  signIn: "Sign in to download your data.",
  pageHelp: "Keep these files in a safe place.",
  show: "Get my data",
  saveJson: "Save as JSON",
  saveCsv: "Save as CSV",
  dead: "This link no longer works",
  deadHelp:
    "It is older than 7 days, we emailed a newer one, or it belongs to another account. Collect your data again on your account page.",
  incomplete: "This link is incomplete",
  incompleteHelp: "Open it from the email again, or copy all of it.",
};
