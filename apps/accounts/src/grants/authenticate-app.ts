import { isScope } from "@foyer/contract/scopes";
import type { Person } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { hashOf } from "../secrets/secret-values.ts";
import type { OwnRead } from "../stores/own-read.ts";
import { appsOf, listedScopes } from "./apps.ts";
import { type AppTokenHolder, findAppTokenHolder } from "../stores/app-token-store.ts";

/**
 * The holder of an app's access token, with the scopes that the brand still lists. Null for an invalid token, or if the brand no
 * longer lists the app.
 */
export async function findAppHolder(
  deps: Deps,
  token: string,
  id = "",
  own: OwnRead<unknown> | null = null,
): Promise<AppTokenHolder | null> {
  const holder = await findAppTokenHolder(deps.database, { hash: hashOf(token), now: deps.clock.now(), id }, own);
  if (!holder || !appsOf(deps.brand).has(holder.app_id)) return null;
  return { ...holder, scope: listedScopes(deps, holder.app_id, holder.scope.split(" ")).join(" ") };
}

/**
 * The person that an app acts for, without staff rights and without a session.
 *
 * @param id the id in the path of the call; empty without one.
 * @param own data of the caller to read in the same select; null for none.
 */
export async function authenticateApp(
  deps: Deps,
  token: string,
  id: string,
  own: OwnRead<unknown> | null,
): Promise<Person | null> {
  const holder = await findAppHolder(deps, token, id, own);
  const person = holder && appPersonOf(holder);
  if (person) own?.keep(person, holder.own);
  return person;
}

export function appPersonOf(holder: AppTokenHolder): Person {
  return {
    kind: "person",
    id: holder.account_id,
    username: holder.username,
    email: holder.email,
    // No session has this id, so no session is found.
    sessionId: "",
    isStaff: false,
    staffRights: [],
    customerIds: holder.customer_ids,
    viewOnly: false,
    app: { id: holder.app_id, grantId: holder.grant_id, scopes: holder.scope.split(" ").filter(isScope) },
  };
}
