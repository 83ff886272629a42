import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { promisify } from "node:util";
import type { Clock } from "@foyer/service-kit/clock";
import type { Keyring } from "@foyer/service-kit/keyring";
import type { Kysely } from "kysely";
import type { AccountsTables, Tx } from "../db/schema.ts";
import {
  addSecret,
  addSecretIn,
  type LicenseSecret,
  type NewSecret,
  readAllSecrets,
  readSecrets,
  setSealedSecret,
} from "./license-secret-store.ts";

const generate = promisify(generateKeyPair);
type Db = Kysely<AccountsTables>;
type Kind = LicenseSecret["kind"];

/** The private key that signs files now. */
interface SigningKey {
  readonly kid: string;
  readonly key: KeyObject;
}

/** A public key of files. */
export interface PublicKey {
  readonly kid: string;
  readonly hex: string;
  readonly pem: string;
  readonly from: Date;
  /** When it stopped signing; null while it signs. Files that it signed stay valid. */
  readonly until: Date | null;
}

/** The keys that sign files, and hash fingerprints and the addresses of trials. Each is created when it is first needed. */
export interface LicenseSecrets {
  signingKey(): Promise<SigningKey>;
  publicKeys(): Promise<PublicKey[]>;
  /** Returns the stored form of a fingerprint. */
  hashFingerprint(fingerprint: string): Promise<Buffer>;
  /** Returns the token of an activation by key. It is always the same, so that it need not be stored. */
  activationToken(id: string): Promise<string>;
  /** Returns the function that hashes the addresses of trials. */
  trialHash(): Promise<(text: string) => Buffer>;
}

const placeOf = (id: string): string => `license secret ${id}`;

/** Ed25519 in SubjectPublicKeyInfo and PKCS 8: the key itself is the last 32 bytes. */
const KEY_BYTES = 32;
const SPKI_START = Buffer.from("302a300506032b6570032100", "hex");

async function newSecret(keyring: Keyring, kind: Kind): Promise<NewSecret> {
  const id = randomBytes(12).toString("base64url");
  if (kind === "fingerprint") {
    return { id, kind, public_key: null, sealed: keyring.seal(randomBytes(32).toString("base64url"), placeOf(id)) };
  }
  const { privateKey, publicKey } = await generate("ed25519");
  const hex = publicKey.export({ type: "spki", format: "der" }).subarray(-KEY_BYTES).toString("hex");
  const pkcs8 = privateKey.export({ type: "pkcs8", format: "der" }).toString("base64url");
  return { id, kind, public_key: hex, sealed: keyring.seal(pkcs8, placeOf(id)) };
}

function opened(keyring: Keyring, { id, sealed }: Pick<LicenseSecret, "id" | "sealed">): Buffer | null {
  try {
    return Buffer.from(keyring.unseal(sealed, placeOf(id)), "base64url");
  } catch {
    return null;
  }
}

/** Adds a key that signs files from now on. Files of earlier keys stay valid. */
export async function rotateLicenseKey(db: Db, keyring: Keyring, now: Date): Promise<void> {
  await addSecret(db, await newSecret(keyring, "signing"), now);
}

function publicKeyOf({ id, public_key: hex, created_at: from, retired_at: until }: LicenseSecret): PublicKey {
  const der = Buffer.concat([SPKI_START, Buffer.from(hex ?? "", "hex")]);
  const pem = createPublicKey({ key: der, type: "spki", format: "der" }).export({ type: "spki", format: "pem" });
  return { kid: id, hex: hex ?? "", pem: String(pem), from, until };
}

/** How long secrets are cached, in milliseconds. */
const FRESH_MS = 5_000;

export function licenseSecrets(db: Db, keyring: Keyring, clock: Clock): LicenseSecrets {
  let fingerprintKey: KeyObject | null = null;
  const held = new Map<Kind, { readonly id: string; readonly bytes: Buffer; readonly readAt: number }>();

  /** Returns the secret in use. Creates one if there is none, or none that this installation can decrypt. */
  async function current(kind: Kind, freshMs: number) {
    const known = held.get(kind);
    if (known && performance.now() - known.readAt < freshMs) return known;
    for (let tries = 0; tries < 3; tries += 1) {
      const [first] = await readSecrets(db, kind);
      const bytes = first && first.retired_at === null ? opened(keyring, first) : null;
      if (first && bytes) {
        const read = { id: first.id, bytes, readAt: performance.now() };
        held.set(kind, read);
        return read;
      }
      await addSecret(db, await newSecret(keyring, kind), clock.now(), first?.id ?? null);
    }
    throw new Error(`no ${kind} secret of licenses can be opened`);
  }

  /**
   * Cached without a limit, because the secret is replaced only if it cannot be decrypted. Hashing with a key object takes a
   * fifth of the time.
   */
  const hashSecret = async () =>
    (fingerprintKey ??= createSecretKey((await current("fingerprint", Number.POSITIVE_INFINITY)).bytes));

  return {
    signingKey: async () => {
      const { id, bytes } = await current("signing", FRESH_MS);
      return { kid: id, key: createPrivateKey({ key: bytes, type: "pkcs8", format: "der" }) };
    },
    publicKeys: async () => {
      await current("signing", FRESH_MS);
      return (await readSecrets(db, "signing")).map(publicKeyOf);
    },
    hashFingerprint: async (fingerprint) => hashWith(await hashSecret(), fingerprint),
    activationToken: async (id) => `ak_${hashWith(await hashSecret(), `activation/${id}`).toString("base64url")}`,
    trialHash: async () => {
      const secret = await hashSecret();
      // A fingerprint contains no slash, so hashes of trials, activations and fingerprints never collide.
      return (text) => hashWith(secret, `trial/${text}`);
    },
  };
}

const hashWith = (key: Buffer | KeyObject, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** A fingerprint secret that another installation exported. */
export type OfferedSecret = Pick<LicenseSecret, "id" | "sealed">;

/** How an import hashes fingerprints. */
export interface FingerprintHasher {
  /** Id of the secret in use. Hashes that were made with it are valid here. */
  readonly secretId: string;
  hash(fingerprint: string): Buffer;
}

/**
 * Returns the hasher of this installation. An installation without a secret uses the first offered one that it can decrypt, so
 * that exported hashes stay valid with the same `SECRETS_KEY`.
 */
export async function fingerprintHasher(
  tx: Tx,
  keyring: Keyring,
  offered: readonly OfferedSecret[],
  now: Date,
): Promise<FingerprintHasher> {
  for (let tries = 0; tries < 3; tries += 1) {
    const known = await readSecrets(tx, "fingerprint");
    const first = known.find(({ retired_at: retired }) => retired === null);
    const bytes = first ? opened(keyring, first) : null;
    if (first && bytes) return { secretId: first.id, hash: (fingerprint) => hashWith(bytes, fingerprint) };
    const taken = offered.find(
      (secret) => !known.some(({ id }) => id === secret.id) && opened(keyring, secret) !== null,
    );
    const secret: NewSecret = taken
      ? { id: taken.id, kind: "fingerprint", public_key: null, sealed: taken.sealed }
      : await newSecret(keyring, "fingerprint");
    await addSecretIn(tx, secret, now, first?.id ?? null);
  }
  throw new Error("no fingerprint secret of licenses can be opened");
}

/** Encrypts all secrets of licenses with the first key of the keyring. @returns how many changed. */
export async function resealLicenseSecrets(db: Db, keyring: Keyring): Promise<number> {
  let sealed = 0;
  for (const secret of await readAllSecrets(db)) {
    const plain = keyring.isCurrent(secret.sealed) ? null : opened(keyring, secret);
    if (plain === null) continue;
    await setSealedSecret(db, secret.id, secret.sealed, keyring.seal(plain.toString("base64url"), placeOf(secret.id)));
    sealed += 1;
  }
  return sealed;
}

/** Returns the ids of encryption keys that stored secrets of licenses need and the keyring does not have. */
export async function missingLicenseKeys(db: Db, keyring: Keyring): Promise<string[]> {
  const used = new Set((await readAllSecrets(db)).map(({ sealed }) => sealed.split(":")[1] ?? ""));
  return [...used].filter((id) => !keyring.ids.includes(id)).toSorted();
}
