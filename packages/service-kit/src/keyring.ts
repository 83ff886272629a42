import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Encrypts secrets that must be readable again, such as that of an authenticator, for storage in the database; and signs what is
 * given away and comes back.
 */
export interface Keyring {
  /**
   * Encrypts with the first key. @param place of storage, such as `second factor of <account id>`; unsealing needs the same
   * place.
   */
  seal(plain: string, place: string): string;
  /** @throws CannotUnseal when no key fits, or the text was changed or moved. */
  unseal(sealed: string, place: string): string;
  /**
   * A signature that only this installation can make: the same each time, so that it need not be stored. @param use what it is
   * for, such as `invited address`; a signature for one use is worth nothing for another.
   */
  sign(text: string, use: string): string;
  /** True when one of the keys made the signature. */
  isSigned(signature: string, text: string, use: string): boolean;
  /** True when the first key encrypted it. */
  isCurrent(sealed: string): boolean;
  /** Ids of all keys, the first key's first: 8 hexadecimal digits each. They reveal nothing about the keys. */
  readonly ids: readonly string[];
}

/** A sealed text cannot be decrypted; the message contains no secret. */
export class CannotUnseal extends Error {}

// `v1:<id of the key>:<base64url of nonce, ciphertext and tag>`: AES-256-GCM with the place as additional data.
const SEALED = /^v1:([0-9a-f]{8}):([\w-]+)$/;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface Key {
  readonly id: string;
  readonly bytes: Buffer;
  /** Signs. */
  readonly signing: Buffer;
}

function keyOf(secret: string): Key {
  const derive = (what: string, length: number): Buffer => Buffer.from(hkdfSync("sha256", secret, "", what, length));
  return {
    id: derive("foyer keyring: id", 4).toString("hex"),
    bytes: derive("foyer keyring: key", 32),
    signing: derive("foyer keyring: sign", 32),
  };
}

/** A keyring. @param secrets of at least 32 characters: the first one encrypts, each decrypts what it encrypted. */
export function keyringOf(secrets: readonly [string, ...string[]]): Keyring {
  const first = keyOf(secrets[0]);
  const keys = [first, ...secrets.slice(1).map(keyOf)];
  return {
    ids: [...new Set(keys.map(({ id }) => id))],
    isCurrent: (sealed) => SEALED.exec(sealed)?.[1] === first.id,
    seal: (plain, place) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", first.bytes, nonce).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([nonce, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `v1:${first.id}:${sealed.toString("base64url")}`;
    },
    sign: (text, use) => signatureOf(first, text, use).toString("base64url"),
    isSigned: (signature, text, use) => {
      const given = Buffer.from(signature, "base64url");
      return keys.some((key) => {
        const made = signatureOf(key, text, use);
        return given.length === made.length && timingSafeEqual(given, made);
      });
    },
    unseal: (sealed, place) => {
      const [, id, text = ""] = SEALED.exec(sealed) ?? [];
      if (id === undefined) throw new CannotUnseal("it is not in the sealed form");
      const key = keys.find((one) => one.id === id);
      if (!key) throw new CannotUnseal(`it was encrypted with the key ${id}, which SECRETS_KEY does not have`);
      return opened(key, Buffer.from(text, "base64url"), place);
    },
  };
}

function signatureOf({ signing }: Key, text: string, use: string): Buffer {
  return createHmac("sha256", signing)
    .update(JSON.stringify([use, text]))
    .digest();
}

function opened(key: Key, sealed: Buffer, place: string): string {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key.bytes, sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(place))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    const text = sealed.subarray(NONCE_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
  } catch {
    throw new CannotUnseal("it was changed, or belongs to something else");
  }
}
