import { number } from "./number.ts";
import { plural } from "./plural.ts";

/** The brand's plans beside the payment provider's. */
export const words = {
  nav: "Catalogue",
  title: "Catalogue: ours against the provider’s",
  text: "What the brand file sells, beside the payment provider’s prices. Where they differ, the provider’s price is shown and charged.",
  failed: "The catalogue cannot be shown right now.",
  empty: "The brand file sells nothing, and neither does the provider.",
  plan: "Plan",
  ours: "Brand file",
  provider: "Provider",
  result: "Result",
  absent: "Not there",
  offSale: "Not sold to new customers",
  terms: (amount: string, interval: "month" | "year" | null) => {
    if (interval === null) return `${amount} a seat, once`;
    return interval === "year" ? `${amount} a seat and year` : `${amount} a seat and month`;
  },
  sold: "On sale",
  notSold: "Not on sale",
  coupons: "Coupon codes",
  couponsText:
    "The codes are the provider’s, the newest first. The metadata “plans” of a coupon names the plans that it is for, and a switch to another plan ends its discount.",
  noCoupons: "The provider has no codes.",
  code: "Code",
  discount: "Discount",
  forWhom: "For",
  uses: "Uses",
  state: "State",
  durations: {
    once: "one payment",
    forever: "every payment",
    months: (count: number) => `${number(count)} ${plural(count, "month", "months")}`,
  },
  allPlans: "All plans",
  noPlans: "No plan on sale",
  newCustomers: "New customers only",
  usesOf: (uses: number, most: number | null) => (most === null ? number(uses) : `${number(uses)} of ${number(most)}`),
  until: (date: string) => `Until ${date}`,
  active: "Works",
  inactive: "Ended or used up",
  faulty: "Check",
  couponFaults: {
    form: "Nobody can type it: codes have 3 to 40 letters, digits and dashes.",
    plans: "It is for no plan on sale.",
    currency: "Its amount is in a currency that no plan has.",
    limit: "The coupon limits its redemptions: there a declined payment uses one up. Limit the code instead.",
    minimum: "Its least amount is in a currency that no plan has.",
    customer: "It is for one customer only.",
  },
  differs: "Differs",
  differences: {
    missing: "The provider does not sell it, so nobody can buy it.",
    amount: "The amounts differ.",
    currency: "The currencies differ.",
    interval: "The intervals differ, so nobody can buy it.",
  },
};
