import { isIP } from "node:net";
import { refuse } from "@foyer/service-kit/errors";
import { isLoopback } from "@foyer/service-kit/loopback";
import type { Deps } from "../deps.ts";

/** For whom authenticators make passkeys, and the one origin whose pages may ask for them. */
export interface RelyingParty {
  /** A host name. */
  readonly id: string;
  readonly origin: string;
}

/**
 * The relying party of the configured origin; what a request says of its host is never looked at.
 *
 * An IP address cannot be one: for an address of this machine it is `localhost` on the same port, otherwise there is none.
 * Nor is there one without TLS, as browsers offer passkeys in secure contexts only.
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

/** Refuses `passkey.unavailable` where there is none. */
export function requireRelyingParty({ config }: Pick<Deps, "config">): RelyingParty {
  return relyingPartyOf(config.publicOrigin) ?? refuse("passkey.unavailable");
}
