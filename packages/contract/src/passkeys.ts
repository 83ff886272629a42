import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { signedIn } from "./sign-in.ts";
import { id, instant, success, visibleText } from "./wire-values.ts";

// The schemas are those of WebAuthn's JSON methods: the input of `parseCreationOptionsFromJSON` and
// `parseRequestOptionsFromJSON`, and the output of a credential's `toJSON`. Binary fields are base64url.

const text = (longest: number) => z.string().max(longest);
const base64url = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[A-Za-z0-9_-]+$/, "must be base64url");

/** Credential ids have at most 1,023 bytes. */
const credentialId = base64url(1_364);

/** A passkey, for its owner. */
export const passkey = z.object({
  id,
  name: z.string(),
  created: instant,
  /** Null if it was never used. */
  last_used: instant.nullable(),
  /** True if its provider syncs it to other devices. */
  backed_up: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

const descriptor = z.object({
  type: z.literal("public-key"),
  id: z.string(),
  transports: z.array(z.string()),
});

/** Options for the browser to create a passkey. */
export const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
  /** Milliseconds. */
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});
export type CreationOptions = z.infer<typeof creationOptions>;

/** Options for the browser to use a passkey. */
export const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  /** Milliseconds. */
  timeout: z.int(),
  userVerification: z.literal("required"),
  allowCredentials: z.array(descriptor),
});
export type RequestOptions = z.infer<typeof requestOptions>;

const credential = { id: credentialId, rawId: credentialId, type: z.literal("public-key") };

/** The browser's result of creating a passkey. */
export const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_192),
    attestationObject: base64url(32_768),
    transports: z.array(text(32)).max(16).optional(),
  }),
});
export type Registration = z.infer<typeof registration>;

/** The browser's result of using a passkey. */
export const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_192),
    authenticatorData: base64url(8_192),
    signature: base64url(2_048),
    userHandle: text(128).nullish(),
  }),
});
export type Assertion = z.infer<typeof assertion>;

const name = visibleText(64);
const proof = z.object({ password: z.string().optional() });
const misuses = ["passkey.refused", "passkey.challenge_dead", "passkey.unavailable", "rate.limited"] as const;

/** Lists the own passkeys, the oldest first. */
export const listPasskeys = endpoint("listPasskeys", {
  access: "person",
  summary: "List the own passkeys",
  reply: z.object({
    passkeys: z.array(passkey),
    /** Maximum number of passkeys per account. */
    limit: z.int(),
    /** The only origin where passkeys work. Null if they cannot work, because the portal has no host name or no TLS. */
    origin: z.string().nullable(),
    /** Input of the browser's `signalAllAcceptedCredentials`. Absent if passkeys cannot work, and in a previous version. */
    accepted: z.object({ rp_id: z.string(), user_id: z.string(), credential_ids: z.array(z.string()) }).optional(),
  }),
});

/** Starts to create a passkey. The challenge is valid for 5 minutes, in this session. */
export const startPasskey = endpoint("startPasskey", {
  keepsNoKey: true,
  beforeProof: true,
  access: "person",
  summary: "Start to make a passkey",
  body: proof,
  reply: z.object({ options: creationOptions }),
  refusals: ["permission.proof_required", "password.wrong", "limit.reached", "passkey.unavailable", "rate.limited"],
});

/** Adds the passkey that the browser created. */
export const addPasskey = endpoint("addPasskey", {
  beforeProof: true,
  access: "person",
  summary: "Add a passkey",
  body: z.object({ name, credential: registration }),
  reply: success.extend({ passkey }),
  refusals: ["permission.proof_required", "limit.reached", ...misuses],
});

export const renamePasskey = endpoint("renamePasskey", {
  access: "person",
  summary: "Rename an own passkey",
  params: z.object({ passkey: id }),
  body: z.object({ name }),
  reply: success,
  refusals: ["object.not_found"],
});

/** Removes an own passkey. Ends the sessions that it opened, except the calling one. */
export const removePasskey = endpoint("removePasskey", {
  beforeProof: true,
  access: "person",
  summary: "Remove an own passkey",
  params: z.object({ passkey: id }),
  body: proof,
  reply: success.extend({ sessions_ended: z.int() }),
  refusals: ["permission.proof_required", "password.wrong", "object.not_found", "passkey.last_way_in", "rate.limited"],
});

/** Starts a sign-in with a passkey. The challenge is valid for 5 minutes, together with the token. */
export const startPasskeySignIn = endpoint("startPasskeySignIn", {
  keepsNoKey: true,
  access: "open",
  summary: "Start to sign in with a passkey",
  reply: z.object({ challenge_token: z.string(), options: requestOptions }),
  refusals: ["passkey.unavailable", "rate.limited"],
});

/** Opens a session with a passkey, which replaces both the password and the code. */
export const signInByPasskey = endpoint("signInByPasskey", {
  // The challenge works once. A repeat is refused.
  keepsNoKey: true,
  access: "open",
  summary: "Sign in with a passkey",
  body: z.object({ challenge_token: text(100), credential: assertion }),
  reply: signedIn,
  refusals: ["passkey.unknown", "account.closed", "permission.denied", ...misuses],
});

export const startPasskeyProof = endpoint("startPasskeyProof", {
  keepsNoKey: true,
  beforeProof: true,
  access: "person",
  summary: "Start to prove the person by a passkey",
  reply: z.object({ options: requestOptions }),
  refusals: ["passkey.unknown", "passkey.unavailable", "rate.limited"],
});

/** Proves the person by passkey. Calls that require a proof are allowed for five minutes. */
export const proveByPasskey = endpoint("proveByPasskey", {
  keepsNoKey: true,
  beforeProof: true,
  access: "person",
  summary: "Prove the person by a passkey for the next five minutes",
  body: z.object({ credential: assertion }),
  reply: success.extend({ good_for: z.int() }),
  refusals: ["passkey.unknown", ...misuses],
});
