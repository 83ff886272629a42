import { createHash } from "node:crypto";
import type pg from "pg";
import type { Connection } from "../store/transaction.ts";
import { Refusal } from "../wire/refusal.ts";

export interface ApiAnswer {
  status: number;
  body: object;
  replayed?: boolean;
}

const KEPT_SECONDS = 24 * 3600;

export function requestHash(method: string, path: string, body: string): string {
  return createHash("sha256").update(`${method} ${path}\n${body}`).digest("hex");
}

/** Begins a transaction, and takes the key's lock in the same round trip. */
export function beginWithKey(key: string): string {
  const lock = createHash("sha256").update(`payment-sandbox ${key}`).digest().readBigInt64BE();
  return `begin; select pg_try_advisory_xact_lock(${lock}) as free`;
}

/** The stored answer of this key, or null for a new request. No other request can use the key until the commit. */
export async function storedAnswer(
  db: Connection,
  begun: pg.QueryResult | pg.QueryResult[],
  { key, hash, now }: { key: string; hash: string; now: number },
): Promise<ApiAnswer | null> {
  const lock: { free?: boolean } | undefined = [begun].flat().at(-1)?.rows[0];
  if (!lock?.free) {
    throw new Refusal(409, `There is currently another in-progress request using this Idempotency Key (${key}).`, {
      type: "idempotency_error",
      code: "idempotency_key_in_use",
    });
  }
  const { rows } = await db.query<{ request_hash: string; status: number; response: object }>(
    `select request_hash, status, response from sandbox.idempotency_keys
      where key = $1 and created_at > to_timestamp($2)`,
    [key, now - KEPT_SECONDS],
  );
  const stored = rows[0];
  if (!stored) return null;
  if (stored.request_hash !== hash) {
    throw new Refusal(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: "idempotency_error" },
    );
  }
  return { status: stored.status, body: stored.response, replayed: true };
}

export async function storeAnswer(
  db: Connection,
  key: string,
  hash: string,
  now: number,
  answer: ApiAnswer,
): Promise<void> {
  await db.query(
    `insert into sandbox.idempotency_keys (key, request_hash, status, response, created_at)
     values ($1, $2, $3, $4, to_timestamp($5))
     on conflict (key) do update
       set request_hash = excluded.request_hash, status = excluded.status,
           response = excluded.response, created_at = excluded.created_at`,
    [key, hash, answer.status, JSON.stringify(answer.body), now],
  );
}

/** Deletes expired answers. */
export async function pruneAnswers(db: Connection, now: number): Promise<void> {
  await db.query("delete from sandbox.idempotency_keys where created_at <= to_timestamp($1)", [now - KEPT_SECONDS]);
}
