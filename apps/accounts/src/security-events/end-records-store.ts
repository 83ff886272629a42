import { sql } from "kysely";
import type { Db } from "../db/schema.ts";
import { after, lifetimes } from "../lifetimes.ts";

/** Maximum number of rows that one statement deletes, so that other statements do not wait long. */
const AT_ONCE = 5_000;
const STATEMENTS = 20;

/**
 * Deletes events whose retention is over, in small steps. The next sweep deletes the rest. @returns the number of deleted rows.
 */
export async function endRecords(db: Db, now: Date): Promise<number> {
  const passing = after(now, -lifetimes.passingEvents);
  const licenses = after(now, -lifetimes.licenseEvents);
  let ended = 0;
  for (let n = 0; n < STATEMENTS; n++) {
    const { rows } = await sql<{ n: number }>`
      select end_of_records(${passing}::timestamptz, ${licenses}::timestamptz, ${AT_ONCE}::integer) as n`.execute(db);
    const these = rows[0]?.n ?? 0;
    ended += these;
    if (these < AT_ONCE) break;
  }
  return ended;
}
