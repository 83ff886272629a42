import { sql } from "kysely";
import type { Db } from "../db/schema.ts";
import { after, lifetimes } from "../lifetimes.ts";

/** Rows of a kind in one statement: it takes a moment, so that nobody waits behind it. */
const AT_ONCE = 5_000;
const STATEMENTS = 20;

/** Drops what has been in the records for as long as it is kept, some at a time; the rest has its turn with the next sweep. */
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
