import type { StaffAct } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import type { AnyQueryable } from "./db.ts";
import { rowBefore } from "./page.ts";
import { insertActRow, newestActs, type Snapshot, type StaffActsTable } from "./staff-act-store.ts";

export type { Snapshot, StaffActsTable };

/** An act of staff, as it is recorded. */
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

/** Filter of acts. */
export interface ActsWanted {
  readonly limit?: number | undefined;
  /** Id of the previous page's last act. */
  readonly before?: string | undefined;
  readonly target?: string | undefined;
  readonly staff?: string | undefined;
}

const ACTS_A_PAGE = 50;

const jsonOf = (snapshot: Snapshot | null): string | null => (snapshot === null ? null : JSON.stringify(snapshot));

/** Adds an act to the record, in the transaction of its effect. */
export async function insertAct(db: AnyQueryable, act: NewAct): Promise<void> {
  const { before, after } = act;
  await insertActRow(db, { ...act, before: jsonOf(before), after: jsonOf(after) });
}

/** A page of staff acts, newest first; refuses `input.invalid` when `before` is not an id. */
export async function readActs(db: AnyQueryable, wanted: ActsWanted): Promise<{ acts: StaffAct[]; has_more: boolean }> {
  const { limit = ACTS_A_PAGE, before, target, staff } = wanted;
  const rows = await newestActs(db, limit + 1, { before: rowBefore(before), target, staff });
  const acts = rows.slice(0, limit).map((row) => ({ ...row, id: String(row.id), at: instantOf(row.at) }));
  return { acts, has_more: rows.length > limit };
}
