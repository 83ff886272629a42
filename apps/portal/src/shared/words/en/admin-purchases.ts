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
  blocked: (date: string) => `Cards were declined: no purchase until ${date}`,
  allow: "Allow purchases",
  allowTitle: "Allow purchases again",
  allowText: "The cards that were declined before no longer count. Three more in a day block the customer again.",
};
