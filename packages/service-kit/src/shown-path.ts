import type { FastifyInstance, FastifyRequest } from "fastify";

/** Parameters of paths that open something for whoever has them. */
const SECRET_PARAMETERS: ReadonlySet<string> = new Set(["reference", "code", "key", "token"]);
const SECRET = "[secret]";

/** Of each server, the beginnings of its paths up to a secret, and the secret. */
const masks = new WeakMap<object, RegExp[]>();

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** What finds the secrets in paths of a route, however its slashes and letters are written, and whatever follows. */
function masksOf(pattern: string): RegExp[] {
  const parts = pattern.split("/").filter((part) => part !== "");
  return parts.flatMap((part, at) => {
    if (!SECRET_PARAMETERS.has(part.replace(/^:/, "")) || !part.startsWith(":")) return [];
    const before = parts.slice(0, at).map((each) => (each.startsWith(":") ? "[^/]+" : literal(each)));
    return new RegExp(`^(/+${before.map((each) => `${each}/+`).join("")})[^/]+`, "i");
  });
}

/** Learns the secrets in the paths of all routes that are added after this. */
export function watchSecretPaths(app: FastifyInstance): void {
  const known: RegExp[] = [];
  masks.set(app.server, known);
  app.addHook("onRoute", ({ url }) => {
    for (const mask of masksOf(url)) if (!known.some(({ source }) => source === mask.source)) known.push(mask);
  });
}

/** The path alone: what stands behind the question mark may be a secret of somebody's mail. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * A path of this server as a log may hold it: without its query, and `[secret]` in the place of references, short codes
 * and keys, also where no route was found for it.
 */
export function maskedPath(app: Pick<FastifyInstance, "server">, url: string): string {
  const path = pathOf(url);
  const known = masks.get(app.server) ?? [];
  const read = path.includes("%") ? path.split("/").map(decoded).join("/") : path;
  const masked = known.reduce((text, mask) => text.replace(mask, `$1${SECRET}`), read);
  return masked === read ? path : masked;
}

/** The path of a request as a log may hold it. */
export const shownPath = (request: FastifyRequest): string => maskedPath(request.server, request.url);
