import { accountScenes } from "./account-scenes.ts";
import { answerCalls } from "./answer-calls.ts";
import { appsScenes } from "./apps-scenes.ts";
import { closingScenes } from "./closing-scenes.ts";
import { deviceScenes } from "./device-scenes.ts";
import { eventScenes } from "./event-scenes.ts";
import type { Page } from "@playwright/test";
import { loadingScenes } from "./loading-scenes.ts";
import { managersReplies, newcomersReplies } from "./people.ts";
import { adminScenes } from "./admin-scenes.ts";
import { paperScenes } from "./paper-scenes.ts";
import { buyScenes } from "./buy-scenes.ts";
import { passkeyScenes } from "./passkey-scenes.ts";
import { payScenes } from "./pay-scenes.ts";
import { restoreScenes } from "./restore-scenes.ts";
import { type Scene, shows } from "./scene.ts";
import { teamScenes } from "./team-scenes.ts";

async function signIn(page: Page) {
  await page.getByLabel("Account name").fill("maren");
  await page.getByLabel("Password").fill("wrong horse");
  await page.getByRole("button", { name: "Sign In" }).click();
}

const account = { path: "/", signedIn: true };

/**
 * Screens in the states that no journey reaches, or that several tests look at. The journeys check their own states
 * with `expectAccessible`.
 */
export const scenes: readonly Scene[] = [
  { name: "sign-in", path: "/", ready: shows("Forgot your password?") },
  {
    name: "sign-in-busy",
    path: "/",
    replies: { signIn: "never" },
    ready: shows("Forgot your password?"),
    act: signIn,
  },
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
  { name: "account-empty", ...account, replies: newcomersReplies, ready: shows("You manage no team licenses.") },
  {
    name: "account-partial",
    ...account,
    replies: { ...managersReplies, listManagedLicenses: { refusal: "internal" } },
    ready: shows("Try again"),
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
  ...restoreScenes,
  ...loadingScenes,
];

/** Opens a scene, in place of the scene that the page has shown. */
export async function openScene(page: Page, name: string): Promise<void> {
  const scene = scenes.find((one) => one.name === name);
  if (!scene) throw new Error(`there is no scene ${name}`);
  await page.unrouteAll();
  await answerCalls(page, scene);
  await page.goto(scene.path);
  await scene.ready(page);
  await scene.act?.(page);
}
