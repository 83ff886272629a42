export const words = {
  providerMissing: "The payment provider’s script could not be loaded. Check your connection and try again.",
  authenticationFailed: "Your bank could not confirm the payment. Nothing was charged.",

  monthly: "Monthly",
  yearly: "Yearly",
  perMonth: (amount: string) => `${amount} a month`,
  perYear: (amount: string) => `${amount} a year`,

  modify: "Modify",
  modifyOf: (name: string) => `Modify ${name}`,
  changeSeats: "Change Seats",
  toMonthly: "Switch to Monthly",
  toYearly: "Switch to Yearly",
  cancelSubscription: "Cancel Subscription",
  turnOn: "Turn on Auto-Renewal",
  pending: "Change pending",
  unmodifiable: "Unable to modify current subscription. Please contact the provider.",

  loadingPreview: "Working out the amount",
  previewFailed: "something went wrong loading preview.",
  conversion: (amount: string) => `${amount} plus tax`,
  dueNow: (total: string) => `Total due now, tax included: ${total}`,
  convertYearly: (name: string) =>
    `${name} will be billed yearly from today. What is left of the paid month is credited.`,
  convertMonthly: (name: string, date: string) =>
    `${name} stays on its yearly plan until ${date}, and is billed monthly from then on. Nothing is charged now.`,
  payAmount: (total: string) => `Pay ${total}`,
  confirmSwitch: "Switch to Monthly",
  back: "Back",
  close: "Close",
  changed: "Subscription Changed",
  changedHelp: "It can take a few seconds until every page shows it.",
  notYetTitle: "Not possible yet",
  notYet: (date: string, from: string) => `This term ends on ${date}. Come back from ${from} on.`,

  cancelTitle: "Cancel Subscription?",
  cancelHelp: (name: string, date: string) =>
    `${name} will not renew. Everything works until ${date}; then its seats give no access any more. Nothing is deleted, and you can turn auto-renewal on again until then.`,
  keep: "Keep Subscription",
  cancelFailed: "The subscription could not be cancelled. Nothing was changed.",
  turnOnTitle: "Turn on Auto-Renewal?",
  turnOnHelp: (name: string, date: string) => `${name} renews on ${date}, and your default card is charged then.`,
  turnOnFailed: "Unable to turn on auto-renewal for this subscription. Please contact sales.",
  notNow: "Not now",

  next: (what: string, date: string) => `${what} from ${date}`,
  seats: (count: number) => `${count} ${count === 1 ? "seat" : "seats"}`,
};
