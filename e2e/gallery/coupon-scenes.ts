import type { InvoicePreview, PreviewDiscount } from "@foyer/contract/subscription-wire";
import type { Page } from "@playwright/test";
import { type Scene } from "./scene.ts";
import { confirmQuantity, preview, pressing, quiet } from "./team-scenes.ts";

const launch = { name: "Launch", percent_off: 20, amount_off: null, currency: null, ends_at: null, is_once: false };

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
  reviewed("coupon-kept", { ...launch, ends_at: 1_827_000_000, after: "kept" }),
  reviewed("coupon-used", { ...launch, is_once: true, after: "used" }),
];
