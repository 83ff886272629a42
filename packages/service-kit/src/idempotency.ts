import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Clock } from "./clock.ts";
import type { AnyDatabase } from "./db.ts";
import { refuse } from "./errors.ts";

/** What was answered: kept so that a repeat gets the same. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface IdempotentRequest {
  /** Who asks: keys of different callers never meet. */
  readonly caller: string;
  readonly key: string;
  /** Method, path and body. */
  readonly request: string;
}

const KEPT_SECONDS = 24 * 3_600;
/** How long a process that is not heard of still counts as being at work: by the database's clock, which all share. */
const LEASE = sql`clock_timestamp() + interval '10 seconds'`;
const RENEW_MS = 3_000;

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** An answer may hold tokens: it is sealed with the request's own key, of which we keep only a hash. */
function sealingKey(request: IdempotentRequest): Buffer {
  return Buffer.from(hkdfSync("sha256", request.key, request.caller, "foyer idempotent answer", 32));
}

function seal(request: IdempotentRequest, answer: StoredAnswer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", sealingKey(request), nonce);
  return Buffer.concat([nonce, cipher.update(JSON.stringify(answer)), cipher.final(), cipher.getAuthTag()]);
}

function open(request: IdempotentRequest, sealed: Buffer): StoredAnswer {
  const decipher = createDecipheriv("aes-256-gcm", sealingKey(request), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
  return JSON.parse(text.toString()) as StoredAnswer;
}

/** An answer that says nothing lasting about the request: the next try is worked on anew. */
const isPassing = (status: number): boolean => status >= 500 || status === 429;

/**
 * Runs `work` once for each caller and key within 24 h; a repeat gets the first answer.
 *
 * The same key with another request refuses `idempotency.other_body`; while the first is at work, `idempotency.in_progress`.
 * A process that died at work frees the key within 10 s: while it lives, it renews its hold. One that was only paused
 * neither frees nor answers for a key that was taken over meanwhile.
 */
export async function answerOnce(
  database: Pick<AnyDatabase, "kysely">,
  clock: Clock,
  request: IdempotentRequest,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer & { replayed: boolean }> {
  const { kysely } = database;
  const keyHash = sha256(request.key);
  const requestHash = sha256(request.request);
  const now = clock.now();
  const expired = new Date(now.getTime() - KEPT_SECONDS * 1_000);
  const claimed = await sql<{ held: string }>`
    insert into idempotency_keys as held (caller, key_hash, request_hash, started_at, locked_until)
    values (${request.caller}, ${keyHash}, ${requestHash}, ${now}, ${LEASE})
    on conflict (caller, key_hash) do update
      set request_hash = excluded.request_hash, started_at = excluded.started_at,
          locked_until = excluded.locked_until, answer = null
      where held.started_at <= ${expired}
         or (held.answer is null and held.locked_until <= clock_timestamp() and held.request_hash = excluded.request_hash)
    returning locked_until::text as held`.execute(kysely);
  const [claim] = claimed.rows;
  if (!claim) return { ...(await earlierAnswer(database, request, keyHash, requestHash)), replayed: true };
  const hold = holdKey(database, { caller: request.caller, keyHash, held: claim.held });
  let answer: StoredAnswer;
  try {
    answer = await work();
  } catch (error) {
    await sql`delete from idempotency_keys where ${await hold.end()}`.execute(kysely);
    throw error;
  }
  const isHeld = await hold.end();
  if (isPassing(answer.status)) await sql`delete from idempotency_keys where ${isHeld}`.execute(kysely);
  else await sql`update idempotency_keys set answer = ${seal(request, answer)} where ${isHeld}`.execute(kysely);
  return { ...answer, replayed: false };
}

interface HeldKey {
  readonly caller: string;
  readonly keyHash: Buffer;
  /** Until when, as the database wrote it: nobody else's hold ends in the same microsecond. */
  readonly held: string;
}

/** Holds a key as long as this process lives; `end` gives the condition that it is held still. */
function holdKey({ kysely }: Pick<AnyDatabase, "kysely">, key: HeldKey): { end(): Promise<RawBuilder<unknown>> } {
  let { held } = key;
  const isHeld = (): RawBuilder<unknown> =>
    sql`caller = ${key.caller} and key_hash = ${key.keyHash} and locked_until = ${held}::timestamptz`;
  let renewing: Promise<void> = Promise.resolve();
  const renew = async (): Promise<void> => {
    const { rows } = await sql<{ held: string }>`
      update idempotency_keys set locked_until = ${LEASE} where ${isHeld()}
      returning locked_until::text as held`.execute(kysely);
    held = rows[0]?.held ?? held;
  };
  const timer = setInterval(() => {
    // Where the database does not answer, the work itself finds out.
    renewing = renewing.then(renew).catch(() => undefined);
  }, RENEW_MS);
  timer.unref();
  return {
    end: async () => {
      clearInterval(timer);
      await renewing;
      return isHeld();
    },
  };
}

async function earlierAnswer(
  { kysely }: Pick<AnyDatabase, "kysely">,
  request: IdempotentRequest,
  keyHash: Buffer,
  requestHash: Buffer,
): Promise<StoredAnswer> {
  const { rows } = await sql<{ request_hash: Buffer; answer: Buffer | null }>`
    select request_hash, answer from idempotency_keys
    where caller = ${request.caller} and key_hash = ${keyHash}`.execute(kysely);
  const held = rows[0];
  if (!held) refuse("idempotency.in_progress", { retryAfterSeconds: 1 });
  if (!held.request_hash.equals(requestHash)) refuse("idempotency.other_body");
  if (!held.answer) refuse("idempotency.in_progress", { retryAfterSeconds: 1 });
  return open(request, held.answer);
}
