import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import type { Clock } from "./clock.ts";
import type { AnyDatabase } from "./db.ts";
import { refuse } from "./errors.ts";
import { claimKey, findKept, freeKey, type HeldKey, keepAnswer, renewKey } from "./idempotency-store.ts";

/** A stored answer, which a repeat gets again. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface IdempotentRequest {
  /** The caller; keys of different callers are separate. */
  readonly caller: string;
  readonly key: string;
  /** Method, path and body. */
  readonly request: string;
}

const KEPT_SECONDS = 24 * 3_600;
/** A third of the lease. */
const RENEW_MS = 3_000;

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * An answer may contain tokens, so it is encrypted with a key derived from the request's key, of which the database has only a
 * hash.
 */
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

/** True for an answer that does not depend on the request; the next try runs again. */
const isPassing = (status: number): boolean => status >= 500 || status === 429;

/**
 * Runs `work` once for each caller and key within 24 h; a repeat gets the first answer.
 *
 * Refuses `idempotency.other_body` for the same key with another request, and `idempotency.in_progress` while the first is
 * running. A process renews its lease while it runs, so a crash frees the key within 10 s. A process that was only paused neither
 * frees nor answers a key that another one has taken over.
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
  const key = await claimKey(kysely, { caller: request.caller, keyHash, requestHash }, now, expired);
  if (!key) return { ...(await earlierAnswer(database, request, keyHash, requestHash)), replayed: true };
  const hold = holdKey(database, key);
  let answer: StoredAnswer;
  try {
    answer = await work();
  } catch (error) {
    await freeKey(kysely, await hold.end());
    throw error;
  }
  const held = await hold.end();
  if (isPassing(answer.status)) await freeKey(kysely, held);
  else await keepAnswer(kysely, held, seal(request, answer));
  return { ...answer, replayed: false };
}

/** Renews the lease of a key until `end`, which returns the key with its last lease. */
function holdKey({ kysely }: Pick<AnyDatabase, "kysely">, key: HeldKey): { end(): Promise<HeldKey> } {
  let held = key;
  let renewing: Promise<void> = Promise.resolve();
  const renew = async (): Promise<void> => {
    held = await renewKey(kysely, held);
  };
  const timer = setInterval(() => {
    // An error of the database is left to the work itself.
    renewing = renewing.then(renew).catch(() => undefined);
  }, RENEW_MS);
  timer.unref();
  return {
    end: async () => {
      clearInterval(timer);
      await renewing;
      return held;
    },
  };
}

async function earlierAnswer(
  { kysely }: Pick<AnyDatabase, "kysely">,
  request: IdempotentRequest,
  keyHash: Buffer,
  requestHash: Buffer,
): Promise<StoredAnswer> {
  const held = await findKept(kysely, request.caller, keyHash);
  if (!held) refuse("idempotency.in_progress", { retryAfterSeconds: 1 });
  if (!held.request_hash.equals(requestHash)) refuse("idempotency.other_body");
  if (!held.answer) refuse("idempotency.in_progress", { retryAfterSeconds: 1 });
  return open(request, held.answer);
}
