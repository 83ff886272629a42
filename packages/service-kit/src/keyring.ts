import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts secrets that must be readable again, such as that of an authenticator, for storage in the database. */
export interface Keyring {
  /**
   * Encrypts with the first key. @param place of storage, such as `second factor of <account id>`; unsealing needs the same
   * place.
   */
  seal(plain: string, place: string): string;
  /** @throws CannotUnseal when no key fits, or the text was changed or moved. */
  unseal(sealed: string, place: string): string;
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
}

function keyOf(secret: string): Key {
  const derive = (what: string, length: number): Buffer => Buffer.from(hkdfSync("sha256", secret, "", what, length));
  return { id: derive("foyer keyring: id", 4).toString("hex"), bytes: derive("foyer keyring: key", 32) };
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
    unseal: (sealed, place) => {
      const [, id, text = ""] = SEALED.exec(sealed) ?? [];
      if (id === undefined) throw new CannotUnseal("it is not in the sealed form");
      const key = keys.find((one) => one.id === id);
      if (!key) throw new CannotUnseal(`it was encrypted with the key ${id}, which SECRETS_KEY does not have`);
      return opened(key, Buffer.from(text, "base64url"), place);
    },
  };
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
