import type { Catalogue, Checkout } from "@foyer/contract/checkout";
import type { Page } from "@playwright/test";
import type { Replies } from "./answer-calls.ts";
import { managersReplies, newcomersReplies } from "./people.ts";
import { type Scene, shows } from "./scene.ts";

const terms = (amount: number, interval: "month" | "year") => ({ amount, currency: "usd", interval });

const sold = (id: string, name: string, month: number, year: number): Catalogue["products"][number] => ({
  id,
  name,
  plans: [
    { id: `${id}-SUB-ANNUAL-WEB`, ...terms(year, "year") },
    { id: `${id}-SUB-MONTHLY-WEB`, ...terms(month, "month") },
  ],
  year_saves: month * 12 - year,
});

const withOnce = (product: Catalogue["products"][number]): Catalogue["products"][number] => ({
  ...product,
  plans: [...product.plans, { id: `${product.id}-WEB`, amount: 24_900, currency: "usd", interval: null }],
});

const catalogue: Catalogue = {
  products: [
    sold("OUTLINE-5", "Outlinear 5", 500, 5_000),
    sold("TASK-3", "Tasklight 3", 1_000, 10_000),
    withOnce(sold("DIAGRAM-7", "Diagrammer Oak 7", 1_250, 12_500)),
    { ...sold("PLAN-4", "Plotline 4", 2_000, 20_000), trial_days: 14 },
  ],
  taxed_by_country: true,
};

const offer: Checkout = {
  id: "checkout_1",
  state: "open",
  customer: "cus_1",
  plan: { id: "OUTLINE-5-SUB-ANNUAL-WEB", ...terms(5_000, "year") },
  product: "Outlinear 5",
  quantity: 25,
  lines: [{ description: "25 × Outlinear 5, yearly", amount: 125_000 }],
  subtotal: 125_000,
  tax: 23_750,
  tax_rates: [{ id: "txr_1", percentage: 19, inclusive: false, display_name: "VAT" }],
  reverse_charge: false,
  total: 148_750,
  currency: "usd",
  next_charge: { total: 148_750, at: 1_827_000_000 },
  expires_at: 1_795_000_000,
  license: "L9",
  is_license_ready: false,
  is_return: false,
  consents: [
    {
      id: "terms",
      version: "2026-11",
      text: "I agree to the terms of service.",
      link: "https://www.fernhill.example/legal/terms",
    },
  ],
};

const path = "/buy?plan=OUTLINE-5-SUB-ANNUAL-WEB&seats=25";
const stranger = { path, replies: { readCatalogue: catalogue } };
const replies: Replies = { ...newcomersReplies, ...stranger.replies, startCheckout: { checkout: offer } };
const newcomer = { path, signedIn: true, replies };

async function goOn(page: Page) {
  await page.getByRole("button", { name: "Continue" }).click();
  const earlier = /^(Buy|Choose your plan|Subscribe again)/;
  await page.getByRole("heading", { level: 1 }).filter({ hasNotText: earlier }).waitFor();
}
/** A checkout in that state, in place of a new one. */
const of = (checkout: Checkout, more: Replies = {}) => ({
  ...newcomer,
  replies: {
    ...replies,
    ...(managersReplies.listPaymentMethods && { listPaymentMethods: managersReplies.listPaymentMethods }),
    startCheckout: { checkout },
    readCheckout: { checkout },
    ...more,
  },
  act: goOn,
});
const billed: Replies = managersReplies.readBillingDetails
  ? { readBillingDetails: managersReplies.readBillingDetails }
  : {};
const country = {
  code: 4_000,
  name: "input.invalid",
  message: "Choose the country first.",
  field: "billing.address.country",
};

export const buyScenes: readonly Scene[] = [
  { ...stranger, name: "buy-choose", ready: shows("Choose your plan") },
  { ...stranger, name: "buy-choose-loading", replies: { readCatalogue: "never" }, ready: shows("Choose your plan") },
  {
    ...stranger,
    name: "buy-choose-offline",
    replies: { readCatalogue: "unreachable" },
    ready: shows("What is on sale cannot be shown right now."),
  },
  {
    ...stranger,
    name: "buy-choose-nothing",
    replies: { readCatalogue: { products: [], taxed_by_country: false } },
    ready: shows("Nothing is on sale"),
  },
  {
    ...newcomer,
    name: "buy-country",
    replies: { ...replies, startCheckout: { refusal: "input.invalid", extra: { errors: [country] } } },
    ready: shows("Choose your plan"),
    act: goOn,
  },
  {
    ...newcomer,
    name: "buy-quote-failed",
    replies: { ...replies, startCheckout: { refusal: "provider.unavailable" } },
    ready: shows("Choose your plan"),
    act: goOn,
  },
  {
    ...of(offer, billed),
    name: "buy-review-buyer-refused",
    ready: shows("Choose your plan"),
    act: async (page) => {
      await goOn(page);
      await page.getByRole("button", { name: "Change who buys" }).click();
      const fault = { code: 4_000, name: "input.invalid", message: "This is no tax ID of that country." };
      const json = { status: "error", ...fault, errors: [{ ...fault, field: "billing.tax_id" }] };
      await page.route("**/api/v2/checkout", (route) => route.fulfill({ status: 400, json }));
      await page.getByLabel("Tax ID").fill("DE12");
      await page.getByLabel("Tax ID").blur();
      await page.getByText("no tax ID").waitFor();
    },
  },
  {
    ...of(offer, { listPaymentMethods: { payment_methods: [] }, readPaymentConf: "never" }),
    name: "buy-review-no-card",
    ready: shows("Choose your plan"),
  },
  { ...of({ ...offer, state: "paying" }), name: "buy-paying", ready: shows("Choose your plan") },
  { ...of({ ...offer, state: "paid" }), name: "buy-on-its-way", ready: shows("Choose your plan") },
];
