import { holdsInvisible } from "./invisible.ts";

const LOCAL = String.raw`[^\s@<>()\[\]\\,;:"\p{Cc}\p{Cf}]{1,64}`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}\-]{0,61}[\p{L}\p{N}\p{M}])?`;
const DOMAIN = String.raw`(?:${LABEL}\.)+(?!\d+$)${LABEL}`;
const ADDRESS = new RegExp(`^${LOCAL}@${DOMAIN}$`, "u");
const IS_DOMAIN = new RegExp(`^${DOMAIN}$`, "u");
const IS_ASCII = /^\p{ASCII}*$/u;

/** Maximum length of an address that mail servers accept. */
export const addressLengthMax = 254;

/**
 * Why a text is refused as an e-mail address.
 *
 * - `invisible`: it contains an invisible character.
 * - `undecodable`: it contains U+FFFD, so its text was read with the wrong encoding.
 * - `not_ascii`: its local part contains a character that many mail servers do not accept.
 */
export type AddressFault = "malformed" | "invisible" | "undecodable" | "not_ascii";

/**
 * Returns why a text is no valid e-mail address, or null. Valid are an ASCII local part without leading, trailing or
 * double dots, and a domain of at least two labels that IDNA accepts. Quoted local parts and bare hosts are refused,
 * although the standard allows them.
 */
export function addressFault(text: string): AddressFault | null {
  const at = text.lastIndexOf("@");
  if (at !== -1 && text.includes("\uFFFD")) return "undecodable";
  if (at !== -1 && (holdsInvisible(text) || /(?! )\s/u.test(text))) return "invisible";
  if (!ADDRESS.test(text)) return "malformed";
  const local = text.slice(0, at);
  if (local.startsWith(".") || local.endsWith(".") || local.includes("..")) return "malformed";
  const domain = asciiDomain(text.slice(at + 1));
  if (domain === null || local.length + 1 + domain.length > addressLengthMax) return "malformed";
  return IS_ASCII.test(local) ? null : "not_ascii";
}

/** True for a valid e-mail address. @see addressFault */
export function isAddress(text: string): boolean {
  return addressFault(text) === null;
}

/**
 * Returns a domain in ASCII and lower case (IDNA, UTS 46), or null if it is none. The URL parser of the runtime
 * converts it, because this package imports nothing.
 *
 * @see https://url.spec.whatwg.org/#idna
 */
function asciiDomain(domain: string): string | null {
  if (!IS_DOMAIN.test(domain)) return null;
  const isPlain = IS_ASCII.test(domain) && !/(^|\.)xn--/i.test(domain);
  const ascii = isPlain ? domain.toLowerCase() : hostOf(domain);
  return ascii !== null && IS_DOMAIN.test(ascii) && ascii.split(".").every(({ length }) => length <= 63) ? ascii : null;
}

function hostOf(domain: string): string | null {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return null;
  }
}

/**
 * Returns an address as it is compared: in lower case, with its domain in ASCII, without surrounding white space. So
 * all spellings of a mailbox have one key. Applying it twice changes nothing.
 */
export function addressKey(address: string): string {
  const typed = address.trim();
  // Normalizing takes time that grows with the square of the length, and no address is so long.
  if (typed.length > 8 * addressLengthMax) return typed.toLowerCase();
  return withAsciiDomain(typed.normalize("NFC").toLowerCase().normalize("NFC"));
}

/** Returns an address as mail servers accept it: its domain in ASCII, its local part unchanged. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = at === -1 ? null : asciiDomain(address.slice(at + 1));
  return domain === null ? address : address.slice(0, at + 1) + domain;
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
