import type { Queryable } from "@foyer/service-kit/db";
import { insertAct, type Snapshot } from "@foyer/service-kit/staff-acts";
import type { OperationRequest, PurchaseSchema } from "../db/purchase-schema.ts";

/** Records what was asked for as an operation by staff; nothing for one that no staff member asked for. */
export async function recordAct(
  db: Queryable<PurchaseSchema>,
  at: Date,
  { request }: { readonly request: OperationRequest },
  after: Snapshot,
): Promise<void> {
  if (request.act) await insertAct(db, { at, ...request.act, after });
}
