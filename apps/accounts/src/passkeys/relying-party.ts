import { isIP } from "node:net";
import { refuse } from "@foyer/service-kit/errors";
import { isLoopback } from "@foyer/service-kit/loopback";
import type { Deps } from "../deps.ts";

/** The site of passkeys, and the only origin whose pages can use them. */
export interface RelyingParty {
  /** A host name. */
  readonly id: string;
  readonly origin: string;
}

/**
 * The relying party of the configured origin; null when there can be none. Never uses the host of a request.
 *
 * An IP address cannot be a relying party: for a loopback address it is `localhost` on the same port. An origin without TLS has
 * none, because browsers offer passkeys in secure contexts only.
 */
export function relyingPartyOf(publicOrigin: string): RelyingParty | null {
  const url = new URL(publicOrigin);
  if (isLoopback(url.hostname)) {
    url.hostname = "localhost";
    return { id: "localhost", origin: url.origin };
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return url.protocol === "https:" && isIP(host) === 0 ? { id: host, origin: url.origin } : null;
}

/** The relying party; refuses `passkey.unavailable` when there is none. */
export function requireRelyingParty({ config }: Pick<Deps, "config">): RelyingParty {
  return relyingPartyOf(config.publicOrigin) ?? refuse("passkey.unavailable");
}
