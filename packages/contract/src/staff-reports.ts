import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { reason } from "./staff-wire.ts";
import { id, instant, success } from "./wire-values.ts";

/** That an owner said of something on her account: this was not me. Open until a member of the staff closes it. */
export const notMeReport = z.object({
  id,
  at: instant,
  /** Account name. */
  account: z.string(),
  /** What it was about, by the record's word, and when that happened. */
  event: z.string(),
  event_at: instant,
  /** By the link of a mail; otherwise by somebody who was signed in. */
  by_link: z.boolean(),
  closed_at: instant.nullable(),
  /** Account name of the staff member. */
  closed_by: z.string().nullable(),
});
export type NotMeReport = z.infer<typeof notMeReport>;

/** Lists what owners said was not them: the open ones first, the newest first. */
export const staffListReports = endpoint("staffListReports", {
  requirement: "KEY-08",
  access: "staff:read",
  summary: "List reports of “This was not me”",
  query: z.object({ limit: z.int().min(1).max(200).optional() }),
  reply: z.object({ reports: z.array(notMeReport), open: z.int() }),
});

/** Closes a report, when somebody has looked after the account. */
export const staffCloseReport = endpoint("staffCloseReport", {
  requirement: "KEY-08",
  access: "staff:support",
  summary: "Close a report of “This was not me”",
  params: z.object({ id }),
  body: z.object({ reason }),
  reply: success,
  refusals: ["object.not_found", "permission.denied"],
});
