import type { FastifyReply } from "fastify";

/** A cookie that only this service reads: no script sees it, and no request of another site carries it. */
export interface Cookie {
  /** With the prefix `__Host-` where `secure`: then nobody but this very host can set it. */
  readonly name: string;
  /** Letters, digits, `_` and `-`. */
  readonly value: string;
  readonly maxAgeSeconds: number;
  /** Whether it travels over https alone. */
  readonly secure: boolean;
}

const PLAIN = /^[\w-]+$/;

/** The value of `set-cookie` for a cookie. Throws for a name or value that would need escaping. */
function cookieLine({ name, value, maxAgeSeconds, secure }: Cookie): string {
  if (!PLAIN.test(name) || !PLAIN.test(value)) throw new Error(`the cookie ${name} cannot be written as it is`);
  const line = `${name}=${value}; Max-Age=${Math.floor(maxAgeSeconds)}; Path=/; HttpOnly; SameSite=Strict`;
  return secure ? `${line}; Secure` : line;
}

/**
 * The value of a cookie in the header that browsers send; null where there is none of that name.
 *
 * Of several with one name the first counts: it is the one with the longest path.
 */
export function cookieIn(header: string | string[] | undefined, name: string): string | null {
  if (typeof header !== "string") return null;
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals !== -1 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}

/** The cookies of one answer, as its handler puts them in. */
export interface CookieJar {
  /** The last one of a name counts. */
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
