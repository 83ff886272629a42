import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { reason } from "./staff-wire.ts";
import { id, instant, success } from "./wire-values.ts";

/** An owner's report "This was not me" about an event. Open until a staff member closes it. */
export const notMeReport = z.object({
  id,
  at: instant,
  /** Account name. */
  account: z.string(),
  /** The event's kind in the record, and its time. */
  event: z.string(),
  event_at: instant,
  /** True if reported by a mailed link, false if by a signed-in person. */
  by_link: z.boolean(),
  closed_at: instant.nullable(),
  /** Account name of the staff member. */
  closed_by: z.string().nullable(),
});
export type NotMeReport = z.infer<typeof notMeReport>;

/** Lists the owners' reports: open ones first, newest first. */
export const staffListReports = endpoint("staffListReports", {
  requirement: "KEY-08",
  access: "staff:read",
  summary: "List reports of “This was not me”",
  query: z.object({ limit: z.int().min(1).max(200).optional() }),
  reply: z.object({ reports: z.array(notMeReport), open: z.int() }),
});

/** Closes a report after a staff member has handled it. */
export const staffCloseReport = endpoint("staffCloseReport", {
  requirement: "KEY-08",
  access: "staff:support",
  summary: "Close a report of “This was not me”",
  params: z.object({ id }),
  body: z.object({ reason }),
  reply: success,
  refusals: ["object.not_found", "permission.denied"],
});
