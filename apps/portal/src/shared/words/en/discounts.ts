/** Discounts of a coupon, in checkouts and reviews. */
export const words = {
  haveCode: "Have a code?",
  chooseHint: "If not, leave this empty. The next page shows what it takes off.",
  code: "Code",
  codeHint: "Capitals do not matter.",
  apply: "Apply",
  without: "Continue without a code",
  remove: "Remove",
  removeCode: (code: string) => `Remove the code ${code}`,
  codeApplied: (code: string) => `Code ${code}`,
  codeRefused: "The code cannot be used",
  percent: (percent: number) => `${percent}% off`,
  amount: (amount: string) => `${amount} off`,
  once: (off: string) => `${off} this payment only. Later payments are at the full price.`,
  until: (off: string, date: string) => `${off} every payment before ${date}. From then on you pay the full price.`,
  always: (off: string) => `${off} every payment, for as long as you keep the subscription.`,
  named: (name: string, off: string) => `“${name}”, ${off}`,
  kept: (discount: string) => `Your discount (${discount}) is included in these amounts and stays.`,
  keptUntil: (discount: string, date: string) =>
    `Your discount (${discount}) is included in these amounts. It ends on ${date}.`,
  used: (discount: string) =>
    `Your discount (${discount}) is included in these amounts. It is for one payment, so this change uses it up.`,
  spent: (amount: string) =>
    `All seats are charged for the rest of the period, because the discount that took ${amount} off it is used up and is not given again.`,
  endedTitle: "Your discount ends with this change",
  ended: (discount: string) =>
    `It (${discount}) is not for the new plan, and does not come back if you change back later.`,
  line: (discount: string) => `Discount: ${discount}`,
  lineUntil: (discount: string, date: string) => `Discount: ${discount}, until ${date}`,
  lineOnce: (discount: string) => `Discount: ${discount}, on the next payment`,
};
