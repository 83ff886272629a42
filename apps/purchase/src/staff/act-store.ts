import type { StaffAct } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import type { Queryable } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { ActDraft, OperationRequest, PurchaseSchema, Snapshot } from "../db/purchase-schema.ts";

type Db = Queryable<PurchaseSchema>;

const jsonOf = (snapshot: Snapshot | null): string | null => (snapshot === null ? null : JSON.stringify(snapshot));

/** Adds to the record of what staff did, in the transaction that does it. */
export async function insertAct(db: Db, at: Date, act: ActDraft, after: Snapshot | null): Promise<void> {
  const { before, ...facts } = act;
  await db
    .insertInto("staff_acts")
    .values({ at, ...facts, before: jsonOf(before), after: jsonOf(after) })
    .execute();
}

/** The same for what was recorded as an operation; nothing for one that no staff member asked for. */
export async function recordAct(
  db: Db,
  at: Date,
  { request }: { readonly request: OperationRequest },
  after: Snapshot,
): Promise<void> {
  if (request.act) await insertAct(db, at, request.act, after);
}

export interface ActsWanted {
  readonly limit?: number | undefined;
  /** Id of the last act of the page before. */
  readonly before?: string | undefined;
  readonly target?: string | undefined;
  readonly staff?: string | undefined;
}

const ACTS_A_PAGE = 50;

/** Newest first. */
export async function readActs(db: Db, wanted: ActsWanted): Promise<{ acts: StaffAct[]; has_more: boolean }> {
  const { limit = ACTS_A_PAGE, before, target, staff } = wanted;
  if (before !== undefined && !/^\d{1,15}$/.test(before)) refuse("input.invalid", { field: "before" });
  let query = db
    .selectFrom("staff_acts")
    .selectAll()
    .orderBy("id", "desc")
    .limit(limit + 1);
  if (before !== undefined) query = query.where("id", "<", Number(before));
  if (target !== undefined) query = query.where("target", "=", target);
  if (staff !== undefined) query = query.where("staff", "=", staff);
  const rows = await query.execute();
  const acts = rows.slice(0, limit).map((row) => ({ ...row, id: String(row.id), at: instantOf(row.at) }));
  return { acts, has_more: rows.length > limit };
}
