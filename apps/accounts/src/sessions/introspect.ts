import type { Introspection } from "@foyer/contract/internal";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import type { Deps } from "../deps.ts";
import { OPEN } from "../people/account-store.ts";
import { hashOf } from "../secrets/secret-values.ts";
import { personOf } from "./authenticate.ts";
import { findTokenHolder } from "./session-store.ts";

/** Tells another service the account of an access token (RFC 7662). A dead token gets only `active: false`. */
export async function introspect(deps: Deps, token: string): Promise<Introspection> {
  const holder = await findTokenHolder(deps.db, hashOf(token), deps.clock.now());
  if (holder?.state !== OPEN || holder.account_closed) return { active: false };
  const person = personOf(deps, holder);
  return {
    active: true,
    sub: person.id,
    username: person.username,
    email: person.email,
    session_id: person.sessionId,
    is_staff: person.isStaff,
    staff_rights: [...person.staffRights],
    customer_ids: [...person.customerIds],
    view_only: person.viewOnly,
    exp: unixSecondsOf(holder.access_expires_at),
  };
}
