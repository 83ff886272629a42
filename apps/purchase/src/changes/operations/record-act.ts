import type { Queryable } from "@foyer/service-kit/db";
import { insertAct, type Snapshot } from "@foyer/service-kit/staff-acts";
import { z } from "zod";
import type { PurchaseTables } from "../../db/schema.ts";

/** A staff action without its result. The action is recorded once it is done. */
export const actDraft = z.object({
  /** Account name. */
  staff: z.string(),
  act: z.string(),
  target: z.string(),
  reason: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
});
type ActDraft = z.infer<typeof actDraft>;

/** Records a completed staff action. Does nothing without one. */
export async function recordAct(
  db: Queryable<PurchaseTables>,
  at: Date,
  act: ActDraft | undefined,
  after: Snapshot,
): Promise<void> {
  if (act) await insertAct(db, { at, ...act, after });
}
