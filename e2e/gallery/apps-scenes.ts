import type { Page } from "@playwright/test";
import { managersReplies } from "./people.ts";
import { type Scene, shows } from "./scene.ts";

const request = "/authorize?request=r";
const asked = {
  app: { id: "time-sheets", name: "Time Sheets by Larkspur" },
  scopes: ["openid", "profile", "email", "offline_access", "licenses"],
  login_hint: null,
} as const;
const readAppRequest = { ...asked, scopes: [...asked.scopes] };
const device = {
  app: { id: "wall-board", name: "Tasklight Wall Board" },
  scopes: ["openid", "profile", "offline_access", "licenses"] as (
    | "openid"
    | "profile"
    | "offline_access"
    | "licenses"
  )[],
  device_name: "Kitchen board",
  asked_at: "2026-11-20T09:30:00Z",
  ip: "203.0.113.7",
  is_own_network: false,
  user_code: "BCDF-GHJK",
};

async function enterCode(page: Page) {
  await page.getByLabel("Code").fill("bcdf ghjk");
  await page.getByRole("button", { name: "Continue" }).click();
}

const consent = { ...managersReplies, readAppRequest, answerAppRequest: { next: "consent" } } as const;

/** Where the vendor's apps lead. */
export const appsScenes: readonly Scene[] = [
  { name: "app-sign-in", path: request, replies: { readAppRequest }, ready: shows("Sign in to go on") },
  { name: "app-loading", path: request, replies: { readAppRequest: "never" }, ready: shows("Sign In to an App") },
  { name: "app-failed", path: request, replies: { readAppRequest: "unreachable" }, ready: shows("Try Again") },
  {
    name: "app-dead",
    path: request,
    replies: { readAppRequest: { refusal: "app_request.dead" } },
    ready: shows("This request has ended"),
  },
  { name: "app-refused", path: "/oauth/authorize", ready: shows("This link does not work") },
  { name: "app-consent", path: request, signedIn: true, replies: consent, ready: shows("Allow") },
  {
    name: "app-answer-failed",
    path: request,
    signedIn: true,
    replies: { ...consent, answerAppRequest: { refusal: "internal" } },
    ready: shows("Allow"),
  },
  {
    name: "app-proof",
    path: request,
    signedIn: true,
    replies: { ...consent, answerAppRequest: { next: "proof" } },
    ready: shows("wants to be sure"),
  },
  {
    name: "app-sign-in-again",
    path: request,
    signedIn: true,
    replies: { ...consent, answerAppRequest: { next: "sign_in" } },
    ready: shows("asks you to sign in again"),
  },
  { name: "device-enter", path: "/device", signedIn: true, replies: managersReplies, ready: shows("Enter the code") },
  {
    name: "device-wrong",
    path: "/device",
    signedIn: true,
    replies: { ...managersReplies, readAppDevice: { refusal: "device_code.wrong" } },
    ready: shows("Enter the code"),
    act: async (page) => {
      await enterCode(page);
      await page.getByText("This code is wrong or has expired.").waitFor();
    },
  },
  {
    name: "device-connect",
    path: "/device",
    signedIn: true,
    replies: { ...managersReplies, readAppDevice: device },
    ready: shows("Enter the code"),
    act: async (page) => {
      await enterCode(page);
      await page.getByText("Kitchen board").waitFor();
    },
  },
  {
    name: "app-sign-out",
    path: "/sign-out?request=r",
    signedIn: true,
    replies: { ...managersReplies, readAppSignOut: { app: asked.app } },
    ready: shows("This ends your session"),
  },
  {
    name: "from-app-dead",
    path: "/from-app?code=c",
    replies: { openPortalLink: { refusal: "portal_link.dead" } },
    ready: shows("has been used or has expired"),
  },
  {
    name: "connected-apps",
    path: "/",
    signedIn: true,
    replies: {
      ...managersReplies,
      listConnectedApps: {
        apps: [
          {
            id: "gr_1",
            app: { id: "tasklight", name: "Tasklight" },
            device_name: null,
            scopes: ["openid", "email", "offline_access", "licenses"],
            created: "2026-03-04T08:00:00Z",
            last_used: "2026-11-19T08:00:00Z",
          },
          {
            id: "gr_2",
            app: device.app,
            device_name: "Kitchen board",
            scopes: ["openid", "offline_access"],
            created: "2026-09-12T08:00:00Z",
            last_used: "2026-11-20T08:00:00Z",
          },
        ],
      },
    },
    ready: shows("Kitchen board"),
    act: async (page) => page.getByText("Connected apps and devices").scrollIntoViewIfNeeded(),
    viewportOnly: true,
  },
];
