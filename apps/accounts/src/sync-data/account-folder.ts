import { createHash } from "node:crypto";

const NAME_LENGTH_MAX = 180;

/**
 * The one name of an account's folder, whatever characters the account name has.
 *
 * Two accounts never share one, and it is never `.`, `..` or a path.
 */
export function accountFolder(username: string): string {
  const encoded = encodeURIComponent(username.toWellFormed()).replaceAll(
    /[.!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  if (encoded.length <= NAME_LENGTH_MAX) return encoded;
  // A tilde is in no encoded name, so that a shortened one meets no other.
  return `${encoded.slice(0, 100)}~${createHash("sha256").update(username).digest("hex")}`;
}

/** Whether that is the path of a file within an account's folder, and leads nowhere else. */
export function isFilePath(path: string): boolean {
  const segments = path.split("/");
  const isOdd = (segment: string): boolean => ["", ".", ".."].includes(segment) || /[\\\p{Cc}]/u.test(segment);
  return segments.length <= 32 && !segments.some((segment) => isOdd(segment) || Buffer.byteLength(segment) > 255);
}
