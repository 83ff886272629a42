import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id, instant, nothing, success } from "./wire-values.ts";

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
});
export type Session = z.infer<typeof session>;

/** Lists the own live sessions, the current one first. */
export const listSessions = endpoint({
  name: "listSessions",
  requirement: null,
  service: "accounts",
  method: "GET",
  path: "/api/1.1/user/sessions/",
  access: "person",
  summary: "List the own sessions",
  params: nothing,
  query: nothing,
  body: nothing,
  reply: z.object({ sessions: z.array(session) }),
  refusals: [],
});

/** Ends all own sessions but the current one. */
export const endOtherSessions = endpoint({
  name: "endOtherSessions",
  requirement: null,
  service: "accounts",
  method: "DELETE",
  path: "/api/1.1/user/sessions/",
  access: "person",
  summary: "End all own sessions but this one",
  params: nothing,
  query: nothing,
  body: nothing,
  reply: success.extend({ ended: z.int() }),
  refusals: [],
});

/** Ends one own session. */
export const endSession = endpoint({
  name: "endSession",
  requirement: null,
  service: "accounts",
  method: "DELETE",
  path: "/api/1.1/user/sessions/:session/",
  access: "person",
  summary: "End one own session",
  params: z.object({ session: id }),
  query: nothing,
  body: nothing,
  reply: success,
  refusals: ["object.not_found"],
});

/** Proves that it is still the same person: for five minutes, calls that ask for a proof go through. */
export const provePassword = endpoint({
  name: "provePassword",
  requirement: null,
  service: "accounts",
  method: "POST",
  path: "/api/1.1/user/proof/",
  access: "person",
  summary: "Prove the password for the next five minutes",
  params: nothing,
  query: nothing,
  body: z.object({ password: z.string() }),
  reply: success.extend({ good_for: z.int() }),
  refusals: ["password.wrong", "rate.limited"],
});
