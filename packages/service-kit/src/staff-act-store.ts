import type { ColumnType, Generated, Insertable, Kysely, Selectable } from "kysely";
import type { AnyQueryable } from "./db.ts";

/** Fields of an object before or after an act. */
export type Snapshot = Readonly<Record<string, unknown>>;

/** The record of staff acts, which each service stores in its own schema. */
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

// Each service's schema has further tables, and Kysely does not accept a schema as part of another.
const actsOf = (db: AnyQueryable) => db as unknown as Kysely<{ staff_acts: StaffActsTable }>;

export async function insertActRow(db: AnyQueryable, act: Insertable<StaffActsTable>): Promise<void> {
  await actsOf(db).insertInto("staff_acts").values(act).execute();
}

/** The newest acts, of one target or staff member if given. @param before an id; returns only older acts. */
export async function newestActs(
  db: AnyQueryable,
  limit: number,
  wanted: {
    readonly before: number | null;
    readonly target?: string | undefined;
    readonly staff?: string | undefined;
  },
): Promise<Selectable<StaffActsTable>[]> {
  const { before, target, staff } = wanted;
  let query = actsOf(db).selectFrom("staff_acts").selectAll().orderBy("id", "desc").limit(limit);
  if (before !== null) query = query.where("id", "<", before);
  if (target !== undefined) query = query.where("target", "=", target);
  if (staff !== undefined) query = query.where("staff", "=", staff);
  return query.execute();
}
