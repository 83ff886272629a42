import type pg from "pg";

/** What a person can make happen once: the next payment is declined, the next event is never sent. */
export type NextTime = "decline_payment" | "lose_webhook";

export const NEXT_TIMES: readonly NextTime[] = ["decline_payment", "lose_webhook"];

type Db = Pick<pg.Pool, "query">;

const nameOf = (what: NextTime): string => `next_${what}`;

/** Asks for it once more, or takes back what was asked for. */
export async function askNextTime(db: Db, what: NextTime, isWanted: boolean): Promise<void> {
  await db.query(
    `insert into sandbox.controls (name, value) values ($1, to_jsonb($2::int))
     on conflict (name) do update set value = case when $2 = 0 then to_jsonb(0) else to_jsonb(least(9, (controls.value)::int + 1)) end`,
    [nameOf(what), isWanted ? 1 : 0],
  );
}

/** Whether it is to happen now. Counts it in the caller's transaction, so that it happens once. */
export async function takeNextTime(db: Db, what: NextTime): Promise<boolean> {
  const { rowCount } = await db.query(
    "update sandbox.controls set value = to_jsonb((value)::int - 1) where name = $1 and (value)::int > 0",
    [nameOf(what)],
  );
  return rowCount === 1;
}

/** How many times each is still to happen. */
export async function readNextTimes(db: Db): Promise<Record<NextTime, number>> {
  const { rows } = await db.query<{ name: string; value: number }>(
    "select name, value from sandbox.controls where name = any($1)",
    [NEXT_TIMES.map(nameOf)],
  );
  const timesOf = (what: NextTime) => rows.find(({ name }) => name === nameOf(what))?.value ?? 0;
  return { decline_payment: timesOf("decline_payment"), lose_webhook: timesOf("lose_webhook") };
}
