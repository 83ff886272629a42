import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { lockHolder } from "../passwords/prove-password.ts";
import { type Origin, recordOwnEvent } from "../security-events/security-events.ts";
import { endTrustIn } from "../stores/browser-store.ts";

/**
 * Makes sign-in ask for a code again in that browser; its session stays open. Refuses a browser that is not trusted as not found.
 */
export async function endBrowserTrust({ db, clock }: Deps, person: Person, id: string, origin: Origin): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    await lockHolder(tx, person);
    if (!(await endTrustIn(tx, person.id, id, now))) refuse("object.not_found");
    await recordOwnEvent(tx, now, origin, person.id, "browser.trust_ended", { target: id });
  });
}
