import type { Page } from "@playwright/test";
import type { Replies } from "./answer-calls.ts";
import { billed, billingReplies, manager, managersReplies, monthly, newcomersReplies, subscription } from "./people.ts";
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
/** Everything that needs an action at once, and many licenses. */
const everything = {
  ...managersReplies,
  ...due,
  readCustomer: {
    ...due.readCustomer,
    subscriptions: [...due.readCustomer.subscriptions, { ...billed, id: "sub_3", current_period_end: 1_797_000_000 }],
  },
  listPaymentMethods: {
    payment_methods: [
      { id: "pm_1", is_default: true, card: { brand: "visa", last4: "4242", exp_month: 11, exp_year: 2026 } },
    ],
  },
  listOwnInvitations: {
    invitations: [
      {
        reference: "an-invitation-of-hers",
        description: "Diagrammer Oak 7",
        manager_email: "licenses@harbour-and-daughters-engineering.example",
        expires_date: "2026-12-20T09:30:00Z",
      },
    ],
  },
  readOwnRestore: {
    restore: {
      kind: "restore",
      state: "asked",
      asked: "2026-11-20T09:30:00Z",
      ended: null,
      email: "maren@elsewhere.example",
      restores: null,
      stopped_by: null,
    },
  },
  listUnactivatedRegistrations: [
    {
      registration_id: "U1",
      upgrade_name: "Plotline 5",
      from_name: "Plotline 4",
      upgrades_available: 4,
      total_seats: 5,
      seats: [],
    },
  ],
  listManagedLicenses: {
    managed_team_licenses: Array.from({ length: 60 }, (_, at) => ({
      ...subscription,
      id: `L${at}`,
      registration_id: `L${at}`,
      ...(at > 0 && { subscription_id: `other_${at}`, description: `Outlinear ${at}` }),
      ...(at === 1 && { subscription_id: "sub_3", description: "Plotline 5 Pro" }),
    })),
  },
} satisfies Replies;
const invitee = { ...newcomersReplies, readInvitation: invitation };
const atInvitation = { path: "/confirm-invite/?ref=a-long-reference" };

/** The account page's sections in use, and the screens that belong to it. */
export const accountScenes: readonly Scene[] = [
  {
    ...account,
    name: "account-email-refused",
    replies: { ...managersReplies, changeEmail: { refusal: "email.in_use", field: "new_email_address" } },
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
    name: "account-needs-action",
    replies: everything,
    ready: shows("The payment of $2,250.00"),
  },
  {
    ...account,
    name: "account-security-open",
    act: async (page) => {
      for (const row of ["Where you are signed in", "Recent activity", "Your account"]) {
        await section(page, "Security").getByRole("button", { name: row, exact: true }).click();
      }
    },
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
    ready: shows(/[Tt]ry again in a minute/),
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
