import type { Page } from "@playwright/test";
import { happened, managersReplies } from "./people.ts";
import { type Scene, shows } from "./scene.ts";

const account = { path: "/", signedIn: true, ready: shows("Billing history") } as const;
const group = (page: Page) => page.getByRole("region", { name: "Security", exact: true });

const many: readonly Parameters<typeof happened>[1][] = [
  { kind: "second_factor.refused", by: "unknown", count: 2 },
  { kind: "email.change_asked", address: "maren.of-a-long-name@a-company-with-a-long-name.example", can_disown: true },
  { kind: "account.viewed", by: "other", ip: null },
  { kind: "manager.gave", license: "Diagrammer Oak 6 Pro", account: "otto-from-the-other-office", can_disown: true },
  { kind: "passkey.added", name: "MacBook of Maren", can_disown: true },
  { kind: "seat.removed", by: "other", license: "Outlinear 5 for Mac", ip: null },
  { kind: "account.not_me", by: "self" },
];

const open = async (page: Page) => await group(page).getByRole("button", { name: "Recent activity" }).click();

async function press(page: Page) {
  await open(page);
  await group(page)
    .getByRole("button", { name: /^This was not me/ })
    .first()
    .click();
  await page.getByRole("alertdialog").waitFor();
}

const link = { path: "/not-me?token=x", ready: shows("Was this somebody else?") } as const;
const about = {
  readNotMe: { username: "maren", kind: "password.changed", at: "2026-11-20T14:05:00Z", is_done: false },
} as const;

async function secure(page: Page) {
  await page.getByRole("button", { name: "Secure my account" }).click();
}

/** The account's events, and “This was not me” from the list and from a mail. */
export const eventScenes: readonly Scene[] = [
  {
    ...account,
    name: "events-more",
    replies: {
      ...managersReplies,
      listAccountEvents: { events: many.map((event, at) => happened(String(900 - at), event)), has_more: false },
    },
    act: open,
  },
  {
    ...account,
    name: "events-empty",
    replies: { ...managersReplies, listAccountEvents: { events: [], has_more: false } },
    ready: shows("Nothing has happened"),
  },
  {
    ...account,
    name: "events-failed",
    replies: { ...managersReplies, listAccountEvents: { refusal: "internal" } },
    ready: shows("What happened to your account cannot be shown"),
  },
  {
    ...account,
    name: "not-me-dialog-offline",
    viewportOnly: true,
    replies: { ...managersReplies, disownEvent: "unreachable" },
    act: async (page) => {
      await press(page);
      await page.getByRole("alertdialog").getByRole("button", { name: "Secure my account" }).click();
      await page.getByRole("alertdialog").getByRole("alert").waitFor();
    },
  },
  {
    ...link,
    name: "not-me-offline",
    replies: { ...about, disownByLink: "unreachable" },
    act: async (page) => {
      await secure(page);
      await page.getByRole("alert").waitFor();
    },
  },
  { ...link, name: "not-me-loading", replies: { readNotMe: "never" }, ready: shows("Checking the link") },
  {
    ...link,
    name: "not-me-unreachable",
    replies: { readNotMe: "unreachable" },
    ready: shows("We could not check this link"),
  },
  { name: "not-me-incomplete", path: "/not-me", ready: shows("This link is incomplete") },
];
