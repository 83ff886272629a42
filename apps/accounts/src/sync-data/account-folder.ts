import { createHash } from "node:crypto";

const NAME_LENGTH_MAX = 180;

/**
 * The folder name of an account, for any characters of the account name.
 *
 * Two accounts never share a name, and it is never `.`, `..` or a path.
 */
export function accountFolder(username: string): string {
  const encoded = encodeURIComponent(username.toWellFormed()).replaceAll(
    /[.!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  if (encoded.length <= NAME_LENGTH_MAX) return encoded;
  // An encoded name never contains a tilde, so a shortened name cannot equal another one.
  return `${encoded.slice(0, 100)}~${createHash("sha256").update(username).digest("hex")}`;
}

/** True for a path of a file inside an account's folder. */
export function isFilePath(path: string): boolean {
  const segments = path.split("/");
  const isOdd = (segment: string): boolean => ["", ".", ".."].includes(segment) || /[\\\p{Cc}]/u.test(segment);
  return segments.length <= 32 && !segments.some((segment) => isOdd(segment) || Buffer.byteLength(segment) > 255);
}
