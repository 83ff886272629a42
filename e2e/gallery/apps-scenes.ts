import { managersReplies } from "./people.ts";
import { type Scene, shows } from "./scene.ts";

const request = "/authorize?request=r";
const asked = {
  app: { id: "time-sheets", name: "Time Sheets by Larkspur" },
  scopes: ["openid", "profile", "email", "offline_access", "licenses"],
  login_hint: null,
} as const;
const readAppRequest = { ...asked, scopes: [...asked.scopes] };

const consent = { ...managersReplies, readAppRequest, answerAppRequest: { next: "consent" } } as const;

/** Where the vendor's apps lead. */
export const appsScenes: readonly Scene[] = [
  { name: "app-loading", path: request, replies: { readAppRequest: "never" }, ready: shows("Sign In to an App") },
  { name: "app-failed", path: request, replies: { readAppRequest: "unreachable" }, ready: shows("Try Again") },
  {
    name: "app-answer-failed",
    path: request,
    signedIn: true,
    replies: { ...consent, answerAppRequest: { refusal: "internal" } },
    ready: shows("Allow"),
  },
  {
    name: "app-sign-in-again",
    path: request,
    signedIn: true,
    replies: { ...consent, answerAppRequest: { next: "sign_in" } },
    ready: shows("asks you to sign in again"),
  },
];
