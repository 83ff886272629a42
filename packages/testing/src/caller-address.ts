import { createHash } from "node:crypto";

interface Asked {
  readonly path: string;
  readonly token?: string | undefined;
  /** The body's fields, of any kind. */
  readonly fields?: unknown;
}

/**
 * Returns the network address of a test's call: one for each person, identified by token, name, e-mail
 * address or link. Different people have different addresses.
 */
export function callerAddress({ path, token, fields }: Asked): string {
  const { username, email_address: email, token: link } = Object(fields) as Readonly<Record<string, unknown>>;
  const who = token ?? username ?? email ?? link ?? path;
  return addressFor(typeof who === "string" ? who : JSON.stringify(who));
}

/** Returns a private address, always the same for the same text. */
export function addressFor(who: string): string {
  const [second, third, fourth] = createHash("sha256").update(who).digest();
  return `10.${second}.${third}.${fourth}`;
}
