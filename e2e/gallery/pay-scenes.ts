import type { Page } from "@playwright/test";
import { subscription } from "./people.ts";
import type { Scene } from "./scene.ts";
import { confirmQuantity, paid, pressing, preview, quiet, seatsOf, teamReplies } from "./team-scenes.ts";

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
  changeSubscription: { subscription: paid },
  createInvoice: { invoice },
  finalizeInvoice: { invoice },
};

async function toReview(page: Page) {
  await confirmQuantity(page, "30");
  await page.getByText("Paid with").waitFor();
}

const only = {
  ...subscription,
  total_seats: 1,
  used_seats: 1,
  invited_seats: 0,
  available_seats: 0,
  renewing_quantity: 1,
};
const fewer = { ...subscription, renewing_quantity: 13 };
const leaving = teamReplies(fewer, seatsOf(fewer, 5), {
  ...paid,
  next: { plan: "OUTLINE-5-SUB-ANNUAL-WEB", quantity: 13, at: 1_804_066_200 },
});
const crowd = { ...subscription, total_seats: 40, used_seats: 40, invited_seats: 0, available_seats: 0 };
const late = seats.map((seat) =>
  seat.status === "pending" ? { ...seat, expires_date: "2020-01-01T00:00:00Z" } : seat,
);

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
    replies: { ...paying, changeSubscription: "never" },
    act: pressing("Change Seats", async (page) => {
      await toReview(page);
      await page.getByRole("button", { name: "Pay $151.49" }).click();
      await page.getByRole("button", { name: "Stop waiting" }).waitFor();
    }),
  },
  {
    ...quiet,
    name: "pay-stopped",
    replies: { ...paying, changeSubscription: "never" },
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
    replies: { ...paying, createInvoice: { refusal: "provider.unavailable" } },
    act: pressing("Change Seats", async (page) => {
      await toReview(page);
      await page.getByRole("button", { name: "Pay $151.49" }).click();
      await page.getByText("We are looking.").waitFor();
    }),
  },
  {
    ...quiet,
    name: "pay-declined",
    replies: { ...paying, createInvoice: { refusal: "payment.declined" } },
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
  { ...quiet, name: "keep-seats", replies: leaving, act: pressing("Keep 25 seats") },
  {
    ...quiet,
    name: "invite-typed",
    viewportOnly: false,
    replies,
    act: async (page) => {
      const many = Array.from({ length: 33 }, (_, at) => `p${at}@oak.example`).join("; ");
      await page
        .getByLabel("Email addresses")
        .fill(`Anna Ray <anna@oak.example>, nonsense\n${seats[0]?.email}\n${many}`);
      await page.getByText("more than you have free").waitFor();
    },
  },
  {
    ...quiet,
    name: "invite-ask",
    replies,
    act: async (page) => {
      await page.getByLabel("Email addresses").fill(`Anna Ray <anna@oak.example>, bo@oak.example\n${seats[0]?.email}`);
      await pressing("Add Email")(page);
    },
  },
  {
    ...quiet,
    name: "remove-many",
    replies: teamReplies(crowd, seatsOf(crowd, 0)),
    act: async (page) => {
      await page.getByLabel("Select all").check();
      await pressing("Remove User(s)")(page);
    },
  },
  { ...quiet, name: "give-seat", replies: teamReplies(only, seatsOf(only, 0)), act: pressing("Give this seat to…") },
  {
    ...quiet,
    name: "give-seat-row",
    viewportOnly: false,
    replies: teamReplies(only, seatsOf(only, 0)),
  },
  { ...quiet, name: "invitations-late", viewportOnly: false, replies: teamReplies(subscription, late) },
  {
    name: "invitation-expired",
    path: "/confirm-invite/?ref=a-long-reference",
    signedIn: true,
    replies: {
      ...replies,
      readInvitation: {
        refusal: "invitation.dead",
        extra: { expires_date: "2026-10-01T00:00:00Z", manager_email: "maren@birchworks.example" },
      },
    },
    ready: async (page) => await page.getByText("This invitation has expired").waitFor(),
  },
];
