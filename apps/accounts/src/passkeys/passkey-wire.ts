import type { Passkey, RequestOptions } from "@foyer/contract/passkeys";
import { instantOf } from "@foyer/contract/wire-values";
import { lifetimes } from "../lifetimes.ts";
import type { PasskeyRow } from "../stores/passkey-store.ts";
import type { RelyingParty } from "./relying-party.ts";

/** How long the browser waits for the person: the lifetime of the challenge. */
export const timeoutMs = lifetimes.passkeyChallenge * 1_000;

export function passkeyWire(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    created: instantOf(row.created_at),
    last_used: row.last_used_at && instantOf(row.last_used_at),
    backed_up: row.backed_up,
  };
}

/** The id that authenticators store for an account. It must not contain a name. */
export const userHandleOf = (accountId: string): string => Buffer.from(accountId).toString("base64url");

/** The passkeys that the account still has, in the form that browsers expect. */
export function acceptedWire(party: RelyingParty, accountId: string, rows: readonly PasskeyRow[]) {
  return {
    rp_id: party.id,
    user_id: userHandleOf(accountId),
    credential_ids: rows.map(({ credential_id: id }) => id.toString("base64url")),
  };
}

/** A passkey in the form that browsers expect. */
export function descriptorOf({
  credential_id: id,
  transports,
}: PasskeyRow): RequestOptions["allowCredentials"][number] {
  return { type: "public-key", id: id.toString("base64url"), transports };
}

/**
 * Options for using a passkey. @param allowed passkeys that may be used; empty allows any that the authenticator has for this
 * site.
 */
export function requestOptionsOf(
  party: RelyingParty,
  challenge: string,
  allowed: readonly PasskeyRow[] = [],
): RequestOptions {
  return {
    rpId: party.id,
    challenge,
    timeout: timeoutMs,
    userVerification: "required",
    allowCredentials: allowed.map(descriptorOf),
  };
}
