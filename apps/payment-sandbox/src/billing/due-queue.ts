import type pg from "pg";
import { Unit, type DueKind } from "../store/unit.ts";
import { inTransaction } from "../store/transaction.ts";
import { doDue } from "./renewing.ts";

export interface DueOptions {
  pool: pg.Pool;
  now: () => Date;
  origin: string;
  draftSeconds: number;
}

interface DueRow {
  kind: DueKind;
  ref: string;
  due_at: Date;
  customer_id: string;
}

const NEXT = `
  select kind, ref, due_at, customer_id from sandbox.dues
   where due_at <= $1 order by due_at, sequence limit 1`;

const TAKE = "delete from sandbox.dues where kind = $1 and ref = $2 and due_at = $3";

async function runOne(options: DueOptions): Promise<boolean> {
  return inTransaction(options.pool, async (client) => {
    const { rows } = await client.query<DueRow>(NEXT, [options.now()]);
    const due = rows[0];
    if (!due) return false;
    // Locks the customer first, as every request does. A step that waited for the lock finds the row gone.
    await client.query("select 1 from sandbox.objects where id = $1 for update", [due.customer_id]);
    const taken = await client.query(TAKE, [due.kind, due.ref, due.due_at]);
    if (taken.rowCount === 0) return true;
    // Each step runs at its due time, so that a clock moved by months passes through every period.
    const unit = new Unit(client, { now: Math.floor(due.due_at.getTime() / 1000), origin: options.origin });
    await doDue(unit, due.kind, due.ref, options.draftSeconds);
    await unit.send();
    return true;
  });
}

/** Runs all due steps in the order of time, each in its own transaction. */
export async function runDue(options: DueOptions): Promise<void> {
  while (await runOne(options));
}

/** Whether a step is due. */
export async function hasDue(pool: pg.Pool, now: Date): Promise<boolean> {
  const { rows } = await pool.query("select 1 from sandbox.dues where due_at <= $1 limit 1", [now]);
  return rows.length > 0;
}
