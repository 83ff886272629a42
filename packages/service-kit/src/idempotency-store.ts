import { deleteInSteps } from "./prune-store.ts";
import { sql } from "kysely";
import type { AnyQueryable } from "./db.ts";

/** Lease of a key, by the database's clock, which all instances share: a process that does not renew it counts as dead. */
const LEASE = sql`clock_timestamp() + interval '10 seconds'`;

/** A key that this process holds. */
export interface HeldKey {
  readonly caller: string;
  readonly keyHash: Buffer;
  /** End of the lease as the database wrote it. It identifies the lease, because no two end in the same microsecond. */
  readonly held: string;
}

const isHeld = ({ caller, keyHash, held }: HeldKey) =>
  sql`caller = ${caller} and key_hash = ${keyHash} and locked_until = ${held}::timestamptz`;

/**
 * Claims a free key: one that is unused, was last used before `expired`, or belongs to a dead process with the same request.
 *
 * @returns null when another process holds it, or its answer is stored.
 */
export async function claimKey(
  db: AnyQueryable,
  claim: { readonly caller: string; readonly keyHash: Buffer; readonly requestHash: Buffer },
  now: Date,
  expired: Date,
): Promise<HeldKey | null> {
  const { caller, keyHash, requestHash } = claim;
  const { rows } = await sql<{ held: string }>`
    insert into idempotency_keys as held (caller, key_hash, request_hash, started_at, locked_until)
    values (${caller}, ${keyHash}, ${requestHash}, ${now}, ${LEASE})
    on conflict (caller, key_hash) do update
      set request_hash = excluded.request_hash, started_at = excluded.started_at,
          locked_until = excluded.locked_until, answer = null
      where held.started_at <= ${expired}
         or (held.answer is null and held.locked_until <= clock_timestamp() and held.request_hash = excluded.request_hash)
    returning locked_until::text as held`.execute(db);
  const [row] = rows;
  return row ? { caller, keyHash, held: row.held } : null;
}

/** Renews the lease of a key. @returns the renewed key, or the given one when another process holds it now. */
export async function renewKey(db: AnyQueryable, key: HeldKey): Promise<HeldKey> {
  const { rows } = await sql<{ held: string }>`
    update idempotency_keys set locked_until = ${LEASE} where ${isHeld(key)}
    returning locked_until::text as held`.execute(db);
  return { ...key, held: rows[0]?.held ?? key.held };
}

/** Deletes a key if this process still holds it. */
export async function freeKey(db: AnyQueryable, key: HeldKey): Promise<void> {
  await sql`delete from idempotency_keys where ${isHeld(key)}`.execute(db);
}

/** Stores the answer of a key if this process still holds it. */
export async function keepAnswer(db: AnyQueryable, key: HeldKey, answer: Buffer): Promise<void> {
  await sql`update idempotency_keys set answer = ${answer} where ${isHeld(key)}`.execute(db);
}

/** The stored request hash of a key, and its answer if there is one. */
export async function findKept(
  db: AnyQueryable,
  caller: string,
  keyHash: Buffer,
): Promise<{ readonly request_hash: Buffer; readonly answer: Buffer | null } | null> {
  const { rows } = await sql<{ request_hash: Buffer; answer: Buffer | null }>`
    select request_hash, answer from idempotency_keys
    where caller = ${caller} and key_hash = ${keyHash}`.execute(db);
  return rows[0] ?? null;
}

/** Deletes the keys of requests that began before that time. */
export async function pruneKeys(db: AnyQueryable, before: Date): Promise<void> {
  await deleteInSteps(db, "idempotency_keys", sql`started_at < ${before}`);
}

/** Deletes all keys, so that repeated requests run again. */
export async function forgetAnswers(db: AnyQueryable): Promise<void> {
  await sql`delete from idempotency_keys`.execute(db);
}
