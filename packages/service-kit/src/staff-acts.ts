import type { StaffAct } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import type { ColumnType, Generated, Kysely } from "kysely";
import type { AnyQueryable } from "./db.ts";
import { rowBefore } from "./page.ts";

/** Fields of a thing as they were before or after an act. */
export type Snapshot = Readonly<Record<string, unknown>>;

/** The record of what staff did, which each service keeps in its own schema. */
export interface StaffActsTable {
  id: Generated<number>;
  at: Date;
  staff: string;
  act: string;
  target: string;
  reason: string;
  before: ColumnType<Snapshot | null, string | null, never>;
  after: ColumnType<Snapshot | null, string | null, never>;
}

/** What staff did, as it is recorded. */
export interface NewAct {
  readonly at: Date;
  /** Account name. */
  readonly staff: string;
  readonly act: string;
  /** `account:<name>`, `license:<id>`, `license_key:<key>`. */
  readonly target: string;
  readonly reason: string;
  readonly before: Snapshot | null;
  readonly after: Snapshot | null;
}

/** Which acts are wanted. */
export interface ActsWanted {
  readonly limit?: number | undefined;
  /** Id of the last act of the page before. */
  readonly before?: string | undefined;
  readonly target?: string | undefined;
  readonly staff?: string | undefined;
}

const ACTS_A_PAGE = 50;

// Each service's schema has more tables than this one, and Kysely takes no schema for a part of another.
const actsOf = (db: AnyQueryable) => db as unknown as Kysely<{ staff_acts: StaffActsTable }>;
const jsonOf = (snapshot: Snapshot | null): string | null => (snapshot === null ? null : JSON.stringify(snapshot));

/** Adds to the record of what staff did, in the transaction that does it. */
export async function insertAct(db: AnyQueryable, act: NewAct): Promise<void> {
  const { before, after } = act;
  await actsOf(db)
    .insertInto("staff_acts")
    .values({ ...act, before: jsonOf(before), after: jsonOf(after) })
    .execute();
}

/** A page of what staff did, newest first; refuses `input.invalid` for a `before` that is no id. */
export async function readActs(db: AnyQueryable, wanted: ActsWanted): Promise<{ acts: StaffAct[]; has_more: boolean }> {
  const { limit = ACTS_A_PAGE, before, target, staff } = wanted;
  const last = rowBefore(before);
  let query = actsOf(db)
    .selectFrom("staff_acts")
    .selectAll()
    .orderBy("id", "desc")
    .limit(limit + 1);
  if (last !== null) query = query.where("id", "<", last);
  if (target !== undefined) query = query.where("target", "=", target);
  if (staff !== undefined) query = query.where("staff", "=", staff);
  const rows = await query.execute();
  const acts = rows.slice(0, limit).map((row) => ({ ...row, id: String(row.id), at: instantOf(row.at) }));
  return { acts, has_more: rows.length > limit };
}
