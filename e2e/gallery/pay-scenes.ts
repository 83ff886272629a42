import type { Page } from "@playwright/test";
import { subscription } from "./people.ts";
import type { Scene } from "./scene.ts";
import { confirmQuantity, pressing, preview, quiet, seatsOf, teamReplies } from "./team-scenes.ts";

const seats = seatsOf(subscription, 0);
const replies = teamReplies(subscription, seats);
const invoice = {
  id: "in_1",
  number: "INV-1043",
  status: "paid",
  total: 15_149,
  currency: "usd",
  created: 1_795_262_400,
  hosted_invoice_url: null,
  invoice_pdf: "/invoices/INV-1043.pdf",
};
const paying = {
  ...replies,
  makePayment: { payment: { id: "quote_1", state: "paid" as const, change: null, invoice } },
};

async function toReview(page: Page) {
  await confirmQuantity(page, "30");
  await page.getByText("Paid with").waitFor();
}

/** The flow that pays, and the actions on seats, in each state. */
export const payScenes: readonly Scene[] = [
  { ...quiet, name: "pay-review", replies: paying, act: pressing("Change Seats", toReview) },
  {
    ...quiet,
    name: "pay-free",
    replies: {
      ...paying,
      previewInvoice: { ...preview, lines: { data: [] }, total: 0, tax: 0, subtotal: 0 },
    },
    act: pressing("Change Seats", async (page) => {
      await confirmQuantity(page, "20");
      await page.getByRole("button", { name: "Confirm: nothing to pay now" }).waitFor();
    }),
  },
  {
    ...quiet,
    name: "pay-choose-card",
    replies: paying,
    act: pressing("Change Seats", async (page) => {
      await toReview(page);
      await page.getByRole("button", { name: "Use another card" }).click();
      await page.getByRole("radio").first().waitFor();
    }),
  },
  {
    ...quiet,
    name: "pay-slow",
    replies: { ...paying, makePayment: "never" },
    act: pressing("Change Seats", async (page) => {
      await toReview(page);
      await page.getByRole("button", { name: "Pay $151.49" }).click();
      await page.getByRole("button", { name: "Stop waiting" }).waitFor();
    }),
  },
  {
    ...quiet,
    name: "pay-stopped",
    replies: { ...paying, makePayment: "never" },
    act: pressing("Change Seats", async (page) => {
      await toReview(page);
      await page.getByRole("button", { name: "Pay $151.49" }).click();
      await page.getByRole("button", { name: "Stop waiting" }).click();
      await page.getByText("You stopped waiting.").waitFor();
    }),
  },
  {
    ...quiet,
    name: "pay-looking",
    replies: { ...paying, makePayment: { refusal: "provider.unavailable" } },
    act: pressing("Change Seats", async (page) => {
      await toReview(page);
      await page.getByRole("button", { name: "Pay $151.49" }).click();
      await page.getByText("We are looking.").waitFor();
    }),
  },
  {
    ...quiet,
    name: "pay-declined",
    replies: { ...paying, makePayment: { refusal: "payment.declined" } },
    act: pressing("Change Seats", async (page) => {
      await toReview(page);
      await page.getByRole("button", { name: "Pay $151.49" }).click();
      await page.getByRole("group", { name: "Whoops, something went wrong..." }).waitFor();
    }),
  },
  {
    ...quiet,
    name: "pay-done",
    replies: paying,
    act: pressing("Change Seats", async (page) => {
      await toReview(page);
      await page.getByRole("button", { name: "Pay $151.49" }).click();
      await page.getByText("You now have 30 seats.").waitFor();
    }),
  },
];
