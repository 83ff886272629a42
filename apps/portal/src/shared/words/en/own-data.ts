/** Requesting all data stored about a person. */
export const words = {
  title: "Download your data",
  help: "We gather everything that is kept about you and mail you a link. It works for 7 days, when you are signed in.",
  contents:
    "In it: your account, sessions, mailed links, security events, licenses, seats, what you did with them, cards by their last digits, subscriptions and invoices. Not in it: what your apps have synced, which you have in the apps, and anything of others.",
  failed: "How far your data is cannot be shown right now.",
  start: "Gather my data",
  gathering: (done: number, parts: number) => `Being gathered: ${done} of ${parts} parts.`,
  progress: "Gathering your data",
  ready: (date: string) => `It is ready. The link that we mailed to you works until ${date}.`,
  nextPossible: (date: string) => `You can ask again on ${date}.`,
  done: "Close",

  pageTitle: "My Data",
  signIn: "Sign in to download your data.",
  pageHelp: "Keep these files where nobody else finds them.",
  show: "Get my data",
  saveJson: "Save as JSON",
  saveCsv: "Save as CSV",
  dead: "This link no longer works",
  deadHelp:
    "Its 7 days are over, a newer one was mailed, or it belongs to another account. Gather your data again on your account page.",
  incomplete: "This link is incomplete",
  incompleteHelp: "Open it from the mail again, or copy all of it.",
};
