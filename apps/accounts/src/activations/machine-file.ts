import { createCipheriv, createHash, type KeyObject, randomBytes, sign } from "node:crypto";
import { instantOf } from "@foyer/contract/wire-values";

// The format of Keygen's machine files, which its clients read: https://keygen.sh/docs/api/cryptography/#machine-files

/** The content of a file. */
export interface MachineFile {
  readonly id: string;
  readonly fingerprint: string;
  readonly name: string | null;
  readonly platform: string | null;
  readonly license: {
    readonly id: string;
    readonly key: string | null;
    readonly paidUntil: Date | null;
    readonly productId: string;
    /** Null for an activation by key. */
    readonly username: string | null;
    readonly seats: number;
  };
  readonly issued: Date;
  readonly expiry: Date;
}

export interface SigningWith {
  readonly kid: string;
  readonly key: KeyObject;
}

const LINE = 60;

/** Returns the payload in JSON:API. */
function payloadOf({ license, issued, expiry, ...machine }: MachineFile, kid: string): string {
  const ttl = Math.max(0, Math.floor(expiry.getTime() / 1_000) - Math.floor(issued.getTime() / 1_000));
  return JSON.stringify({
    data: {
      id: machine.id,
      type: "machines",
      attributes: { fingerprint: machine.fingerprint, name: machine.name, platform: machine.platform },
      relationships: { license: { data: { type: "licenses", id: license.id } } },
    },
    included: [
      {
        id: license.id,
        type: "licenses",
        attributes: {
          key: license.key,
          expiry: license.paidUntil && instantOf(license.paidUntil),
          metadata: {
            product_id: license.productId,
            registration_id: license.id,
            username: license.username,
            seats: license.seats,
          },
        },
      },
    ],
    meta: { issued: instantOf(issued), expiry: instantOf(expiry), ttl, kid },
  });
}

/** Returns ciphertext, nonce and tag. The key is derived from license key and fingerprint. */
function encrypted(payload: string, licenseKey: string, fingerprint: string): string {
  const key = createHash("sha256").update(`${licenseKey}${fingerprint}`).digest();
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const text = Buffer.concat([cipher.update(payload, "utf8"), cipher.final()]);
  return [text, nonce, cipher.getAuthTag()].map((part) => part.toString("base64")).join(".");
}

/** Writes and signs a file. @param secret the license's key, which encrypts it; null leaves it readable. */
export function writeMachineFile(file: MachineFile, { kid, key }: SigningWith, secret: string | null): string {
  const payload = payloadOf(file, kid);
  const enc = secret === null ? Buffer.from(payload).toString("base64") : encrypted(payload, secret, file.fingerprint);
  const sig = sign(null, Buffer.from(`machine/${enc}`), key).toString("base64");
  const alg = secret === null ? "base64+ed25519" : "aes-256-gcm+ed25519";
  const body = Buffer.from(JSON.stringify({ enc, sig, alg })).toString("base64");
  const lines = body.match(new RegExp(`.{1,${LINE}}`, "g")) ?? [];
  return ["-----BEGIN MACHINE FILE-----", ...lines, "-----END MACHINE FILE-----", ""].join("\n");
}
