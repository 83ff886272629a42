import { sql } from "kysely";
import type { AnyQueryable } from "./db.ts";

/** How long a process that is not heard of still counts as being at work: by the database's clock, which all share. */
const LEASE = sql`clock_timestamp() + interval '10 seconds'`;

/** A key that this process holds. */
export interface HeldKey {
  readonly caller: string;
  readonly keyHash: Buffer;
  /** Until when, as the database wrote it: nobody else's hold ends in the same microsecond. */
  readonly held: string;
}

const isHeld = ({ caller, keyHash, held }: HeldKey) =>
  sql`caller = ${caller} and key_hash = ${keyHash} and locked_until = ${held}::timestamptz`;

/**
 * Takes a key that is free: one that nobody used, that was last used until `expired`, or whose process died at the same request.
 *
 * @returns null where it is another's, or its answer is there.
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

/** Goes on to hold a key. @returns it as it is held now; as it was where it is another's by now. */
export async function renewKey(db: AnyQueryable, key: HeldKey): Promise<HeldKey> {
  const { rows } = await sql<{ held: string }>`
    update idempotency_keys set locked_until = ${LEASE} where ${isHeld(key)}
    returning locked_until::text as held`.execute(db);
  return { ...key, held: rows[0]?.held ?? key.held };
}

/** Frees a key that is held still. */
export async function freeKey(db: AnyQueryable, key: HeldKey): Promise<void> {
  await sql`delete from idempotency_keys where ${isHeld(key)}`.execute(db);
}

/** Keeps the answer of a key that is held still. */
export async function keepAnswer(db: AnyQueryable, key: HeldKey, answer: Buffer): Promise<void> {
  await sql`update idempotency_keys set answer = ${answer} where ${isHeld(key)}`.execute(db);
}

/** What is kept of a key: for which request, and the answer where there is one. */
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

/** Drops the keys whose requests began before then. */
export async function pruneKeys(db: AnyQueryable, before: Date): Promise<void> {
  await sql`delete from idempotency_keys where started_at < ${before}`.execute(db);
}

/** Drops every key: what is repeated is done again. */
export async function forgetAnswers(db: AnyQueryable): Promise<void> {
  await sql`delete from idempotency_keys`.execute(db);
}
