import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id, instant, success } from "./wire-values.ts";

/** One session of an account, as its owner sees it. */
export const session = z.object({
  id,
  /** True for the session that asks. */
  current: z.boolean(),
  created: instant,
  last_used: instant,
  /** What the browser called itself at sign-in. */
  user_agent: z.string(),
  ip: z.string(),
  /** The app that opened it; absent where its owner signed in. */
  opened_from: z.string().optional(),
  /** The browser that it was opened from, where that is trusted: sign-in there asks for no code until then. */
  trust: z.object({ browser: id, until: instant }).nullable(),
});
export type Session = z.infer<typeof session>;

/** A browser that is trusted, and in which nobody is signed in now. */
export const trustedBrowser = z.object({
  id,
  /** What it called itself at its last sign-in, and when and from where that was. */
  user_agent: z.string(),
  last_seen: instant,
  ip: z.string(),
  until: instant,
});
export type TrustedBrowser = z.infer<typeof trustedBrowser>;

/** Lists the own live sessions, the current one first, and browsers that are trusted without one. */
export const listSessions = endpoint("listSessions", {
  access: "person",
  summary: "List the own sessions, and the trusted browsers without one",
  reply: z.object({ sessions: z.array(session), trusted_browsers: z.array(trustedBrowser).optional() }),
});

/** Ends all own sessions but the current one, and the trust in every browser. */
export const endOtherSessions = endpoint("endOtherSessions", {
  access: "person",
  summary: "End all own sessions but this one",
  reply: success.extend({ ended: z.int() }),
});

/** Ends one own session, and the trust in its browser. */
export const endSession = endpoint("endSession", {
  access: "person",
  summary: "End one own session",
  params: z.object({ session: id }),
  reply: success,
  refusals: ["object.not_found"],
});

/** Ends the trust in one browser: sign-in there asks for a code again. Its session goes on. */
export const endBrowserTrust = endpoint("endBrowserTrust", {
  access: "person",
  summary: "End the trust in one browser",
  params: z.object({ browser: id }),
  reply: success,
  refusals: ["object.not_found"],
});

/** Proves that it is still the same person: for five minutes, calls that ask for a proof go through. */
export const provePassword = endpoint("provePassword", {
  access: "person",
  summary: "Prove the password for the next five minutes",
  body: z.object({ password: z.string() }),
  reply: success.extend({ good_for: z.int() }),
  refusals: ["password.wrong", "rate.limited"],
});
