import type { Page } from "@playwright/test";
import { billed, billingReplies, manager, managersReplies, monthly, newcomersReplies, readsAs } from "./people.ts";
import { type Scene, shows } from "./scene.ts";

const upgrade = {
  registration_id: "U1",
  upgrade_name: "Diagrammer Oak 7",
  from_name: "Diagrammer Oak 6",
  upgrades_available: 3,
  total_seats: 4,
  seats: [
    { id: "s1", user: "ada", email: "ada@birchworks.example" },
    { id: "s2", user: "bo", email: "bo.with-a-long-name@a-company-with-a-long-name.example" },
    { id: "s3", user: "cleo", email: "cleo@birchworks.example" },
  ],
};

const invitation = {
  description: "Plotline 4",
  manager_email: "maren@birchworks.example",
  email: "ida@reed.example",
  expires_date: "2026-12-21T09:30:00Z",
};

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Presses a button of a section, and waits for the result. */
function pressing(where: string, name: string, then?: (page: Page) => Promise<void>): (page: Page) => Promise<void> {
  return async (page) => {
    await section(page, where).getByRole("button", { name }).first().click();
    await then?.(page);
  };
}

function choosing(item: string, then?: (page: Page) => Promise<void>): (page: Page) => Promise<void> {
  return pressing("Team Management", "Modify", async (page) => {
    await page.getByRole("menuitem", { name: item }).click();
    await then?.(page);
  });
}

const dialog = (page: Page) => page.getByRole("dialog").or(page.getByRole("alertdialog")).waitFor();

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
const yearlyPreview = {
  lines: {
    data: [
      {
        amount: -15_123,
        description: "Unused time on 25 × Outlinear 5",
        period: { start: 1_795_262_400, end: 1_797_066_200 },
        proration: true,
      },
      {
        amount: 225_000,
        description: "25 × Outlinear 5, yearly",
        period: { start: 1_795_262_400, end: 1_826_798_400 },
        proration: false,
      },
    ],
  },
  subtotal: 209_877,
  tax: 0,
  total: 209_877,
  currency: "usd",
  quote: { id: "quo_1", expires_at: 1_795_264_200 },
};
const atBank = readsAs({
  ...billed,
  waiting: { plan: "OUTLINE-5-SUB-ANNUAL-WEB", quantity: 30, invoice: "in_1", total: 15_149, client_secret: "x" },
});
const invitee = { ...newcomersReplies, readInvitation: invitation };
const atInvitation = { path: "/confirm-invite/?ref=a-long-reference" };
const toUpgrade = async (page: Page) => {
  await page.getByRole("link", { name: "Choose seats" }).click();
  await page.getByLabel("Select all").waitFor();
};
const waiting = { ...managersReplies, listUnactivatedRegistrations: [upgrade] };

/** Billing details with a tax id and the register's verdict about it. */
const withVerdict = (verification: "pending" | "unverified") => ({
  billing_details: {
    ...billingReplies.readBillingDetails.billing_details,
    tax_ids: [{ kind: "eu_vat", country: "DE", value: "DE111111111", verification }],
  },
});

/** The account page's sections in use, and the screens that belong to it. */
export const accountScenes: readonly Scene[] = [
  { ...account, name: "account-email-edit", act: pressing("Account", "Edit account") },
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
    name: "account-password-edit",
    act: pressing("Password", "Edit password", async (page) => {
      await section(page, "Password").getByRole("button", { name: "Save" }).click();
      await page.getByRole("alert").first().waitFor();
    }),
  },
  {
    ...account,
    name: "account-password-changed",
    replies: { ...managersReplies, changePassword: { status: "success", updated_attributes: ["password"] } },
    act: pressing("Password", "Edit password", async (page) => {
      const password = section(page, "Password");
      await password.getByLabel("Old password").fill("x");
      await password.getByLabel("New password", { exact: true }).fill("quiet-orchard");
      await password.getByLabel("Confirm new password").fill("quiet-orchard");
      await password.getByRole("button", { name: "Save" }).click();
      await password.getByText("Password successfully changed.").waitFor();
    }),
  },
  {
    ...inDialog,
    name: "second-factor-proof",
    replies: { ...managersReplies, startSecondFactor: { refusal: "permission.proof_required" } },
    act: pressing("Security", "Turn on", async (page) => await page.getByLabel("Current password").waitFor()),
  },
  {
    ...inDialog,
    name: "second-factor-app",
    replies: {
      ...managersReplies,
      startSecondFactor: {
        secret: "MZSXE3TINFWGYZTFOJXGQ2LM",
        otpauth_uri: "otpauth://totp/Fernhill:maren?issuer=Fernhill&secret=MZSXE3TINFWGYZTFOJXGQ2LM",
      },
    },
    act: pressing("Security", "Turn on", async (page) => await page.getByLabel("Code from the app").waitFor()),
  },
  {
    ...inDialog,
    name: "second-factor-codes",
    replies: {
      ...managersReplies,
      startSecondFactor: { secret: "MZSXE3TINFWGYZTFOJXGQ2LM", otpauth_uri: "otpauth://totp/Fernhill:maren?secret=MZ" },
      confirmSecondFactor: {
        status: "success",
        recovery_codes: ["a8f3-k2m9", "b7d1-p4q6", "c5h2-r8t3", "d9j4-s1v7", "e2k6-w5x8", "f4m8-y3z9"],
      },
    },
    act: pressing("Security", "Turn on", async (page) => {
      await page.getByLabel("Code from the app").fill("123456");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("list", { name: "Recovery codes" }).waitFor();
    }),
  },
  {
    ...inDialog,
    name: "second-factor-off",
    replies: { ...managersReplies, readSecondFactor: { enabled: true, recovery_codes_left: 2 } },
    act: pressing("Security", "Turn off", dialog),
  },
  { ...account, name: "account-cards-edit", act: pressing("Payment", "Edit cards") },
  {
    ...inDialog,
    name: "card-delete",
    act: pressing("Payment", "Edit cards", pressing("Payment", "Delete Visa ending in 4242", dialog)),
  },
  {
    ...inDialog,
    name: "card-last",
    replies: { ...managersReplies, detachPaymentMethod: { refusal: "provider.unavailable" } },
    act: pressing(
      "Payment",
      "Edit",
      pressing("Payment", "Delete Visa ending in 4242", async (page) => {
        await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
        await page.getByRole("alertdialog").getByRole("alert").waitFor();
      }),
    ),
  },
  {
    ...account,
    name: "account-tax-id-unverified",
    replies: { ...managersReplies, readBillingDetails: withVerdict("unverified") },
    ready: shows("Tax ID not verified"),
  },
  {
    ...inDialog,
    name: "account-billing-details",
    act: pressing("Payment", "Billing details", dialog),
  },
  {
    ...inDialog,
    name: "account-billing-details-refused",
    replies: {
      ...managersReplies,
      readBillingDetails: withVerdict("unverified"),
    },
    act: pressing("Payment", "Billing details", async (page) => {
      await page.getByLabel("Tax ID 1", { exact: true }).fill("DE12");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText(/DE and nine digits/).waitFor();
    }),
  },
  {
    ...account,
    name: "account-payment-due",
    replies: { ...managersReplies, ...due },
    ready: shows("A payment is due"),
  },
  {
    ...account,
    name: "account-payment-declined",
    replies: { ...managersReplies, ...due, payInvoice: { refusal: "payment.declined" } },
    ready: shows("A payment is due"),
    act: pressing("Payment", "Pay $2,250.00", async (page) => {
      await section(page, "Payment").getByRole("alert").last().waitFor();
    }),
  },
  {
    ...account,
    name: "account-no-purchase-service",
    replies: {
      ...managersReplies,
      readCustomer: "unreachable",
      listPaymentMethods: "unreachable",
      listInvoices: "unreachable",
      listPlans: "unreachable",
    },
    ready: shows(/The purchase service cannot be reached/),
  },
  { ...inDialog, name: "subscription-menu", act: pressing("Team Management", "Modify") },
  {
    ...inDialog,
    name: "subscription-switch-early",
    act: choosing("Switch to Monthly", async (page) => await page.getByText(/within 30 days of expiry/).waitFor()),
  },
  {
    ...inDialog,
    name: "subscription-switch-review",
    replies: { ...managersReplies, ...monthly, previewInvoice: yearlyPreview },
    act: choosing("Switch to Yearly", async (page) => await page.getByText(/Total due now/).waitFor()),
  },
  {
    ...inDialog,
    name: "subscription-switch-no-preview",
    replies: { ...managersReplies, ...monthly, previewInvoice: { refusal: "provider.unavailable" } },
    act: choosing("Switch to Yearly", async (page) => await page.getByText("loading preview").waitFor()),
  },
  {
    ...account,
    name: "subscription-waiting",
    replies: { ...managersReplies, ...atBank },
    ready: shows(/waits for your bank/),
  },
  { ...inDialog, name: "subscription-cancel", act: choosing("Cancel Subscription", dialog) },
  { ...account, name: "keys-add", act: pressing("Legacy License Keys", "Add a license key") },
  {
    ...account,
    name: "keys-refused",
    replies: { ...managersReplies, registerLicenseKey: { refusal: "license_key.other_account" } },
    act: pressing("Legacy License Keys", "Add a license key", async (page) => {
      await section(page, "Legacy License Keys").getByLabel("License key").fill("OUT4-7Q2M");
      await page.getByLabel("License owner").fill("Liam Moss");
      await page.getByRole("button", { name: "Register" }).click();
      await page.getByRole("alert").waitFor();
    }),
  },
  { ...account, name: "upgrades-box", replies: waiting, ready: shows("Choose seats") },
  { ...account, name: "upgrade", replies: waiting, ready: shows("Choose seats"), act: toUpgrade },
  {
    ...account,
    name: "upgrade-too-many",
    replies: waiting,
    ready: shows("Choose seats"),
    act: async (page) => {
      await toUpgrade(page);
      await page.getByLabel("Select all").check();
      await page.getByLabel("Unassigned upgrades").fill("1");
      await page.getByText("Too many seats selected.").waitFor();
    },
  },
  {
    ...account,
    name: "upgrade-done",
    replies: { ...waiting, activateUpgrade: { status: "success", seats_moved: 3, unassigned: 0 } },
    ready: shows("Choose seats"),
    act: async (page) => {
      await toUpgrade(page);
      await page.getByLabel("Select all").check();
      await page.getByRole("button", { name: /^Upgrade/ }).click();
      await page.getByText(/successfully upgraded/).waitFor();
    },
  },
  { ...account, name: "server-data", path: "/reset", ready: shows("Account: maren") },
  {
    ...inDialog,
    name: "server-data-sure",
    path: "/reset",
    ready: shows("Account: maren"),
    act: async (page) => {
      await page.getByRole("button", { name: "Reset Data" }).click();
      await dialog(page);
    },
  },
  {
    ...account,
    name: "server-data-failed",
    path: "/reset",
    replies: { ...managersReplies, resetSyncedData: { refusal: "sync.failed" } },
    ready: shows("Account: maren"),
    act: async (page) => {
      await page.getByRole("button", { name: "Reset Data" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Reset Data" }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  { ...atInvitation, name: "invitation-signed-out", replies: invitee, ready: shows("Plotline 4") },
  {
    ...atInvitation,
    name: "invitation-has-account",
    replies: { ...invitee, readInvitation: { ...invitation, has_account: true } },
    ready: shows("This address has an account."),
  },
  {
    name: "sign-up-invited",
    path: "/register?ref=a-long-reference&proof=x",
    replies: {
      startInvitedSignUp: { status: "success", email: invitation.email, token: { access_token: "t" } },
    },
    ready: shows("Use another address"),
  },
  {
    ...atInvitation,
    name: "invitation-dead",
    replies: { readInvitation: { refusal: "invitation.dead" } },
    ready: shows(/has been used/),
  },
  {
    ...atInvitation,
    name: "invitation-limited-signed-out",
    replies: { readInvitation: { refusal: "rate.limited" } },
    ready: shows(/try again in a minute/),
  },
  {
    ...atInvitation,
    name: "invitation-limited",
    signedIn: true,
    replies: { ...invitee, readInvitation: { refusal: "rate.limited" } },
    ready: shows(/try again in a minute/),
  },
  { ...atInvitation, name: "invitation", signedIn: true, replies: invitee, ready: shows("Accept Invitation") },
  {
    ...atInvitation,
    name: "invitation-other-account",
    signedIn: true,
    replies: { ...invitee, readUser: { userinfo: manager } },
    ready: shows("Accept as maren"),
  },
  {
    ...atInvitation,
    name: "invitation-accepted",
    signedIn: true,
    replies: {
      ...invitee,
      acceptInvitation: { status: "success", message: "Accepted", registration_id: "L9", description: "Plotline 4" },
    },
    ready: shows("Accept Invitation"),
    act: async (page) => {
      await page.getByRole("button", { name: "Accept Invitation" }).click();
      await page.getByRole("heading", { name: "You have a seat" }).waitFor();
    },
  },
  { name: "sign-up", path: "/register", ready: shows("Step 1 of 3") },
  {
    name: "sign-up-account",
    path: "/register",
    replies: {
      startSignUp: { results: "success" },
      confirmSignUpKey: { results: "success", token: { access_token: "t" } },
    },
    ready: shows("Step 1 of 3"),
    act: async (page) => {
      await page.getByLabel("Email").fill("ida@reed.example");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByLabel("Confirm key").fill("k3y-k3y-k3y");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByLabel("Account name").fill("ida:");
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByRole("alert").first().waitFor();
    },
  },
  { name: "password-reset", path: "/password-reset", ready: shows("Back to sign in") },
  {
    name: "password-reset-sent",
    path: "/password-reset",
    replies: { requestPasswordReset: { results: "success" } },
    ready: shows("Back to sign in"),
    act: async (page) => {
      await page.getByLabel("Email").fill("ida@reed.example");
      await page.getByRole("button", { name: "Reset Password" }).click();
      await page.getByText("Email sent!").waitFor();
    },
  },
  {
    name: "password-reset-link",
    path: "/password-reset?token=x",
    replies: { readPasswordReset: { username: "ida" } },
    ready: shows("Choose a new password"),
  },
  {
    name: "password-reset-link-dead",
    path: "/password-reset?token=x",
    replies: { readPasswordReset: { refusal: "reset.link_dead" } },
    ready: shows("This link no longer works"),
  },
  { name: "email-confirm", path: "/confirm-email?token=x", ready: shows("Confirm this address") },
  { name: "email-undo", path: "/undo-email?token=x", ready: shows("Keep this address") },
  {
    name: "email-confirmed",
    path: "/confirm-email?token=x",
    replies: { confirmEmail: { status: "success", email: "ida@reed.example" } },
    ready: shows("Confirm your new address?"),
    act: async (page) => {
      await page.getByRole("button", { name: "Confirm this address" }).click();
      await page.getByText("Your new address is confirmed").waitFor();
    },
  },
  {
    name: "email-link-dead",
    path: "/undo-email?token=x",
    replies: { undoEmail: { refusal: "email.link_dead" } },
    ready: shows("Keep your former address?"),
    act: async (page) => {
      await page.getByRole("button", { name: "Keep this address" }).click();
      await page.getByText("This link no longer works").waitFor();
    },
  },
  {
    ...account,
    name: "failure",
    replies: { ...managersReplies, listPersonalSeats: { seats: [{ id: "broken" } as never] } },
    ready: shows("Unexpected Application Error!"),
  },
];
