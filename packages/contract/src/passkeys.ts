import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { signedIn } from "./sign-in.ts";
import { id, instant, success, visibleText } from "./wire-values.ts";

// The shapes are those of WebAuthn's JSON methods: what `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`
// read, and what `toJSON` of a credential writes. Binary fields are base64url.

const text = (longest: number) => z.string().max(longest);
const base64url = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[A-Za-z0-9_-]+$/, "must be base64url");

/** Credential ids have at most 1,023 bytes. */
const credentialId = base64url(1_364);

/** One passkey of an account, as its owner sees it. */
export const passkey = z.object({
  id,
  name: z.string(),
  created: instant,
  /** Null when it was never used. */
  last_used: instant.nullable(),
  /** Whether its maker keeps a copy that other devices get. */
  backed_up: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

const descriptor = z.object({
  type: z.literal("public-key"),
  id: z.string(),
  transports: z.array(z.string()),
});

/** What the browser needs to make a passkey. */
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

/** What the browser needs to use a passkey. */
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

/** What the browser gives for a passkey that was made. */
export const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_192),
    attestationObject: base64url(32_768),
    transports: z.array(text(32)).max(16).optional(),
  }),
});
export type Registration = z.infer<typeof registration>;

/** What the browser gives for a passkey that was used. */
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
    /** How many an account may have. */
    limit: z.int(),
    /** The only origin at which passkeys work; null where they work nowhere, as the portal has no name or no TLS. */
    origin: z.string().nullable(),
  }),
});

/** Begins to make a passkey: the answer to the challenge is good for 5 minutes, in this session. */
export const startPasskey = endpoint("startPasskey", {
  keepsNoKey: true,
  access: "person",
  summary: "Start to make a passkey",
  body: proof,
  reply: z.object({ options: creationOptions }),
  refusals: ["permission.proof_required", "password.wrong", "limit.reached", "passkey.unavailable", "rate.limited"],
});

/** Adds the passkey that the browser made. */
export const addPasskey = endpoint("addPasskey", {
  access: "person",
  summary: "Add a passkey",
  body: z.object({ name, credential: registration }),
  reply: success.extend({ passkey }),
  refusals: ["permission.proof_required", "limit.reached", ...misuses],
});

/** Gives an own passkey another name. */
export const renamePasskey = endpoint("renamePasskey", {
  access: "person",
  summary: "Rename an own passkey",
  params: z.object({ passkey: id }),
  body: z.object({ name }),
  reply: success,
  refusals: ["object.not_found"],
});

/** Removes an own passkey; the sessions that it opened end, but for the one that asks. */
export const removePasskey = endpoint("removePasskey", {
  access: "person",
  summary: "Remove an own passkey",
  params: z.object({ passkey: id }),
  body: proof,
  reply: success.extend({ sessions_ended: z.int() }),
  refusals: ["permission.proof_required", "password.wrong", "object.not_found", "passkey.last_way_in", "rate.limited"],
});

/** Begins a sign-in by passkey: the answer to the challenge is good for 5 minutes, beside the token. */
export const startPasskeySignIn = endpoint("startPasskeySignIn", {
  keepsNoKey: true,
  access: "open",
  summary: "Start to sign in with a passkey",
  reply: z.object({ challenge_token: z.string(), options: requestOptions }),
  refusals: ["passkey.unavailable", "rate.limited"],
});

/** Opens a session by a passkey, which stands for the password and the code. */
export const signInByPasskey = endpoint("signInByPasskey", {
  // The challenge works once; a repeat is told so.
  keepsNoKey: true,
  access: "open",
  summary: "Sign in with a passkey",
  body: z.object({ challenge_token: text(100), credential: assertion }),
  reply: signedIn,
  refusals: ["passkey.unknown", "account.closed", ...misuses],
});

/** Begins to prove with a passkey that it is still the same person. */
export const startPasskeyProof = endpoint("startPasskeyProof", {
  keepsNoKey: true,
  access: "person",
  summary: "Start to prove the person by a passkey",
  reply: z.object({ options: requestOptions }),
  refusals: ["passkey.unknown", "passkey.unavailable", "rate.limited"],
});

/** Proves with a passkey that it is still the same person: for five minutes, calls that ask for a proof go through. */
export const proveByPasskey = endpoint("proveByPasskey", {
  keepsNoKey: true,
  access: "person",
  summary: "Prove the person by a passkey for the next five minutes",
  body: z.object({ credential: assertion }),
  reply: success.extend({ good_for: z.int() }),
  refusals: ["passkey.unknown", ...misuses],
});
