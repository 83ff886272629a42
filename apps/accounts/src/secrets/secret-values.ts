import { createHmac, hash, randomBytes, randomInt } from "node:crypto";

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Letters and digits that people do not confuse when they type them. */
const TYPED_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

function randomText(letters: string, length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join("");
}

/** A new id: `acc_` and 20 letters and digits. */
export function newId(kind: string): string {
  return `${kind}_${randomText(LETTERS, 20)}`;
}

/** A bearer token of 256 bits. Its prefix names the kind, so that a leaked token can be recognized. */
export function newToken(kind: "at" | "rt" | "su" | "pc" | "br" | "ab" | "pl"): string {
  return `${kind}_${randomBytes(32).toString("base64url")}`;
}

/** The token of a mailed link: 128 bits, so that the link fits into a line of 76 characters. */
export function newMailedToken(): string {
  return `ml_${randomBytes(16).toString("base64url")}`;
}

/** A reference to an invitation, 144 bits. */
export function newReference(): string {
  return randomBytes(18).toString("base64url");
}

/** The code of a short invitation link, 71 bits. */
export function newShortCode(): string {
  return randomText(LETTERS, 12);
}

/** A key that people type: 10 characters, invalid after five wrong tries. */
export function newConfirmKey(): string {
  return randomText(TYPED_LETTERS, 10);
}

/** A code that replaces the authenticator once: two groups of five characters. */
export function newRecoveryCode(): string {
  return `${randomText(TYPED_LETTERS, 5)}-${randomText(TYPED_LETTERS, 5)}`;
}

/** A license key that people type: four groups of five characters, 98 bits. */
export function newLicenseKey(): string {
  return Array.from({ length: 4 }, () => randomText(TYPED_LETTERS, 5)).join("-");
}

/** The stored form of a secret: its SHA-256. Secrets are long and random, so a fast hash is enough. */
export function hashOf(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}

/**
 * The token pair that follows a spent refresh token. Token and seed always give the same pair; neither of them alone reveals it.
 */
export function successorsOf(refreshToken: string, seed: Buffer): { access: string; refresh: string } {
  const derive = (kind: "at" | "rt"): string =>
    `${kind}_${createHmac("sha256", seed).update(`${kind}:${refreshToken}`).digest("base64url")}`;
  return { access: derive("at"), refresh: derive("rt") };
}
