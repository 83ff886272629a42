import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { scopeNames } from "./scopes.ts";
import { signedIn } from "./sign-in.ts";
import { id, instant, success } from "./wire-values.ts";

const scope = z.enum(scopeNames);

/** An app of the vendor, as people see it. */
const app = z.object({ id, name: z.string() });

/** Id of a request that waits for an answer. Only the browser that opened the request can use it. */
const request = z.object({ code: z.string().max(64) });

export const readAppRequest = endpoint("readAppRequest", {
  requirement: "OIDC-06",
  access: "open",
  summary: "Read what an app asks for",
  params: request,
  reply: z.object({
    app,
    scopes: z.array(scope),
    /** The account name that the app expects. */
    login_hint: z.string().nullable(),
  }),
  refusals: ["app_request.dead"],
});

/** Next step: ask for consent, prove the password, sign in again with all factors, or go to `url`. */
const next = z.discriminatedUnion("next", [
  z.object({ next: z.literal("consent") }),
  z.object({ next: z.literal("proof") }),
  z.object({ next: z.literal("sign_in") }),
  z.object({ next: z.literal("go"), url: z.string() }),
]);
export type NextOfRequest = z.infer<typeof next>;

/**
 * Answers an app for the signed-in person. Without `allow`, returns the person's next step. An app that requires the
 * password again is answered only after a proof that is newer than its request.
 */
export const answerAppRequest = endpoint("answerAppRequest", {
  requirement: "OIDC-06",
  // The request itself is answered once.
  keepsNoKey: true,
  beforeProof: true,
  access: "person",
  summary: "Answer an app",
  params: request,
  body: z.object({ allow: z.boolean().optional() }),
  reply: next,
  refusals: ["app_request.dead"],
});

/** Refuses an app's request. Needs no session. */
export const denyAppRequest = endpoint("denyAppRequest", {
  requirement: "OIDC-06",
  keepsNoKey: true,
  access: "open",
  summary: "Refuse an app",
  params: request,
  reply: z.object({ url: z.string() }),
  refusals: ["app_request.dead"],
});

/** Reads the device that waits for the answer to its user code. */
export const readAppDevice = endpoint("readAppDevice", {
  requirement: "OIDC-14",
  access: "person",
  summary: "Look at the device of a code",
  body: z.object({ user_code: z.string().max(64) }),
  reply: z.object({
    app,
    scopes: z.array(scope),
    device_name: z.string().nullable(),
    asked_at: instant,
    ip: z.string(),
    /** True if the device asked from the same network as this call. */
    is_own_network: z.boolean(),
    /** In the form that the device shows. */
    user_code: z.string(),
  }),
  refusals: ["device_code.wrong", "rate.limited"],
});

/** Allows or refuses the sign-in of a device. */
export const answerAppDevice = endpoint("answerAppDevice", {
  requirement: "OIDC-12",
  keepsNoKey: true,
  beforeProof: true,
  access: "person",
  summary: "Answer the device of a code",
  body: z.object({ user_code: z.string().max(64), allow: z.boolean() }),
  reply: success,
  refusals: ["device_code.wrong", "rate.limited"],
});

/** The access of an app on one device. */
export const connectedApp = z.object({
  id,
  app,
  device_name: z.string().nullable(),
  scopes: z.array(scope),
  created: instant,
  last_used: instant,
});
export type ConnectedApp = z.infer<typeof connectedApp>;

/** Lists the apps in which the account is signed in, the last used one first. */
export const listConnectedApps = endpoint("listConnectedApps", {
  requirement: "OIDC-21",
  access: "person",
  summary: "List the connected apps and devices",
  reply: z.object({ apps: z.array(connectedApp) }),
});

/** Signs the account out of one app on one device. The app's next request asks the person again. */
export const endConnectedApp = endpoint("endConnectedApp", {
  requirement: "OIDC-21",
  beforeProof: true,
  access: "person",
  summary: "End one connected app",
  params: z.object({ grant: id }),
  reply: success,
  refusals: ["object.not_found"],
});

/** Returns a link with which an app opens the portal once, signed in. */
export const createPortalLink = endpoint("createPortalLink", {
  requirement: "OIDC-20",
  keepsNoKey: true,
  access: "person",
  scopes: ["portal"],
  summary: "Make a link that opens the portal, signed in",
  /** A route of the portal, with its query: `/manage-team?license=…`. */
  body: z.object({ path: z.string().max(512) }),
  reply: z.object({ url: z.string(), expires_in: z.int() }),
  refusals: ["permission.denied", "rate.limited"],
});

/** Opens a session by a link that an app requested. It lasts an hour, cannot be refreshed, and is not proved. */
export const openPortalLink = endpoint("openPortalLink", {
  requirement: "OIDC-20",
  keepsNoKey: true,
  access: "open",
  summary: "Open the portal from an app",
  body: z.object({ code: z.string().max(64) }),
  reply: signedIn.extend({ path: z.string(), app }),
  refusals: ["portal_link.dead", "rate.limited"],
});

export const readAppSignOut = endpoint("readAppSignOut", {
  requirement: "OIDC-23",
  access: "open",
  summary: "Read which app signs its user out",
  params: request,
  reply: z.object({ app: app.nullable() }),
  refusals: ["app_request.dead"],
});

/** Returns the app's page to open after the browser's session has ended. Null if the app has none. */
export const finishAppSignOut = endpoint("finishAppSignOut", {
  requirement: "OIDC-23",
  keepsNoKey: true,
  access: "open",
  summary: "Finish signing out for an app",
  params: request,
  reply: z.object({ url: z.string().nullable() }),
  refusals: ["app_request.dead"],
});
