import type { Page } from "@playwright/test";
import { managersReplies } from "./people.ts";
import { type Scene, shows } from "./scene.ts";

async function openClosing(page: Page) {
  await page.getByRole("button", { name: "Close my account" }).click();
  await page.getByRole("alertdialog").waitFor();
}

async function openData(page: Page) {
  await page.getByRole("button", { name: "Download my data" }).click();
  await page.getByRole("dialog").waitFor();
}

const account = { path: "/", signedIn: true, viewportOnly: true, ready: shows("Manage Team") } as const;
const until = "2026-12-21T09:30:00Z";

async function enter(page: Page) {
  await page.getByLabel("Account name").fill("maren");
  await page.getByLabel("Password").fill("amber-lantern-42");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("button", { name: "Mail me a link to come back" }).waitFor();
}

const offer = {
  refusal: "account.closed",
  extra: { userinfo: { account_state: 300, come_back_until: until } },
} as const;

/** Closing and reopening an account by its owner. */
export const closingScenes: readonly Scene[] = [
  { name: "close-account", ...account, replies: managersReplies, act: openClosing },
  {
    name: "close-account-wrong-password",
    ...account,
    replies: { ...managersReplies, closeAccount: { refusal: "password.wrong" } },
    act: async (page) => {
      await openClosing(page);
      const dialog = page.getByRole("alertdialog");
      await dialog.getByLabel("Account name").fill("maren");
      await dialog.getByLabel("Current password").fill("wrong horse");
      await dialog.getByRole("button", { name: "Close my account" }).click();
      await dialog.getByText("The password is wrong.").waitFor();
    },
  },
  {
    name: "close-account-blocked",
    ...account,
    replies: {
      ...managersReplies,
      readClosing: {
        blockers: [
          { kind: "staff" },
          { kind: "subscription", registration_id: "L1", description: "Outlinear 5 for Mac" },
          { kind: "only_manager", registration_id: "L2", description: "Diagrammer Oak 6 Pro" },
        ],
        ends: { sessions: 1, seats: 2, licenses: 2 },
        has_invoices: true,
        come_back_until: until,
        erased_by: "2027-01-20T09:30:00Z",
      },
    },
    act: openClosing,
  },
  {
    name: "close-account-loading",
    ...account,
    replies: { ...managersReplies, readClosing: "never" },
    act: openClosing,
  },
  {
    name: "close-account-failed",
    ...account,
    replies: { ...managersReplies, readClosing: { refusal: "internal" } },
    act: async (page) => {
      await openClosing(page);
      await page.getByRole("alertdialog").getByRole("button", { name: "Try again" }).waitFor();
    },
  },
  {
    name: "sign-in-closed-by-owner",
    path: "/",
    replies: { signIn: offer },
    ready: shows("Forgot your password?"),
    act: enter,
  },
  {
    name: "sign-in-link-mailed",
    path: "/",
    replies: { signIn: offer, askToComeBack: { status: "success" } },
    ready: shows("Forgot your password?"),
    act: async (page) => {
      await enter(page);
      await page.getByRole("button", { name: "Mail me a link to come back" }).click();
      await page.getByText("We mailed you a link.").waitFor();
    },
  },
  { name: "come-back", path: "/come-back?token=x", ready: shows("Open your account again?") },
  {
    name: "come-back-opened",
    path: "/come-back?token=x",
    replies: { comeBack: { status: "success", username: "maren" } },
    ready: shows("Open your account again?"),
    act: async (page) => {
      await page.getByRole("button", { name: "Open my account again" }).click();
      await page.getByText("Your account is open again").waitFor();
    },
  },
  {
    name: "come-back-dead",
    path: "/come-back?token=x",
    replies: { comeBack: { refusal: "come_back.link_dead" } },
    ready: shows("Open your account again?"),
    act: async (page) => {
      await page.getByRole("button", { name: "Open my account again" }).click();
      await page.getByText("This link no longer works").waitFor();
    },
  },
  { name: "come-back-incomplete", path: "/come-back", ready: shows("This link is incomplete") },
  { name: "own-data", ...account, replies: managersReplies, act: openData },
  {
    name: "own-data-gathering",
    ...account,
    replies: {
      ...managersReplies,
      readDataExport: {
        export: { requested: until, parts_done: 5, parts: 8, ready_until: null },
        next_possible: until,
      },
    },
    act: openData,
  },
  {
    name: "own-data-ready",
    ...account,
    replies: {
      ...managersReplies,
      readDataExport: {
        export: { requested: until, parts_done: 8, parts: 8, ready_until: until },
        next_possible: until,
      },
    },
    act: openData,
  },
  { name: "own-data-loading", ...account, replies: { ...managersReplies, readDataExport: "never" }, act: openData },
  {
    name: "own-data-failed",
    ...account,
    replies: { ...managersReplies, readDataExport: { refusal: "internal" } },
    act: openData,
  },
  { name: "my-data-signed-out", path: "/my-data?token=x", ready: shows("Sign in to download your data.") },
  { name: "my-data", path: "/my-data?token=x", signedIn: true, replies: managersReplies, ready: shows("Get my data") },
  {
    name: "my-data-ready",
    path: "/my-data?token=x",
    signedIn: true,
    replies: {
      ...managersReplies,
      downloadData: {
        files: [
          { name: "my-data.json", type: "application/json", text: "{}" },
          { name: "my-data.csv", type: "text/csv", text: "where,value" },
        ],
      },
    },
    ready: shows("Get my data"),
    act: async (page) => {
      await page.getByRole("button", { name: "Get my data" }).click();
      await page.getByRole("button", { name: "Save as CSV" }).waitFor();
    },
  },
  {
    name: "my-data-dead",
    path: "/my-data?token=x",
    signedIn: true,
    replies: { ...managersReplies, downloadData: { refusal: "data_export.link_dead" } },
    ready: shows("Get my data"),
    act: async (page) => {
      await page.getByRole("button", { name: "Get my data" }).click();
      await page.getByText("This link no longer works").waitFor();
    },
  },
];
