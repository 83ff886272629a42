import { generateKeyPair, type KeyObject, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { Keyring } from "@foyer/service-kit/keyring";
import type { Kysely } from "kysely";
import type { AccountsTables, Db } from "../db/schema.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { addKeys, readKeys, setSealedKey } from "./key-store.ts";

const generate = promisify(generateKeyPair);

/** A private key in the JOSE format, with its id and algorithm. */
export interface PrivateJwk {
  readonly kid: string;
  readonly alg: string;
  readonly use: "sig";
  readonly kty: string;
  readonly [member: string]: unknown;
}

const placeOf = (kid: string): string => `app key ${kid}`;

async function newKey(keyring: Keyring, algorithm: "RS256" | "EdDSA") {
  const { privateKey } =
    algorithm === "RS256" ? await generate("rsa", { modulusLength: 2_048 }) : await generate("ed25519");
  const id = randomBytes(12).toString("base64url");
  return { id, algorithm, sealed: keyring.seal(JSON.stringify(jwkOf(privateKey, id, algorithm)), placeOf(id)) };
}

function jwkOf(key: KeyObject, kid: string, alg: string): object {
  return { ...key.export({ format: "jwk" }), kid, alg, use: "sig" };
}

/**
 * Adds keys that sign id tokens from now on, one of each algorithm. The earlier keys stay published for 30 days.
 *
 * @param onlyFirst adds none if there are keys.
 */
export async function rotateKeys(
  db: Kysely<AccountsTables>,
  keyring: Keyring,
  now: Date,
  onlyFirst = false,
): Promise<boolean> {
  return addKeys(db, [await newKey(keyring, "RS256"), await newKey(keyring, "EdDSA")], now, onlyFirst);
}

/** Returns the published keys, those that sign first. Keys that the keyring cannot decrypt are left out. */
export async function publishedKeys(db: Kysely<AccountsTables>, keyring: Keyring, now: Date): Promise<PrivateJwk[]> {
  const kept = await readKeys(db);
  const live = kept.filter(({ retired_at: at }) => at === null || at > after(now, -lifetimes.appKey));
  return live.flatMap(({ id, sealed }) => opened(keyring, id, sealed) ?? []);
}

function opened(keyring: Keyring, id: string, sealed: string): PrivateJwk | null {
  try {
    // Only this file stores them.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return JSON.parse(keyring.unseal(sealed, placeOf(id))) as PrivateJwk;
  } catch {
    return null;
  }
}

/** Encrypts all signing keys with the first key of the keyring. @returns how many changed, and how many cannot be decrypted. */
export async function resealAppKeys(
  db: Kysely<AccountsTables>,
  keyring: Keyring,
): Promise<{ sealed: number; unreadable: number }> {
  const outcome = { sealed: 0, unreadable: 0 };
  for (const { id, sealed } of await readKeys(db)) {
    if (keyring.isCurrent(sealed)) continue;
    const plain = opened(keyring, id, sealed);
    if (plain === null) outcome.unreadable++;
    else {
      await setSealedKey(db, id, sealed, keyring.seal(JSON.stringify(plain), placeOf(id)));
      outcome.sealed++;
    }
  }
  return outcome;
}

/** Returns the ids of encryption keys that stored signing keys need and the keyring does not have. */
export async function missingAppKeys(db: Db, keyring: Keyring): Promise<string[]> {
  const rows = await readKeys(db);
  const used = new Set(rows.map(({ sealed }) => sealed.split(":")[1] ?? ""));
  return [...used].filter((id) => !keyring.ids.includes(id)).toSorted();
}
