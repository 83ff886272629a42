import type { Page } from "@playwright/test";
import { billed, billingReplies, manager, managersReplies, monthly, newcomersReplies } from "./people.ts";
import { pressing, type Scene, shows } from "./scene.ts";

const invitation = {
  description: "Plotline 4",
  manager_email: "maren@birchworks.example",
  email: "ida@reed.example",
  expires_date: "2026-12-21T09:30:00Z",
};

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

function choosing(item: string, then?: (page: Page) => Promise<void>): (page: Page) => Promise<void> {
  return pressing("Team Management", "Modify", async (page) => {
    await page.getByRole("menuitem", { name: item }).click();
    await then?.(page);
  });
}

const account = { path: "/", signedIn: true, replies: managersReplies, ready: shows("Billing history") };
const inDialog = { ...account, viewportOnly: true };
const due = {
  readCustomer: {
    ...billingReplies.readCustomer,
    subscriptions: [
      {
        ...billed,
        status: "past_due",
        open_invoice: { id: "in_1", total: 225_000, currency: "usd", next_payment_attempt: 1_795_600_000 },
      },
    ],
  },
};
const invitee = { ...newcomersReplies, readInvitation: invitation };
const atInvitation = { path: "/confirm-invite/?ref=a-long-reference" };

/** The account page's sections in use, and the screens that belong to it. */
export const accountScenes: readonly Scene[] = [
  {
    ...account,
    name: "account-email-refused",
    replies: { ...managersReplies, changeEmail: { refusal: "email.in_use" } },
    act: pressing("Account", "Edit account", async (page) => {
      await section(page, "Account").getByLabel("Email").fill("taken@birchworks.example");
      await section(page, "Account").getByRole("button", { name: "Save" }).click();
      await page.getByRole("alert").waitFor();
    }),
  },
  {
    ...account,
    name: "account-payment-due",
    replies: { ...managersReplies, ...due },
    ready: shows("The payment of $2,250.00"),
  },
  {
    ...account,
    name: "account-payment-declined",
    replies: { ...managersReplies, ...due, makePayment: { refusal: "payment.declined" } },
    ready: shows("The payment of $2,250.00"),
    act: pressing("Needs your action", "Pay $2,250.00", async (page) => {
      await section(page, "Needs your action").getByRole("alert").last().waitFor();
    }),
  },
  {
    ...inDialog,
    name: "subscription-switch-no-preview",
    replies: { ...managersReplies, ...monthly, previewInvoice: { refusal: "provider.unavailable" } },
    act: choosing("Switch to Yearly", async (page) => await page.getByText("loading preview").waitFor()),
  },
  {
    ...atInvitation,
    name: "invitation-limited",
    signedIn: true,
    replies: { ...invitee, readInvitation: { refusal: "rate.limited" } },
    ready: shows(/try again in a minute/),
  },
  {
    ...atInvitation,
    name: "invitation-other-account",
    signedIn: true,
    replies: { ...invitee, readUser: { userinfo: manager } },
    ready: shows("Accept as maren"),
  },
  { name: "sign-up", path: "/register", ready: shows("Step 1 of 3") },
  { name: "password-reset", path: "/password-reset", ready: shows("Back to sign in") },
  {
    ...account,
    name: "failure",
    replies: { ...managersReplies, listPersonalSeats: { seats: [{ id: "broken" } as never] } },
    ready: shows("Unexpected Application Error!"),
  },
];
