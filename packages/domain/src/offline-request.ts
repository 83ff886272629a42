import { isBlank, isMisleading } from "./invisible.ts";

/** Content of the request code of a device without network. */
export interface OfflineRequest {
  /** The product as the app names it: `TASK`, or `TASK-3`. */
  readonly product: string;
  readonly fingerprint: string;
  readonly name: string | null;
  readonly platform: string | null;
}

export type OfflineRequestFault = "empty" | "too_long" | "cut" | "other_version" | "other_product";

/** Maximum length of a request code, in characters. */
export const REQUEST_CODE_MAX = 2_048;

/** Format of fingerprints. Each app computes its own from properties of the device. */
export const FINGERPRINT = /^[\w-]{16,128}$/;

/** Returns a fingerprint of another product as one of ours: itself if it has our format, else its digest. */
export function foreignFingerprint(text: string, digest: (text: string) => string): string {
  return FINGERPRINT.test(text) ? text : digest(text);
}

/** Maximum lengths of the texts that an app reports about its device. */
export const DEVICE_TEXT_MAX = { name: 64, platform: 32, app_version: 32 } as const;

/** Returns the request code in a text that was scanned: the text itself, or the `code` of a link to the portal's page. */
export function scannedRequestCode(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return text;
  return new URL(text).searchParams.get("code") ?? text;
}

/**
 * Reads a request code: base64url of `{v: 1, product, fingerprint, name, platform}`. White space, as mail programs add it, is ignored.
 *
 * @param products codes of the products that can be activated: `TASK`.
 */
export function readOfflineRequest(
  text: string,
  products: readonly string[],
): { readonly fault: OfflineRequestFault } | { readonly fault: null; readonly request: OfflineRequest } {
  const code = text.replaceAll(/\s/g, "");
  if (code === "") return { fault: "empty" };
  if (code.length > REQUEST_CODE_MAX) return { fault: "too_long" };
  const said = decoded(code);
  if (said === null) return { fault: "cut" };
  if (said["v"] !== 1) return { fault: typeof said["v"] === "number" ? "other_version" : "cut" };
  const { product, fingerprint } = said;
  if (typeof product !== "string" || typeof fingerprint !== "string") return { fault: "cut" };
  const name = textOf(said["name"], DEVICE_TEXT_MAX.name);
  const platform = textOf(said["platform"], DEVICE_TEXT_MAX.platform);
  if (!FINGERPRINT.test(fingerprint) || name === undefined || platform === undefined) return { fault: "cut" };
  if (!products.includes(product.split("-")[0] ?? "")) return { fault: "other_product" };
  return { fault: null, request: { product, fingerprint, name, platform } };
}

function decoded(code: string): Readonly<Record<string, unknown>> | null {
  try {
    const bytes = Uint8Array.from(
      atob(code.replaceAll("-", "+").replaceAll("_", "/")),
      (byte) => byte.codePointAt(0) ?? 0,
    );
    const said: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    // An array passes too, but has none of the fields that are read.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return typeof said === "object" && said !== null ? (said as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Returns the trimmed text; null if it is absent or blank, undefined if it is invalid. */
function textOf(said: unknown, longest: number): string | null | undefined {
  if (said === undefined || said === null) return null;
  if (typeof said !== "string" || Array.from(said.trim()).length > longest || isMisleading(said.trim()))
    return undefined;
  return isBlank(said) ? null : said.trim();
}
