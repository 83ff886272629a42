/** The reference of an invoice and the quote for a change or a purchase, below what it costs. */
export const words = {
  label: "Reference on the invoice",
  hint: "For example, your order number. It appears on this subscription’s invoices from now on.",
  required: "Your billing settings ask for a reference on every invoice. Enter one before you pay.",
  noReference: "No reference on the invoice.",
  reference: (text: string) => `Reference on the invoice: ${text}`,
  add: "Add reference",
  change: "Change reference",
  save: "Save reference",
  saved: "The reference was saved.",
  forSomebody: "Does someone else decide?",
  asQuote: "As a quote (PDF)",
  getQuote: "Get a quote (PDF)",
  made: (number: string) => `Quote ${number} was made.`,
  validUntil: (number: string, day: string) => `Quote ${number} is valid until ${day}.`,
  open: "Open quote",
};
