import type { Checkout } from "@foyer/contract/checkout";
import type { ComparedCoupon } from "@foyer/contract/staff-wire";
import type { InvoicePreview, PreviewDiscount } from "@foyer/contract/subscription-wire";
import type { Page } from "@playwright/test";
import { comparedPlans, goOn, newcomer, offer, of } from "./buy-scenes.ts";
import { type Scene, shows } from "./scene.ts";
import { confirmQuantity, preview, pressing, quiet } from "./team-scenes.ts";
import { staffReplies } from "./staff-replies.ts";

const launch = { name: "Launch", percent_off: 20, amount_off: null, currency: null, ends_at: null, is_once: false };

const discounted: Checkout = {
  ...offer,
  lines: [...offer.lines, { description: "Discount: Launch", amount: -25_000 }],
  subtotal: 100_000,
  tax: 19_000,
  total: 119_000,
  next_charge: { total: 148_750, at: 1_827_000_000 },
  coupon: { ...launch, code: "LAUNCH-2026", ends_at: 1_827_000_000 },
};

const codes: ComparedCoupon[] = [
  {
    id: "promo_1",
    code: "LAUNCH-2026",
    discount: { ...launch, months: 12 },
    is_active: true,
    ends_at: "2026-12-31T23:59:59Z",
    uses: 41,
    max_uses: 500,
    plans: ["OUTLINE-5-SUB-ANNUAL-WEB"],
    is_for_new_customers: true,
    faults: [],
  },
  {
    id: "promo_2",
    code: "FRIENDS",
    discount: {
      ...launch,
      name: null,
      percent_off: null,
      amount_off: 5_000,
      currency: "eur",
      is_once: true,
      months: null,
    },
    is_active: false,
    ends_at: null,
    uses: 3,
    max_uses: null,
    plans: null,
    is_for_new_customers: false,
    faults: ["currency", "limit"],
  },
];

/** The review of a change of seats with a discount. */
function reviewed(name: string, discount: PreviewDiscount): Scene {
  const previewInvoice: InvoicePreview = { ...preview, discount };
  return {
    ...quiet,
    name,
    replies: { ...quiet.replies, previewInvoice },
    act: pressing("Change Seats", async (page: Page) => {
      await confirmQuantity(page, "30");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("button", { name: "Pay $151.49" }).waitFor();
    }),
  };
}

export const couponScenes: readonly Scene[] = [
  { ...of(discounted), name: "coupon-review", ready: shows("Choose your plan") },
  {
    ...of(offer),
    name: "coupon-field",
    ready: shows("Choose your plan"),
    act: async (page) => {
      await goOn(page);
      await page.getByRole("button", { name: "Have a code?" }).click();
    },
  },
  {
    ...newcomer,
    name: "coupon-refused",
    path: `${newcomer.path}&coupon=LAUNCH-2025`,
    replies: { ...newcomer.replies, startCheckout: { refusal: "coupon.refused" } },
    ready: shows("Choose your plan"),
    act: goOn,
  },
  reviewed("coupon-kept", { ...launch, ends_at: 1_827_000_000, after: "kept" }),
  reviewed("coupon-used", { ...launch, is_once: true, after: "used" }),
  reviewed("coupon-ended", { ...launch, after: "ended" }),
  {
    name: "coupon-catalogue",
    path: "/admin/catalogue",
    signedIn: true,
    replies: { ...staffReplies, staffReadCatalogue: { plans: comparedPlans, coupons: codes } },
    ready: shows("LAUNCH-2026"),
  },
];
