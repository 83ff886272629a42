import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Without the letters and digits that are taken for each other when they are typed. */
const TYPED_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

function randomText(letters: string, length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join("");
}

/** A new id: `acc_` and 20 letters and digits. */
export function newId(kind: string): string {
  return `${kind}_${randomText(LETTERS, 20)}`;
}

/** A bearer token of 256 bits; the tag says what it is good for, so that a leaked one is recognized. */
export function newToken(kind: "at" | "rt" | "su" | "ml" | "pc" | "br"): string {
  return `${kind}_${randomBytes(32).toString("base64url")}`;
}

/** A reference to an invitation, 144 bits. */
export function newReference(): string {
  return randomBytes(18).toString("base64url");
}

/** The code in a short invitation link, 71 bits. */
export function newShortCode(): string {
  return randomText(LETTERS, 12);
}

/** A key that a person may have to type: 10 characters, dead after five wrong tries. */
export function newConfirmKey(): string {
  return randomText(TYPED_LETTERS, 10);
}

/** A code that replaces the authenticator once: two groups of five. */
export function newRecoveryCode(): string {
  return `${randomText(TYPED_LETTERS, 5)}-${randomText(TYPED_LETTERS, 5)}`;
}

/** A license key that a person may have to type: four groups of five, 98 bits. */
export function newLicenseKey(): string {
  return Array.from({ length: 4 }, () => randomText(TYPED_LETTERS, 5)).join("-");
}

/** What is kept of a secret: its SHA-256. Secrets are random and long, so that a fast hash is enough. */
export function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** The pair that follows a spent refresh token. From the token and the seed it is always the same; from one of them nobody can tell it. */
export function successorsOf(refreshToken: string, seed: Buffer): { access: string; refresh: string } {
  const derive = (kind: "at" | "rt"): string =>
    `${kind}_${createHmac("sha256", seed).update(`${kind}:${refreshToken}`).digest("base64url")}`;
  return { access: derive("at"), refresh: derive("rt") };
}
