import { createHash } from "node:crypto";

interface Asked {
  readonly path: string;
  readonly token?: string | undefined;
  /** The body's fields, whatever they are. */
  readonly fields?: unknown;
}

/**
 * The network address that a test's call comes from: one for each person for whom a token, a name, an e-mail address or
 * a link stands. People share none, as at home.
 */
export function callerAddress({ path, token, fields }: Asked): string {
  const { username, email_address: email, token: link } = Object(fields) as Readonly<Record<string, unknown>>;
  const who = token ?? username ?? email ?? link ?? path;
  return addressFor(typeof who === "string" ? who : JSON.stringify(who));
}

/** An address of a private network, the same for the same text. */
export function addressFor(who: string): string {
  const [second, third, fourth] = createHash("sha256").update(who).digest();
  return `10.${second}.${third}.${fourth}`;
}
