import type { Endpoint } from "@foyer/contract/endpoint";
import type { ActivationHolder, Person, SigningUp } from "@foyer/service-kit/call";
import { refuse } from "@foyer/service-kit/errors";
import { isSame } from "@foyer/service-kit/http";
import { authenticateApp } from "../grants/authenticate-app.ts";
import type { Deps } from "../deps.ts";
import { OPEN, ownAccount } from "../stores/account-store.ts";
import { ownFacts } from "../stores/activation-store.ts";
import { ownLicenses, ownManagedLicenses } from "../stores/license-store.ts";
import type { OwnRead } from "../stores/own-read.ts";
import { ownSeats } from "../stores/seat-store.ts";
import { findSignUpByToken } from "../stores/sign-up-store.ts";
import { hashOf } from "../secrets/secret-values.ts";
import { isStaffSession } from "./staff-session.ts";
import { findTokenHolder, type TokenHolder } from "./token-holder-store.ts";

/** The own reads of calls, by the names of the calls. */
const ownReads: Readonly<Record<string, OwnRead<unknown> | undefined>> = {
  readUser: ownAccount,
  listManagedLicenses: ownManagedLicenses,
  listPurchases: ownLicenses,
  listPersonalSeats: ownSeats,
  validateActivation: ownFacts,
};

/**
 * The person, sign-up or activation of a bearer token; null for an unknown, expired or revoked token. Reads in the same select what the call
 * needs of the caller.
 *
 * @param id the id in the path; empty without one.
 */
export async function authenticate(
  deps: Deps,
  token: string,
  endpoint: Endpoint,
  id: string,
): Promise<Person | SigningUp | ActivationHolder | null> {
  if (token.startsWith("su_")) {
    const signUp = await findSignUpByToken(deps.db, hashOf(token));
    return signUp ? { kind: "signup", signupId: signUp.id } : null;
  }
  if (token.startsWith("ak_")) {
    const isItsToken = isSame(token, await deps.licenseSecrets.activationToken(id));
    return isItsToken ? { kind: "activation", activationId: id } : null;
  }
  const own = ownReads[endpoint.name] ?? null;
  if (token.startsWith("aa_")) return authenticateApp(deps, token, id, own);
  const holder = await findTokenHolder(deps.database, { hash: hashOf(token), now: deps.clock.now(), id }, own);
  if (!holder) return null;
  if (holder.state !== OPEN || holder.account_closed) {
    // Only a call for the own account says that the account is closed; other calls answer that the session has ended.
    if (endpoint.name === "readUser") refuse("account.gone");
    return null;
  }
  const person = personOf(deps, holder);
  own?.keep(person, holder.own);
  return person;
}

/** The rights of a token's holder. Staff have customer rights in a session that is not a staff session. */
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
    // A proof in the session adds its method.
    isUnproved: holder.app_grant_id !== null && holder.amr.length === 0,
  };
}
