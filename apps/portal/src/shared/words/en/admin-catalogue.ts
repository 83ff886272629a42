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
  terms: (amount: string, interval: "month" | "year") => `${amount} a seat and ${interval}`,
  sold: "On sale",
  notSold: "Not on sale",
  differs: "Differs",
  differences: {
    missing: "The provider does not sell it, so nobody can buy it.",
    amount: "The amounts differ.",
    currency: "The currencies differ.",
    interval: "The intervals differ, so nobody can buy it.",
  },
};
