import { type RawBuilder, sql } from "kysely";
import type { AnyQueryable } from "./db.ts";

/** Rows of one statement. Each is a short transaction, so that a large backlog holds no locks and fills no log for long. */
const STEP = 5_000;

/** Deletes the rows of `table` that fulfill the condition, in statements of some thousand rows. @returns their number. */
export async function deleteInSteps(
  db: AnyQueryable,
  table: string,
  condition: RawBuilder<unknown>,
  step = STEP,
): Promise<number> {
  const rows = sql.table(table);
  for (let deleted = 0; ;) {
    // The condition is repeated, because a row may have changed since the inner select: a session may have been prolonged.
    const { numAffectedRows = 0n } = await sql`delete from ${rows}
      where ctid = any(array(select ctid from ${rows} where ${condition} limit ${step})) and ${condition}`.execute(db);
    deleted += Number(numAffectedRows);
    if (Number(numAffectedRows) < step) return deleted;
  }
}
