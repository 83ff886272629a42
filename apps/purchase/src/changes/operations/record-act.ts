import type { Queryable } from "@foyer/service-kit/db";
import { insertAct, type Snapshot } from "@foyer/service-kit/staff-acts";
import { z } from "zod";
import type { PurchaseTables } from "../../db/schema.ts";

/** An act of the staff, up to what comes of it: recorded once it is done. */
export const actDraft = z.object({
  /** Account name. */
  staff: z.string(),
  act: z.string(),
  target: z.string(),
  reason: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
});
type ActDraft = z.infer<typeof actDraft>;

/** Records what staff has asked for, now that it is done; nothing where no staff member did. */
export async function recordAct(
  db: Queryable<PurchaseTables>,
  at: Date,
  act: ActDraft | undefined,
  after: Snapshot,
): Promise<void> {
  if (act) await insertAct(db, { at, ...act, after });
}
