import type { Page } from "@playwright/test";
import type { Replies } from "./answer-calls.ts";
import { manager, managersReplies, monthly, newcomersReplies } from "./people.ts";
import { pressing, type Scene, shows } from "./scene.ts";
import { teamScene } from "./team-scenes.ts";
import { staffReplies } from "./staff-replies.ts";

/** Waits until a part of the page shows that it is loading. */
async function isLoading(page: Page): Promise<void> {
  const main = page.getByRole("main");
  await main.getByRole("progressbar").or(main.getByRole("status")).first().waitFor({ state: "attached" });
}

/** Waits for the page with that heading, and until a part of it shows that it is loading. */
function isLoadingOn(heading: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await isLoading(page);
  };
}

/** Waits until a part of the dialog shows that it is loading. */
async function isLoadingInDialog(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  await dialog.getByRole("progressbar").or(dialog.getByRole("status")).first().waitFor({ state: "attached" });
}

/** Returns the same replies, except that these calls never answer. */
function without(replies: Replies, ...calls: (keyof Replies)[]): Replies {
  return { ...replies, ...Object.fromEntries(calls.map((call) => [call, "never"])) };
}

const account = { path: "/", signedIn: true, ready: isLoading };
const accountDialog = {
  ...account,
  replies: managersReplies,
  viewportOnly: true,
  ready: async (page: Page) => await page.getByText("Billing history").first().waitFor(),
};
const area = { signedIn: true, ready: isLoading };
const billing = ["readCustomer", "listPaymentMethods", "listInvoices", "listPlans"] as const;
const repairing = async (page: Page) => {
  await page.getByRole("button", { name: "Repair" }).click();
  await page.getByRole("menuitem", { name: "Close account" }).click();
  await page.getByLabel("Reason").fill("Ticket 4711, asked by phone");
  await page.getByRole("button", { name: "Preview" }).click();
};

const signingIn = {
  ...managersReplies,
  signIn: {
    token: { access_token: "a", refresh_token: "r", expires_in: 3600, refresh_expires_in: 3600, token_type: "Bearer" },
    userinfo: manager,
  },
} satisfies Replies;
const signIn = async (page: Page) => {
  await page.getByLabel("Account name").fill("maren");
  await page.getByLabel("Password").fill("quiet-orchard");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("button", { name: "Sign In" }).waitFor({ state: "detached" });
  await isLoading(page);
};

/** Every screen, and every separately loaded part of one, before its answer or its file has arrived. */
export const loadingScenes: readonly Scene[] = [
  // The portal's own files.
  { name: "loading-file", path: "/register", heldFile: "sign-up-screen", ready: isLoading },
  {
    name: "loading-file-signed-in",
    ...account,
    path: "/reset",
    replies: managersReplies,
    heldFile: "server-data-screen",
  },
  {
    name: "loading-portal",
    path: "/",
    replies: signingIn,
    heldFile: "account",
    ready: shows("Forgot your password?"),
    act: signIn,
  },

  // The account page.
  { name: "loading-account", ...account, replies: without({}, "readUser", "listUnactivatedRegistrations") },
  {
    name: "loading-account-sections",
    ...account,
    replies: without(
      managersReplies,
      "listManagedLicenses",
      "listPurchases",
      "listPersonalSeats",
      "readSecondFactor",
      "listPasskeys",
      "listSessions",
      "listConnectedApps",
      "listAccountEvents",
      ...billing,
    ),
    ready: async (page) => {
      await page.getByRole("heading", { name: "Legacy License Keys" }).waitFor();
    },
  },
  {
    name: "loading-next-charge",
    ...account,
    replies: without(managersReplies, "listPlans"),
    ready: shows("Next charge"),
  },
  {
    name: "loading-card-form",
    ...accountDialog,
    replies: without(managersReplies, "readPaymentConf"),
    act: pressing("Payment", "Edit cards", pressing("Payment", "Add card")),
  },
  {
    name: "loading-billing-details",
    ...accountDialog,
    replies: without(managersReplies, "readBillingDetails"),
    act: pressing("Payment", "Billing details", isLoadingInDialog),
  },
  {
    name: "loading-second-factor",
    ...accountDialog,
    replies: without(managersReplies, "startSecondFactor"),
    act: pressing("Security", "Turn on", isLoadingInDialog),
  },
  {
    name: "loading-switch",
    ...accountDialog,
    replies: { ...without(managersReplies, "previewInvoice"), ...monthly },
    act: pressing("Team Management", "Modify", async (page) => {
      await page.getByRole("menuitem", { name: "Switch to Yearly" }).click();
      await isLoadingInDialog(page);
    }),
  },
  {
    name: "loading-server-data",
    ...account,
    path: "/reset",
    replies: without(managersReplies, "readUser"),
    ready: shows("Reset Data"),
  },

  // The invitation, and links.
  {
    name: "loading-invitation",
    path: "/confirm-invite/?ref=a-long-reference",
    replies: without({}, "readInvitation"),
    ready: shows("Checking your invitation"),
  },
  {
    name: "loading-invitation-signed-in",
    ...account,
    path: "/confirm-invite/?ref=a-long-reference",
    replies: without(newcomersReplies, "readInvitation"),
    ready: shows("Checking your invitation"),
  },
  {
    name: "loading-team-subscription",
    ...account,
    path: "/team-subscription",
    replies: without(managersReplies, "listManagedLicenses"),
  },

  // The team page.
  {
    ...teamScene,
    name: "loading-team",
    replies: without(teamScene.replies, "listManagedLicenses"),
    ready: shows("Loading your team"),
  },
  {
    ...teamScene,
    name: "loading-team-parts",
    replies: without(teamScene.replies, "listSeats", "listManagers", "listLicenseEvents", "readCustomer", "listPlans"),
    ready: async (page) => await page.getByText("Total seats after next renewal").first().waitFor(),
  },
  {
    ...teamScene,
    name: "loading-team-file",
    viewportOnly: true,
    replies: without(teamScene.replies, "listSeats"),
    ready: async (page) =>
      await page
        .getByText(/seats used/)
        .first()
        .waitFor(),
    act: async (page) => {
      const file = { name: "team.csv", mimeType: "text/csv", buffer: Buffer.from("ada@birchworks.example\n") };
      await page.getByLabel("Invite from a file").setInputFiles(file);
      await isLoadingInDialog(page);
    },
  },
  {
    ...teamScene,
    name: "loading-team-preview",
    viewportOnly: true,
    replies: without(teamScene.replies, "previewInvoice"),
    act: async (page) => {
      await page.getByRole("button", { name: "Change Seats" }).click();
      await page.getByLabel("Quantity").fill("30");
      await page.getByRole("button", { name: "Confirm Quantity" }).click();
      await page.getByRole("button", { name: "Continue" }).click();
      await isLoadingInDialog(page);
    },
  },

  // The staff's area.
  { name: "loading-admin-file", ...area, path: "/admin/", replies: staffReplies, heldFile: "admin-screen" },
  {
    name: "loading-admin-failed",
    ...area,
    path: "/admin/",
    replies: { readUser: { refusal: "internal" } },
    ready: shows("The staff area cannot be shown right now."),
  },
  {
    name: "loading-admin",
    ...area,
    path: "/admin/",
    replies: without({}, "readUser"),
    ready: shows("Looking up what you may do"),
  },
  {
    name: "loading-admin-search",
    ...area,
    path: "/admin?q=mare",
    replies: without(staffReplies, "staffSearch", "staffSearchBilling"),
    ready: isLoadingOn("Search"),
  },
  {
    name: "loading-admin-search-rest",
    ...area,
    path: "/admin?q=mare",
    replies: without(staffReplies, "staffSearchBilling"),
    ready: async (page) => await page.getByText("found so far").waitFor(),
  },
  {
    name: "loading-admin-person",
    ...area,
    path: "/admin/accounts/maren",
    replies: without(staffReplies, "staffReadAccount"),
    ready: isLoadingOn("maren"),
  },
  {
    name: "loading-admin-person-billing",
    ...area,
    path: "/admin/accounts/maren",
    replies: without(staffReplies, "staffReadCustomer"),
    ready: shows("acc_8fKq2LmZ0pRtXvYb3NcD"),
  },
  {
    name: "loading-admin-license",
    ...area,
    path: "/admin/licenses/L1",
    replies: without(staffReplies, "staffReadLicense"),
    ready: isLoadingOn("L1"),
  },
  {
    name: "loading-admin-license-billing",
    ...area,
    path: "/admin/licenses/L1",
    replies: without(staffReplies, "staffReadCustomer"),
    ready: shows("lic_4TzQ9wXkB2"),
  },
  {
    name: "loading-admin-acts",
    ...area,
    path: "/admin/acts",
    replies: without(staffReplies, "staffListActs", "staffListBillingActs"),
    ready: isLoadingOn("Staff acts"),
  },
  {
    name: "loading-admin-machine-room",
    ...area,
    path: "/admin/machine-room",
    replies: without(
      staffReplies,
      "staffListTasks",
      "staffListBillingTasks",
      "staffListReconcilerRuns",
      "staffListFailureReports",
      "staffListReports",
    ),
    ready: isLoadingOn("Machine room"),
  },
  {
    name: "loading-admin-import",
    ...area,
    path: "/admin/import",
    replies: without(staffReplies, "staffListImports"),
    ready: isLoadingOn("Import"),
  },
  {
    name: "loading-admin-repair",
    ...area,
    path: "/admin/accounts/maren",
    viewportOnly: true,
    replies: without(staffReplies, "staffSetAccountState"),
    ready: async (page) => await page.getByRole("button", { name: "Repair" }).waitFor(),
    act: repairing,
  },
];
