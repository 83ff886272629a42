import type { ConnectedApp } from "@foyer/contract/apps";
import { instantOf } from "@foyer/contract/wire-values";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { appsOf, listedScopes, NO_LONGER_LISTED } from "../grants/apps.ts";
import type { Deps } from "../deps.ts";
import { lockHolder } from "../passwords/prove-password.ts";
import { type Origin, recordOwnEvent } from "../security-events/security-events.ts";
import { endGrant, forgetConsent, type Grant, liveGrantsOf } from "../stores/grant-store.ts";

/** A grant as its owner and staff see it, with the scopes that its app still has. */
function connectedAppWire({ brand }: Pick<Deps, "brand">, grant: Grant): ConnectedApp {
  return {
    id: grant.id,
    app: { id: grant.app_id, name: appsOf(brand).get(grant.app_id)?.name ?? NO_LONGER_LISTED },
    device_name: grant.device_name,
    scopes: listedScopes({ brand }, grant.app_id, grant.scopes),
    created: instantOf(grant.created_at),
    last_used: instantOf(grant.last_used_at),
  };
}

/** The apps in which an account is signed in, the last used one first. */
export async function listConnectedApps(deps: Deps, accountId: string): Promise<ConnectedApp[]> {
  return (await liveGrantsOf(deps.db, accountId, deps.clock.now())).map((grant) => connectedAppWire(deps, grant));
}

/** Ends one of the person's own grants, so that its app must ask again. Other people's grants are not found. */
export async function endConnectedApp(
  { db, clock, brand }: Deps,
  person: Person,
  id: string,
  origin: Origin,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    await lockHolder(tx, person);
    const own = (await liveGrantsOf(tx, person.id, now)).find((grant) => grant.id === id);
    if (!own) refuse("object.not_found");
    await endGrant(tx, id, now);
    await forgetConsent(tx, person.id, own.app_id);
    await recordOwnEvent(tx, now, origin, person.id, "app.ended", {
      target: id,
      details: { app: appsOf(brand).get(own.app_id)?.name ?? NO_LONGER_LISTED },
    });
  });
}
