import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id, instant, success } from "./wire-values.ts";

/** A session of an account, for its owner. */
export const session = z.object({
  id,
  /** True for the calling session. */
  current: z.boolean(),
  created: instant,
  last_used: instant,
  /** User agent at sign-in. */
  user_agent: z.string(),
  ip: z.string(),
  /** The app that opened it. Absent if its owner signed in. */
  opened_from: z.string().optional(),
  /** Its browser, if that is trusted: sign-in there requires no code until that time. */
  trust: z.object({ browser: id, until: instant }).nullable(),
});
export type Session = z.infer<typeof session>;

/** A trusted browser without a session. */
export const trustedBrowser = z.object({
  id,
  /** User agent, time and IP address of its last sign-in. */
  user_agent: z.string(),
  last_seen: instant,
  ip: z.string(),
  until: instant,
});
export type TrustedBrowser = z.infer<typeof trustedBrowser>;

/** Lists the own live sessions, the current one first, and trusted browsers without a session. */
export const listSessions = endpoint("listSessions", {
  access: "person",
  summary: "List the own sessions, and the trusted browsers without one",
  reply: z.object({ sessions: z.array(session), trusted_browsers: z.array(trustedBrowser).optional() }),
});

/** Ends all own sessions except the current one, and the trust in every browser. */
export const endOtherSessions = endpoint("endOtherSessions", {
  beforeProof: true,
  access: "person",
  summary: "End all own sessions but this one",
  reply: success.extend({ ended: z.int() }),
});

/** Ends one own session, and the trust in its browser. */
export const endSession = endpoint("endSession", {
  beforeProof: true,
  access: "person",
  summary: "End one own session",
  params: z.object({ session: id }),
  reply: success,
  refusals: ["object.not_found"],
});

/** Ends the trust in one browser, so that a sign-in there requires a code again. Its session continues. */
export const endBrowserTrust = endpoint("endBrowserTrust", {
  beforeProof: true,
  access: "person",
  summary: "End the trust in one browser",
  params: z.object({ browser: id }),
  reply: success,
  refusals: ["object.not_found"],
});

/** Proves the person by password. Calls that require a proof are allowed for five minutes. */
export const provePassword = endpoint("provePassword", {
  beforeProof: true,
  access: "person",
  summary: "Prove the password for the next five minutes",
  body: z.object({ password: z.string() }),
  reply: success.extend({ good_for: z.int() }),
  refusals: ["password.wrong", "rate.limited"],
});
