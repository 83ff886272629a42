import { number } from "./number.ts";
import { plural } from "./plural.ts";

/** Purchases on the portal's page, for staff. */
export const words = {
  title: "Purchases",
  failed: "The purchases of this customer cannot be shown right now.",
  what: "What",
  when: "When",
  amount: "Amount",
  state: "State",
  tries: (count: number) => `${number(count)} ${plural(count, "try", "tries")}`,
  line: (quantity: number, plan: string) => `${number(quantity)} × ${plan}`,
  again: "For an ended license",
  license: "License",
  states: { done: "Paid", failed: "Not paid", waiting: "Waits for the bank", pending: "Being paid" },
  page: "Purchase",
  missing: "There is no such purchase of this customer.",
  overview: "Purchase",
  buyer: "Buyer",
  checkout: "Checkout",
  reason: "Why it failed",
  triesTitle: "Tries to pay",
  underWay: "No answer yet",
  cancelableUntil: "Can be canceled until",
  resend: "Resend the license",
  resendTitle: "Resend the license",
  resendText: "The license’s contact gets the email about the license again.",
  cancel: "Cancel and refund",
  cancelTitle: "Cancel the purchase and refund it",
  cancelText:
    "What was bought ends at once, and everything that was paid for it is given back. The preview says how much. The buyer gets an email. Seats and data are kept, as with every ended license.",
  blocked: (date: string) => `Cards were declined: no purchase until ${date}`,
  allow: "Allow purchases",
  allowTitle: "Allow purchases again",
  allowText: "The cards that were declined before no longer count. Three more in a day block the customer again.",
};
