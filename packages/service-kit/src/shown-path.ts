import type { FastifyInstance, FastifyRequest } from "fastify";

/** Path parameters that give access to every caller who has them, and fingerprints of machines. */
const SECRET_PARAMETERS: ReadonlySet<string> = new Set(["reference", "code", "key", "token", "machine"]);
const SECRET = "[secret]";

/** For each server, patterns of the beginnings of its paths up to and including a secret. */
const masks = new WeakMap<object, RegExp[]>();

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Patterns that find the secrets in paths of a route, for any spelling of slashes and letters, and any suffix. */
function masksOf(pattern: string): RegExp[] {
  const parts = pattern.split("/").filter((part) => part !== "");
  return parts.flatMap((part, at) => {
    if (!SECRET_PARAMETERS.has(part.replace(/^:/, "")) || !part.startsWith(":")) return [];
    const before = parts.slice(0, at).map((each) => (each.startsWith(":") ? "[^/]+" : literal(each)));
    return new RegExp(`^(/+${before.map((each) => `${each}/+`).join("")})[^/]+`, "i");
  });
}

/** Registers the secrets in the paths of all routes that are added after this call. */
export function watchSecretPaths(app: FastifyInstance): void {
  const known: RegExp[] = [];
  masks.set(app.server, known);
  app.addHook("onRoute", ({ url }) => {
    for (const mask of masksOf(url)) if (!known.some(({ source }) => source === mask.source)) known.push(mask);
  });
}

/** The path without the query, which may contain a secret from a mail. */
export function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? "";
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * An email address, also one that an address of a page has encoded. It begins only after a separator: otherwise the time for a long
 * path without an address grows with the square of its length.
 */
const ADDRESS =
  /(?<![^\s/\\"`<>()[\]{},;:=?&#|])[^\s/\\"`<>()[\]{},;:=?&#|]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu;

/**
 * A path of this server for the log: without its query, and with `[secret]` instead of references, short codes and keys, even
 * when no route matches. Email addresses are `[address]`.
 */
export function maskedPath(app: Pick<FastifyInstance, "server">, url: string): string {
  const path = pathOf(url);
  const known = masks.get(app.server) ?? [];
  const read = path.includes("%") ? path.split("/").map(decoded).join("/") : path;
  const masked = known.reduce((text, mask) => text.replace(mask, `$1${SECRET}`), read);
  return (masked === read ? path : masked).replaceAll(ADDRESS, "[address]");
}

/** A web address or a path in a text. Its protocol begins only at a word, for the same reason. */
const LINK = /(\b\w+:\/\/[^\s/"'`<>()]+)?(\/[^\s"'`<>()]*)/g;
/** Letters and digits mixed, as in tokens and keys. File names of the build are shorter, or end with a known suffix. */
const LONG_SECRET = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}(?![\w-]*(?:\.\w+)*\.(?:js|css|tsx?|map)\b)/g;

/** A text of a browser for the log: paths as in `maskedPath`, and without email addresses, tokens and keys. */
export function maskedText(app: Pick<FastifyInstance, "server">, text: string): string {
  return text
    .replaceAll(LINK, (_link, origin: string | undefined, path: string) => `${origin ?? ""}${maskedPath(app, path)}`)
    .replaceAll(ADDRESS, "[address]")
    .replaceAll(LONG_SECRET, SECRET);
}

/** The path of a request for the log. */
export const shownPath = (request: FastifyRequest): string => maskedPath(request.server, request.url);
