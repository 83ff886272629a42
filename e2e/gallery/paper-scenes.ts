import type { Paper } from "@foyer/contract/documents";
import type { OwnPaperQuote } from "@foyer/contract/paper-quotes";
import { managersReplies } from "./people.ts";
import { type Scene, shows } from "./scene.ts";

const period = { start: 1_795_132_800, end: 1_826_668_800 };
const line = "Outlinear 5, yearly: 25 seats, Nov 20, 2026 to Nov 20, 2027";

const invoice: Paper = {
  id: "in_1",
  kind: "invoice",
  number: "BIRCH-0012",
  date: period.start,
  period,
  license: "L1",
  seats: 25,
  lines: [line],
  net: 225_000,
  tax: 45_000,
  total: 270_000,
  currency: "usd",
  status: "paid",
  reference: "PO 4711/2026",
  pdf: "https://pay.example/in_1.pdf",
  page: "https://pay.example/in_1",
};
const receipt: Paper = { ...invoice, id: "in_1:receipt", kind: "receipt", lines: [], net: null, tax: null, pdf: null };
const credit: Paper = {
  ...invoice,
  id: "cn_1",
  kind: "credit_note",
  number: "BIRCH-0012-CN-01",
  lines: ["Credit for invoice BIRCH-0012"],
  net: -10_000,
  tax: -2_000,
  total: -12_000,
  status: "issued",
  page: null,
};
const refund: Paper = { ...credit, id: "cn_1:refund", kind: "refund", status: "refunded", lines: [], pdf: null };
const rates = [{ id: "txr_1", display_name: "VAT", percentage: 20, inclusive: false }];
/** Refunds and disputes of the provider's dashboard: without a credit note of their own. */
const moved = [
  { ...invoice, id: "in_4", number: "BIRCH-0010", status: "disputed", tax_rates: rates },
  { ...invoice, id: "in_3", number: "BIRCH-0009", status: "charged_back", tax_rates: rates },
  { ...refund, id: "re_1", number: null, status: "pending", net: null, tax: null },
  { ...credit, tax_rates: rates },
] satisfies Paper[];
const due: Paper = { ...invoice, id: "in_2", number: "BIRCH-0013", status: "open", reference: null };

export const quote: OwnPaperQuote = {
  number: "Q-7K3M9PXR",
  reference: "aLongReference",
  state: "open",
  kind: "change",
  created: period.start,
  expires_at: period.start + 30 * 86_400,
  product: "Outlinear 5, yearly",
  seats: { from: 25, to: 40 },
  interval: "year",
  lines: [
    { text: "Outlinear 5, yearly: credit for 25 seats, Nov 20, 2026 to Mar 03, 2027", amount: -63_123 },
    { text: "Outlinear 5, yearly: 40 seats, Nov 20, 2026 to Mar 03, 2027", amount: 101_000 },
  ],
  subtotal: 37_877,
  tax: 7_575,
  total: 45_452,
  currency: "usd",
  reverse_charge: false,
  buyer: {
    name: "Birchworks Ltd",
    address: {
      line1: "12 Harbour Street",
      line2: "",
      city: "Whitby",
      state: "",
      postal_code: "YO21 1DA",
      country: "GB",
    },
    tax_ids: [{ kind: "gb_vat", country: "GB", value: "GB123456789", verification: "verified" }],
  },
  invoice_reference: "PO 4711/2026",
  quote: "quote_1",
  subscription: "sub_1",
  plan: "OUTLINE-5-SUB-ANNUAL-WEB",
  quantity: 40,
};
const purchase: OwnPaperQuote = {
  ...quote,
  quote: "checkout_1",
  number: "Q-9WX3TRB4",
  kind: "purchase",
  subscription: null,
  seats: { from: 0, to: 25 },
  lines: [{ text: "25 × Outlinear 5, yearly", amount: 125_000 }],
  subtotal: 125_000,
  tax: 23_750,
  tax_rates: [{ id: "txr_1", percentage: 19, inclusive: false, display_name: "VAT" }],
  total: 148_750,
};

const archive = { id: "a1", year: 2026, papers: 41, missing: 0, bytes: 900_000, requested: period.start } as const;
const contact = { language: "en", added: period.start } as const;
const replies = {
  ...managersReplies,
  listDocuments: { documents: [due, refund, credit, receipt, invoice], has_more: true, cursor: "next" },
  listArchives: { archives: [{ ...archive, state: "ready", ready_until: period.start + 7 * 86_400 }] },
  listPaperQuotes: {
    quotes: [quote, purchase, { ...quote, quote: "quote_2", number: "Q-2ZZ4H8KD", state: "accepted" }],
  },
  readReferences: {
    references: { reference: "PO 4711/2026", required: true, subscriptions: [{ id: "sub_1", reference: "OAK-9" }] },
  },
  listBillingContacts: {
    contacts: [
      { ...contact, id: "c1", email: "books@birchworks.example", mails: ["invoices", "renewals"], state: "confirmed" },
      {
        ...contact,
        id: "c2",
        email: "accounts-payable@harbour-and-daughters-engineering.example",
        mails: ["failed_payments"],
        state: "unconfirmed",
      },
    ],
  },
} satisfies Scene["replies"];

const papers = { path: "/papers", signedIn: true, replies, ready: shows("books@birchworks.example") };
const none = {
  ...replies,
  listDocuments: { documents: [], has_more: false, cursor: null },
  listArchives: { archives: [] },
  listPaperQuotes: { quotes: [] },
  readReferences: { references: { reference: "", required: false, subscriptions: [] } },
  listBillingContacts: { contacts: [] },
} satisfies Scene["replies"];

const linked = { path: "/billing-contact?token=bl_x", ready: shows("books@birchworks.example") } as const;
const shown = { path: "/quote?token=aLongReference", ready: shows("Download PDF") } as const;

/** Papers, quotes, references and billing contacts. */
export const paperScenes: readonly Scene[] = [
  { ...papers, name: "papers" },
  { ...papers, name: "papers-empty", replies: none, ready: shows("There are no papers here.") },
  {
    ...papers,
    name: "papers-failed",
    replies: {
      ...replies,
      listDocuments: { refusal: "provider.unavailable" },
      listPaperQuotes: { refusal: "internal" },
      readReferences: { refusal: "provider.unavailable" },
      listBillingContacts: { refusal: "internal" },
    },
    ready: shows("Your papers cannot be shown right now."),
  },
  {
    ...papers,
    name: "papers-given-back",
    replies: { ...replies, listDocuments: { documents: [...moved, invoice], has_more: false, cursor: null } },
  },
  { ...papers, name: "papers-loading", replies: { ...replies, listDocuments: "never" } },
  {
    ...papers,
    name: "papers-collecting",
    replies: {
      ...replies,
      listArchives: { archives: [{ ...archive, papers: 16, state: "building", ready_until: null }] },
    },
    ready: shows("is being collected"),
  },
  {
    ...shown,
    name: "quote-accept",
    signedIn: true,
    replies: { ...replies, readPaperQuote: { quote } },
    ready: shows("Accept and pay"),
  },
  {
    ...shown,
    name: "quote-declined",
    signedIn: true,
    replies: { ...replies, readPaperQuote: { quote }, makePayment: { refusal: "payment.declined" } },
    ready: shows("Accept and pay"),
    act: async (page) => {
      await page.getByRole("button", { name: /^Accept/ }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  { ...shown, name: "quote-outdated", replies: { readPaperQuote: { quote: { ...quote, state: "outdated" } } } },
  { ...shown, name: "quote-missing", ready: shows("There is no such quote.") },
  {
    ...linked,
    name: "billing-link-dead",
    replies: { readBillingLink: { refusal: "billing_link.dead" } },
    ready: shows("This link no longer works"),
  },
];
