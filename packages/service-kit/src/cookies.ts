import type { FastifyReply } from "fastify";

/** A cookie that only this service reads: scripts cannot read it, and requests of other sites do not send it. */
export interface Cookie {
  /** Begins with `__Host-` or `__Secure-` behind TLS, so that no page without TLS can set it. */
  readonly name: string;
  /** Letters, digits, `_` and `-`. */
  readonly value: string;
  readonly maxAgeSeconds: number;
  /** True sends the cookie only over https, and to the own machine. */
  readonly secure: boolean;
  /** True lets links of other sites send it too, for example an app's request. */
  readonly lax?: boolean;
  /** Path of the calls that get it; all without one. A path of its own rules out the prefix `__Host-`. */
  readonly path?: string;
}

const PLAIN = /^[\w-]+$/;

/** The `set-cookie` value for a cookie. Throws for a name or value that would need escaping. */
function cookieLine({ name, value, maxAgeSeconds, secure, path = "/", lax = false }: Cookie): string {
  if (!PLAIN.test(name) || !PLAIN.test(value)) throw new Error(`the cookie ${name} would need escaping`);
  const line = `${name}=${value}; Max-Age=${Math.floor(maxAgeSeconds)}; Path=${path}; HttpOnly; SameSite=${lax ? "Lax" : "Strict"}`;
  return secure ? `${line}; Secure` : line;
}

/**
 * The value of a cookie in the browser's header; null when there is none of that name.
 *
 * If several have the same name, returns the first, which has the longest path.
 */
export function cookieIn(header: string | string[] | undefined, name: string): string | null {
  if (typeof header !== "string") return null;
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals !== -1 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}

/** The values of the cookies with that name, or with that name, `-` and more letters. In the browser's order. */
export function cookiesIn(header: string | string[] | undefined, name: string): string[] {
  if (typeof header !== "string") return [];
  return header.split(";").flatMap((pair) => {
    const equals = pair.indexOf("=");
    const named = equals === -1 ? "" : pair.slice(0, equals).trim();
    return named === name || named.startsWith(`${name}-`) ? [pair.slice(equals + 1).trim()] : [];
  });
}

/** The cookies of one answer, collected from its handler. */
export interface CookieJar {
  /** A later cookie of the same name replaces an earlier one. */
  put(this: void, cookie: Cookie): void;
  /** Writes them to the answer's headers. @returns the body. */
  givenWith<Body>(this: void, reply: Pick<FastifyReply, "header">, body: Body): Body;
}

export function cookieJar(): CookieJar {
  const cookies = new Map<string, Cookie>();
  return {
    put: (cookie) => void cookies.set(cookie.name, cookie),
    givenWith: (reply, body) => {
      for (const cookie of cookies.values()) void reply.header("set-cookie", cookieLine(cookie));
      return body;
    },
  };
}
