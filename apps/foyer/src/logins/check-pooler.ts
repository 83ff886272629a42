import { randomBytes } from "node:crypto";
import { accountsSchema } from "@foyer/accounts/migrations";
import { sandboxSchema } from "@foyer/payment-sandbox/migrations";
import { purchaseSchema } from "@foyer/purchase/migrations";
import type { Config } from "@foyer/service-kit/config";
import { poolerEntry } from "@foyer/service-kit/database-address";
import { openPool } from "@foyer/service-kit/db";
import type pg from "pg";
import { addressError } from "./try-address.ts";
import { judgeLogin, sentenceOf } from "./judge-login.ts";

const host = { role: "foyer_host", schema: "foyer" } as const;

/** True if the pooler tracks prepared statements: the next transaction may use another connection. */
async function keepsPlans(client: pg.ClientBase): Promise<boolean> {
  const name = `foyer_probe_${randomBytes(6).toString("hex")}`;
  await client.query("begin");
  try {
    await client.query({ name, text: "select 1" });
    const { rowCount } = await client.query("select from pg_prepared_statements where name = $1", [name]);
    return rowCount === 0;
  } finally {
    await client.query("rollback");
  }
}

/**
 * Asks each entry of the pooler whether it acts as its role, and whether its connections can be shared between transactions.
 *
 * @returns one sentence about excess rights of the pooler's login, or null.
 * @throws Error for the operator if the pooler cannot be used.
 */
export async function checkPooler({ databasePoolUrl, sandbox }: Config): Promise<string | null> {
  if (databasePoolUrl === null) return null;
  const acting = [host, accountsSchema, purchaseSchema, ...(sandbox.payments ? [sandboxSchema] : [])];
  let fault: string | null = null;
  for (const { role, schema } of acting) {
    const pooler = poolerEntry(databasePoolUrl, role);
    const pool = openPool({ url: pooler, pooler, role, schema, max: 1 });
    try {
      const client = await pool.connect().catch((error: unknown) => {
        throw addressError("DATABASE_POOL_URL", error);
      });
      try {
        if (!(await keepsPlans(client)))
          throw new Error(
            "DATABASE_POOL_URL: the pooler does not look after prepared statements; PgBouncer does from 1.21 on, with max_prepared_statements = 300",
          );
        const judged = await judgeLogin(client);
        if (judged.powers.length > 0) fault = `DATABASE_POOL_URL: ${sentenceOf(judged)}`;
      } finally {
        client.release();
      }
    } finally {
      await pool.end();
    }
  }
  return fault;
}
