import type { Page } from "@playwright/test";
import type { Replies } from "./answer-calls.ts";
import { manager, managersReplies } from "./people.ts";
import { type Scene, shows } from "./scene.ts";
import { staffLicense, staffReplies } from "./staff-replies.ts";

const replies: Replies = staffReplies;
const base = { signedIn: true, replies };

function choosing(item: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole("button", { name: "Repair" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await page.getByRole("dialog").waitFor();
  };
}

const person = { ...base, path: "/admin/accounts/maren", ready: shows("acc_8fKq2LmZ0pRtXvYb3NcD") };
const found = { ...base, path: "/admin?q=mare", ready: shows("marenka") };

/** The staff's area in every state. */
export const adminScenes: readonly Scene[] = [
  { ...base, name: "admin-home", path: "/admin/", ready: shows("What can be found") },
  {
    ...base,
    name: "admin-home-no-factor",
    path: "/admin/",
    replies: {
      ...replies,
      readUser: {
        userinfo: { ...manager, username: "frank", is_staff: true, staff_rights: ["read"], second_factor: false },
      },
    },
    ready: shows("has no second factor"),
  },
  { ...found, name: "admin-search" },
  {
    ...found,
    name: "admin-search-nothing",
    replies: { ...replies, staffSearch: { results: [] }, staffSearchBilling: { results: [] } },
    ready: shows("Nothing begins with"),
  },
  {
    ...found,
    name: "admin-search-partial",
    replies: { ...replies, staffSearchBilling: { refusal: "provider.unavailable" } },
    ready: shows("cannot be searched right now"),
  },
  { ...person, name: "admin-person" },
  {
    ...person,
    name: "admin-timeline-everything",
    act: async (page) => {
      await page.getByRole("button", { name: "Everything" }).click();
      await page.getByLabel("Provider’s events").check();
      await page.getByLabel("Seconds and ids").check();
      await page.getByText("evt_4").waitFor();
    },
  },
  {
    ...person,
    name: "admin-person-scrolled",
    viewportOnly: true,
    act: async (page) => await page.getByRole("table", { name: "Invoices" }).scrollIntoViewIfNeeded(),
  },
  {
    ...person,
    name: "admin-person-partial",
    replies: { ...replies, staffReadCustomer: { refusal: "provider.unavailable" } },
    ready: shows("billing of this customer cannot be shown"),
  },
  {
    ...person,
    name: "admin-person-missing",
    replies: { ...replies, staffReadAccount: { refusal: "object.not_found" } },
    ready: shows("There is no account of that name."),
  },
  {
    ...person,
    name: "admin-repair-menu",
    viewportOnly: true,
    act: async (page) => await page.getByRole("button", { name: "Repair" }).click(),
  },
  { ...person, name: "admin-repair-fill", viewportOnly: true, act: choosing("Close account") },
  {
    ...person,
    name: "admin-repair-review",
    viewportOnly: true,
    act: async (page) => {
      await choosing("Close account")(page);
      await page.getByLabel("Reason").fill("Ticket 4711, asked by phone");
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByText("This would change:").waitFor();
    },
  },
  {
    ...person,
    name: "admin-repair-proof",
    viewportOnly: true,
    act: async (page) => {
      await choosing("Close account")(page);
      await page.getByLabel("Reason").fill("Ticket 4711, asked by phone");
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByText("This would change:").waitFor();
      const json = {
        status: "error",
        code: 2002,
        name: "permission.proof_required",
        message: "Enter your password.",
        errors: [],
      };
      await page.route("**/state/", (route) => route.fulfill({ status: 403, json }));
      await page.getByRole("button", { name: "Close account" }).click();
      await page.getByLabel("Your password").waitFor();
    },
  },
  {
    ...person,
    name: "admin-view-as",
    viewportOnly: true,
    act: async (page) => {
      await page.getByRole("button", { name: "View as" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "admin-viewing",
    path: "/four-oh",
    signedIn: true,
    replies: { ...managersReplies, readUser: { userinfo: { ...manager, view_only: true } } },
    ready: shows("Page Not Found"),
    act: async (page) => {
      await page.evaluate(() => {
        const view = { accessToken: "v", username: "maren", endsAt: Date.now() + 1_799_000 };
        sessionStorage.setItem("foyer.view", JSON.stringify(view));
      });
      await page.goto("/");
      await page.getByText("You are viewing as maren").waitFor();
      await page.getByText("Plotline 4 Pro").first().waitFor();
    },
  },
  { ...base, name: "admin-license", path: "/admin/licenses/lic_4TzQ9wXkB2", ready: shows("ada.lovelace") },
  {
    ...base,
    name: "admin-license-ended",
    path: "/admin/licenses/lic_4TzQ9wXkB2",
    viewportOnly: true,
    replies: {
      ...replies,
      staffReadLicense: {
        license: { ...staffLicense, subscription_state: "inactive", subscription_status: "canceled" },
        seats: [],
        timeline: [],
      },
    },
    ready: shows("Nobody holds"),
    act: choosing("Start a new subscription"),
  },
  {
    ...base,
    name: "admin-license-edit",
    path: "/admin/licenses/lic_4TzQ9wXkB2",
    viewportOnly: true,
    ready: shows("ada.lovelace"),
    act: choosing("Edit or extend"),
  },
  { ...base, name: "admin-acts", path: "/admin/acts", ready: shows("Charged twice") },
  { ...base, name: "admin-machine-room", path: "/admin/machine-room", ready: shows("TypeError") },
  {
    ...base,
    name: "admin-machine-room-tell-as",
    path: "/admin/machine-room",
    viewportOnly: true,
    ready: shows("TypeError"),
    act: async (page) => await page.getByRole("button", { name: "Tell it as: tell-accounts sub_1" }).click(),
  },
];
