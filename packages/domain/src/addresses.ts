import { holdsInvisible } from "./invisible.ts";

const LOCAL = String.raw`[^\s@<>()\[\]\\,;:"\p{Cc}\p{Cf}]{1,64}`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\-]{0,61}[\p{L}\p{N}])?`;
const ADDRESS = new RegExp(String.raw`^${LOCAL}@(?:${LABEL}\.)+(?!\d+$)${LABEL}$`, "u");

/** Maximum length of an address that mail servers accept. */
export const addressLengthMax = 254;

/**
 * True for a valid e-mail address: a local part without leading, trailing or double dots, and a domain of at
 * least two labels, without invisible characters. Quoted local parts and bare hosts are refused, although the
 * standard allows them.
 */
export function isAddress(text: string): boolean {
  if (text.length > addressLengthMax || !ADDRESS.test(text) || holdsInvisible(text)) return false;
  const local = text.slice(0, text.indexOf("@"));
  return !local.startsWith(".") && !local.endsWith(".") && !local.includes("..");
}

/**
 * Returns an address as it is compared: in lower case, without surrounding white space. Applying it twice
 * changes nothing.
 */
export function addressKey(address: string): string {
  return address.trim().normalize("NFC").toLowerCase().normalize("NFC");
}

/** Splits a list at white space, commas or line breaks, in order (INV-03). */
export function splitAddresses(typed: string): string[] {
  return typed.split(/[\s,]+/u).filter((part) => part !== "");
}

/** Joins a list for sending: comma-separated, without spaces (INV-03). */
export function joinAddresses(addresses: readonly string[]): string {
  return addresses.join(",");
}

/** Removes duplicates, ignoring case. Keeps the first spelling of each, in order. */
export function uniqueAddresses(addresses: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const address of addresses) if (!first.has(addressKey(address))) first.set(addressKey(address), address);
  return [...first.values()];
}

/** True if a form may send the text: it has an `@` and a dot (EMAIL-01). The service checks more. */
export function mayBeAddress(typed: string): boolean {
  return typed.includes("@") && typed.includes(".");
}

/** Returns the address masked, so that only its owner recognizes it: `m…@example.com`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return `${String.fromCodePoint(address.codePointAt(0) ?? 0)}…${address.slice(at)}`;
}
