import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { Assertion, Registration } from "@foyer/contract/passkeys";

/** Values that replace those of a correct browser and authenticator. */
export interface Overrides {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** True when the device verified the person. */
  readonly verified?: boolean;
  readonly count?: number;
  readonly userHandle?: string;
  /** Flips a bit of the signature. */
  readonly forged?: boolean;
}

/** An authenticator in software: creates real ES256 passkeys without attestation and signs with them. */
export interface SoftwareAuthenticator {
  readonly credentialId: string;
  /** Answers creation options. */
  register(
    options: { readonly challenge: string; readonly user: { readonly id: string } },
    overrides?: Overrides,
  ): Registration;
  /** Answers request options; increases the count by one, unless `count` is given. */
  sign(options: { readonly challenge: string }, overrides?: Overrides): Assertion;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const BACKED_UP = 0x18;
const HAS_KEY = 0x40;

/**
 * Creates an authenticator. @param origin of the page that asks. @param counts false for one that does not count its signatures,
 * which is common.
 */
export function softwareAuthenticator(origin: string, counts = true): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const credentialId = id.toString("base64url");
  const credential = { id: credentialId, rawId: credentialId, type: "public-key" } as const;
  const truth = { origin, rpId: new URL(origin).hostname };
  let count = 0;
  let userHandle = "";
  return {
    credentialId,
    register: ({ challenge, user }, overrides = {}) => {
      userHandle = user.id;
      const all = { ...truth, challenge, count, ...overrides };
      const attestationObject = bareAttestation(authenticatorData(all, attested(id, publicKey)));
      const clientDataJSON = clientData("webauthn.create", all);
      return {
        ...credential,
        response: {
          clientDataJSON: clientDataJSON.toString("base64url"),
          attestationObject: attestationObject.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    sign: ({ challenge }, overrides = {}) => {
      if (counts && overrides.count === undefined) count += 1;
      const all = { ...truth, challenge, count, userHandle, ...overrides };
      const data = authenticatorData(all);
      const clientDataJSON = clientData("webauthn.get", all);
      const signature = sign("sha256", Buffer.concat([data, sha256(clientDataJSON)]), privateKey);
      if (overrides.forged) signature.writeUInt8(signature.readUInt8(signature.length - 1) ^ 1, signature.length - 1);
      return {
        ...credential,
        response: {
          clientDataJSON: clientDataJSON.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: all.userHandle,
        },
      };
    },
  };
}

type AuthenticatorValues = Overrides & {
  readonly origin: string;
  readonly rpId: string;
  readonly challenge: string;
  readonly count: number;
};

function clientData(type: string, { challenge, origin }: AuthenticatorValues): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin }));
}

/** @param key of a new passkey. */
function authenticatorData({ rpId, verified, count }: AuthenticatorValues, key?: Buffer): Buffer {
  const flags = PRESENT | (verified === false ? 0 : VERIFIED) | BACKED_UP | (key ? HAS_KEY : 0);
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(count);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted, key ?? Buffer.alloc(0)]);
}

/** Attested credential data: a zero AAGUID, the credential's id and its key. */
function attested(id: Buffer, publicKey: KeyObject): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  return Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)]);
}

function bareAttestation(data: Buffer): Buffer {
  return map([text("fmt"), text("none")], [text("attStmt"), map()], [text("authData"), bytes(data)]);
}

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();

/** The public key in COSE form: EC2, ES256, P-256, x, y. */
function coseOf(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return map(
    [int(1), int(2)],
    [int(3), int(-7)],
    [int(-1), int(1)],
    [int(-2), bytes(Buffer.from(x, "base64url"))],
    [int(-3), bytes(Buffer.from(y, "base64url"))],
  );
}

/** Head of a CBOR item: its major type, and a number below 65,536. */
function head(major: number, value: number): Buffer {
  const type = major << 5;
  if (value < 24) return Buffer.from([type | value]);
  return value < 256 ? Buffer.from([type | 24, value]) : Buffer.from([type | 25, value >> 8, value & 255]);
}

const int = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (...pairs: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()]);
