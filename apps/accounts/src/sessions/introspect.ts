import type { Introspection } from "@foyer/contract/internal";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import { appPersonOf, findAppHolder } from "../grants/authenticate-app.ts";
import type { Deps } from "../deps.ts";
import { OPEN } from "../stores/account-store.ts";
import { hashOf } from "../secrets/secret-values.ts";
import { personOf } from "./authenticate.ts";
import { findTokenHolder } from "./token-holder-store.ts";

/** Returns the account of an access token to another service (RFC 7662). A dead token gets only `active: false`. */
export async function introspect(deps: Deps, token: string): Promise<Introspection> {
  if (token.startsWith("aa_")) return introspectAppToken(deps, token);
  const holder = await findTokenHolder(deps.database, { hash: hashOf(token), now: deps.clock.now(), id: "" });
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
    ...(person.isUnproved ? { is_unproved: true } : {}),
    exp: unixSecondsOf(new Date(holder.access_expires_at)),
  };
}

/** The same for an app's token, so that the other service recognizes apps and refuses them. */
async function introspectAppToken(deps: Deps, token: string): Promise<Introspection> {
  const holder = await findAppHolder(deps, token);
  if (!holder) return { active: false };
  const { id, username, email, customerIds, app } = appPersonOf(holder);
  return {
    active: true,
    sub: id,
    username,
    email,
    session_id: "",
    is_staff: false,
    staff_rights: [],
    customer_ids: [...customerIds],
    view_only: false,
    exp: unixSecondsOf(new Date(holder.expires_at)),
    ...(app ? { app: { id: app.id, grant_id: app.grantId, scopes: [...app.scopes] } } : {}),
  };
}
