import type { Endpoint } from "@foyer/contract/endpoint";
import type { Person, SigningUp } from "@foyer/service-kit/call";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { OPEN } from "../people/account-store.ts";
import { findSignUpByToken } from "../people/sign-up-store.ts";
import { hashOf } from "../secrets/secret-values.ts";
import { findTokenHolder, type TokenHolder } from "./session-store.ts";
import { isStaffSession } from "./staff-session.ts";

/** Whom a bearer token stands for at this moment; null for one that is unknown, expired or revoked. */
export async function authenticate(deps: Deps, token: string, endpoint: Endpoint): Promise<Person | SigningUp | null> {
  if (token.startsWith("su_")) {
    const signUp = await findSignUpByToken(deps.db, hashOf(token));
    return signUp ? { kind: "signup", signupId: signUp.id } : null;
  }
  const holder = await findTokenHolder(deps.db, hashOf(token), deps.clock.now());
  if (!holder) return null;
  if (holder.state !== OPEN || holder.account_closed) {
    // Whoever asks for her own account learns that it is closed; everything else says that the session is over.
    if (endpoint.name === "readUser") refuse("account.gone");
    return null;
  }
  return personOf(deps, holder);
}

/** What a token's holder may do: staff are customers in a session that is not one of staff. */
export function personOf(deps: Pick<Deps, "config">, holder: TokenHolder): Person {
  const actsAsStaff = holder.is_staff && isStaffSession(deps, holder, holder);
  return {
    kind: "person",
    id: holder.account_id,
    username: holder.username,
    email: holder.email,
    sessionId: holder.session_id,
    isStaff: actsAsStaff,
    staffRights: actsAsStaff ? holder.staff_rights : [],
    customerIds: holder.customer_ids,
    viewOnly: holder.viewed_by !== null,
  };
}
