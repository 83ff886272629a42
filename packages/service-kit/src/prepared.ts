import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";

/** Maximum number of prepared statements of a connection; others are planned each time. */
const NAMED_MAX = 300;
/** Longer statements, such as the staff's search, are better planned for their actual values. */
const LENGTH_MAX = 4_000;

/**
 * PostgreSQL's error for a prepared plan with a table that has a new column; the statement is then prepared again under another
 * name.
 */
const STALE_PLAN = "0A000";

/** True when the statement failed only because its prepared plan is outdated; a retry works. */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === STALE_PLAN && error.message.includes("cached plan");
}

/** Names for repeated statements, so that each connection plans them once. */
class StatementNames {
  /** Name of each text; null after its first use. */
  readonly #names = new Map<string, string | null>();
  #named = 0;
  #generation = 0;

  /** A statement's name from its second use on. Statements used once would only fill the memory of each connection. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known) return known;
    if (text.length > LENGTH_MAX || this.#named >= NAMED_MAX) return undefined;
    if (known === undefined) {
      if (this.#names.size > 4 * NAMED_MAX) this.#names.clear();
      this.#names.set(text, null);
      return undefined;
    }
    const hash = createHash("sha256").update(text).digest("base64url").slice(0, 20);
    const name = `s${this.#generation}_${hash}`;
    this.#names.set(text, name);
    this.#named++;
    return name;
  }

  /** Gives every statement a new name, and so a new plan, after a change of tables. */
  renew(): void {
    this.#names.clear();
    this.#named = 0;
    this.#generation++;
  }
}

/** Runs a statement by its prepared plan; plans again if a migration has made the plan outdated. */
async function runNamed(
  client: pg.PoolClient,
  names: StatementNames,
  text: string,
  values: unknown[],
): Promise<unknown> {
  // `begin`, `commit` and the like take one message instead of five.
  if (values.length === 0) return client.query(text);
  const name = names.of(text);
  if (name === undefined) return client.query(text, values);
  try {
    return await client.query({ text, name, values });
  } catch (error) {
    if (!isStalePlan(error)) throw error;
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
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const made = {
      query: (text: string, values: readonly unknown[]) => runNamed(client, names, text, [...values]),
      release: (error?: Error | boolean) => client.release(error),
    } as unknown as PostgresPoolClient;
    wrapped.set(client, made);
    return made;
  };
  return {
    connect: async () => {
      const client = await pool.connect();
      return wrapped.get(client) ?? wrap(client);
    },
    end: () => pool.end(),
    options: pool.options,
  };
}
