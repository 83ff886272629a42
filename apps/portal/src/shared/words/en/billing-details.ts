/** Who stands on invoices as their buyer. */
export const words = {
  title: "Billing details",
  help: "They stand on your invoices from the next one on. Invoices that are made out already stay as they are.",
  failed: "Your billing details cannot be shown right now.",
  saved: "Your billing details were saved.",
  name: "Name or company",
  nameHint: "As it is to stand on your invoices.",
  line1: "Address",
  line2: "Address, second line",
  city: "City",
  state: "State or region",
  postal_code: "Postal code",
  country: "Country",
  countryHint: "Its two-letter code, such as US or DE.",
  countryFault: "A country is two letters, such as US or DE.",
  taxId: "Tax ID",
  taxIdHint: "Your VAT, GST or other tax number, if you have one.",
};
