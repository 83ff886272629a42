import { accountScenes } from "./account-scenes.ts";
import { appsScenes } from "./apps-scenes.ts";
import { couponScenes } from "./coupon-scenes.ts";
import { closingScenes } from "./closing-scenes.ts";
import { deviceScenes } from "./device-scenes.ts";
import { eventScenes } from "./event-scenes.ts";
import type { Page } from "@playwright/test";
import { holdScenes } from "./hold-scenes.ts";
import { importScenes } from "./import-scenes.ts";
import { loadingScenes } from "./loading-scenes.ts";
import { manager, managersReplies, newcomersReplies, trustReplies } from "./people.ts";
import { adminScenes } from "./admin-scenes.ts";
import { paperScenes } from "./paper-scenes.ts";
import { buyScenes } from "./buy-scenes.ts";
import { passkeyScenes } from "./passkey-scenes.ts";
import { passwordScenes } from "./password-scenes.ts";
import { payScenes } from "./pay-scenes.ts";
import { perpetualScenes } from "./perpetual-scenes.ts";
import { restoreScenes } from "./restore-scenes.ts";
import { type Scene, shows } from "./scene.ts";
import { teamScenes } from "./team-scenes.ts";
import { trialScenes } from "./trial-scenes.ts";

async function signIn(page: Page) {
  await page.getByLabel("Account name").fill("maren");
  await page.getByLabel("Password").fill("wrong horse");
  await page.getByRole("button", { name: "Sign In" }).click();
}

const account = { path: "/", signedIn: true };

/** Every screen in every state. */
export const scenes: readonly Scene[] = [
  { name: "sign-in", path: "/", ready: shows("Forgot your password?") },
  {
    name: "sign-in-email-hint",
    path: "/",
    ready: shows("Forgot your password?"),
    act: async (page) => {
      await page.getByLabel("Account name").fill("maren@birchworks.example");
    },
  },
  {
    name: "sign-in-wrong",
    path: "/",
    replies: { signIn: { refusal: "session.wrong_credentials" } },
    ready: shows("Forgot your password?"),
    act: async (page) => {
      await signIn(page);
      await page.getByRole("alert").waitFor();
    },
  },
  {
    // The form as it is served, at work by itself.
    name: "sign-in-wrong-early",
    path: "/team-subscription",
    replies: { signIn: { refusal: "session.wrong_credentials" } },
    heldFile: "react",
    ready: shows("Sign in to manage your team."),
    act: async (page) => {
      await page.getByLabel("Account name").fill("maren@birchworks.example");
      await page.getByLabel("Password", { exact: true }).fill("quiet-orchard");
      await page.getByRole("button", { name: "Sign In" }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "sign-in-busy",
    path: "/",
    replies: { signIn: "never" },
    ready: shows("Forgot your password?"),
    act: signIn,
  },
  {
    name: "sign-in-second-factor",
    path: "/",
    replies: { signIn: { refusal: "session.second_factor_required" } },
    ready: shows("Forgot your password?"),
    act: async (page) => {
      await signIn(page);
      await page.getByLabel("Authentication code").waitFor();
    },
  },
  {
    name: "sign-in-trust-browser",
    path: "/",
    replies: { signIn: { refusal: "session.second_factor_required", extra: { trust_days: 30 } } },
    ready: shows("Forgot your password?"),
    act: async (page) => {
      await signIn(page);
      await page.getByRole("checkbox", { name: /Trust this browser/ }).check();
    },
  },
  { name: "sign-in-password-changed", path: "/?password-success", ready: shows(/has been changed/) },
  {
    name: "header-menu",
    path: "/",
    viewportOnly: true,
    ready: shows("Forgot your password?"),
    act: async (page) => {
      const menu = page.getByRole("button", { name: "Menu" });
      await ((await menu.isVisible()) ? menu : page.getByRole("button", { name: "Products" })).click();
      await page.getByRole("link", { name: "Tasklight" }).waitFor();
    },
  },
  { name: "not-found", path: "/four-oh", ready: shows("Page Not Found") },
  { name: "account", ...account, replies: managersReplies, ready: shows("Manage Team") },
  {
    name: "account-trusted-browsers",
    ...account,
    replies: { ...managersReplies, ...trustReplies },
    ready: shows("Trusted until"),
  },
  { name: "account-empty", ...account, replies: newcomersReplies, ready: shows("You manage no team licenses.") },
  {
    name: "account-partial",
    ...account,
    replies: { ...managersReplies, listManagedLicenses: { refusal: "internal" } },
    ready: shows("Try again"),
  },
  {
    name: "account-staff",
    ...account,
    replies: {
      ...managersReplies,
      readUser: { userinfo: { ...manager, is_staff: true, pending_email: "maren@new.example" } },
    },
    ready: shows("Admin"),
  },
  ...accountScenes,
  ...paperScenes,
  ...passkeyScenes,
  ...appsScenes,
  ...deviceScenes,
  ...closingScenes,
  ...eventScenes,
  ...teamScenes,
  ...payScenes,
  ...adminScenes,
  ...buyScenes,
  ...couponScenes,
  ...trialScenes,
  ...perpetualScenes,
  ...passwordScenes,
  ...holdScenes,
  ...restoreScenes,
  ...importScenes,
  ...loadingScenes,
];
