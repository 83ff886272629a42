import type { Queryable } from "@foyer/service-kit/db";
import { insertAct, type Snapshot } from "@foyer/service-kit/staff-acts";
import type { PurchaseSchema } from "../db/purchase-schema.ts";
import type { ActDraft } from "../operations/requests.ts";

/** Records what was asked for as an operation by staff; nothing for one that no staff member asked for. */
export async function recordAct(
  db: Queryable<PurchaseSchema>,
  at: Date,
  act: ActDraft | undefined,
  after: Snapshot,
): Promise<void> {
  if (act) await insertAct(db, { at, ...act, after });
}
