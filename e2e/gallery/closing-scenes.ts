import type { Page } from "@playwright/test";
import { managersReplies } from "./people.ts";
import { type Scene, shows } from "./scene.ts";

async function openClosing(page: Page) {
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("button", { name: "Close my account" }).click();
  await page.getByRole("alertdialog").waitFor();
}

async function openData(page: Page) {
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("button", { name: "Download my data" }).click();
  await page.getByRole("dialog").waitFor();
}

const account = { path: "/", signedIn: true, viewportOnly: true, ready: shows("Manage Team") } as const;
const until = "2026-12-21T09:30:00Z";

/** Closing and reopening an account by its owner. */
export const closingScenes: readonly Scene[] = [
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
  { name: "come-back-incomplete", path: "/come-back", ready: shows("This link is incomplete") },
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
  { name: "own-data-loading", ...account, replies: { ...managersReplies, readDataExport: "never" }, act: openData },
  {
    name: "own-data-failed",
    ...account,
    replies: { ...managersReplies, readDataExport: { refusal: "internal" } },
    act: openData,
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
