import { holdsInvisible } from "./invisible.ts";

const LOCAL = String.raw`[^\s@<>()\[\]\\,;:"\p{Cc}\p{Cf}]{1,64}`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\-]{0,61}[\p{L}\p{N}])?`;
const ADDRESS = new RegExp(String.raw`^${LOCAL}@(?:${LABEL}\.)+(?!\d+$)${LABEL}$`, "u");

/** Longest address that a mail server takes. */
export const addressLengthMax = 254;

/**
 * True for what can be an e-mail address: a local part without dots at its ends or two in a row, and a domain of at
 * least two labels, without characters that nobody sees. Quoted local parts and bare hosts are legal elsewhere and refused here.
 */
export function isAddress(text: string): boolean {
  if (text.length > addressLengthMax || !ADDRESS.test(text) || holdsInvisible(text)) return false;
  const local = text.slice(0, text.indexOf("@"));
  return !local.startsWith(".") && !local.endsWith(".") && !local.includes("..");
}

/** An address as it is compared: ignoring case, and white space around it. Doing it twice changes nothing. */
export function addressKey(address: string): string {
  return address.trim().normalize("NFC").toLowerCase().normalize("NFC");
}

/** The addresses of a list that is parted by white space, commas or line breaks, in their order (INV-03). */
export function splitAddresses(typed: string): string[] {
  return typed.split(/[\s,]+/u).filter((part) => part !== "");
}

/** The list as it is sent: comma-separated, nothing else between (INV-03). */
export function joinAddresses(addresses: readonly string[]): string {
  return addresses.join(",");
}

/** The same addresses without doubles, case ignored; the first spelling of each stays, in order. */
export function uniqueAddresses(addresses: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const address of addresses) if (!first.has(addressKey(address))) first.set(addressKey(address), address);
  return [...first.values()];
}

/** True when a form may send what was typed: not empty, with an `@` and a dot (EMAIL-01). The service looks closer. */
export function mayBeAddress(typed: string): boolean {
  return typed.includes("@") && typed.includes(".");
}

/** The address so that only its owner recognizes it: `m…@example.com`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return `${String.fromCodePoint(address.codePointAt(0) ?? 0)}…${address.slice(at)}`;
}
