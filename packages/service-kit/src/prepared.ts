import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";
import { sqlState } from "./outage.ts";

/** Maximum number of prepared statements of a connection; others are planned each time. */
const NAMED_MAX = 300;
const SEEN_MAX = 4 * NAMED_MAX;
/** Longer statements, such as the staff's search, are better planned for their actual values. */
const LENGTH_MAX = 4_000;

/** PostgreSQL's error for a plan with a table that has a new column. Under another name, the statement is planned again. */
const STALE_PLAN = "0A000";

/** True when the statement failed only because its prepared plan is outdated; a retry works. */
export const isStalePlan = (error: unknown): boolean =>
  sqlState(error) === STALE_PLAN && error instanceof Error && error.message.includes("cached plan");

/** Names for repeated statements, so that each connection plans them once. */
class StatementNames {
  readonly #names = new Map<string, string>();
  /** Texts that were used once. To name those would only fill the memory of each connection. */
  readonly #seen = new Set<string>();
  #generation = 0;

  /** A statement's name from its second use on. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || text.length > LENGTH_MAX || this.#names.size >= NAMED_MAX) return known;
    if (!this.#seen.delete(text)) {
      if (this.#seen.size > SEEN_MAX) this.#seen.clear();
      this.#seen.add(text);
      return undefined;
    }
    const name = `s${this.#generation}_${createHash("sha256").update(text).digest("base64url").slice(0, 20)}`;
    this.#names.set(text, name);
    return name;
  }

  /** Gives every statement a new name, and so a new plan, after a change of tables. */
  renew(): void {
    this.#names.clear();
    this.#generation++;
  }
}

/** Runs a statement by its prepared plan; plans again if a migration has made the plan outdated. */
async function run(client: pg.PoolClient, names: StatementNames, text: string, values: unknown[]): Promise<unknown> {
  // `begin`, `commit` and the like take one message instead of five.
  if (values.length === 0) return client.query(text);
  const name = names.of(text);
  try {
    return await client.query(name === undefined ? { text, values } : { text, name, values });
  } catch (error) {
    if (name === undefined || !isStalePlan(error)) throw error;
    names.renew();
    // Within a transaction this fails too. Then the first error is thrown, and the transaction must be repeated.
    return client.query(text, values).catch(() => {
      throw error;
    });
  }
}

/** `pool` for Kysely; each connection plans repeated statements once. */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new StatementNames();
  // Kysely makes an object for each client that it has not seen, so a connection is lent as the same client each time.
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const prepared =
        known.get(client) ??
        ({
          query: (text: string, values: readonly unknown[]) => run(client, names, text, [...values]),
          release: (error?: Error | boolean) => client.release(error),
        } as unknown as PostgresPoolClient);
      known.set(client, prepared);
      return prepared;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}
