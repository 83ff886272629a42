import type { Queryable } from "@foyer/service-kit/db";
import { refuseTooManyUntil } from "@foyer/service-kit/refuse-too-many";
import type { PurchaseTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { declinesSince } from "./operations/decline-store.ts";

type Db = Queryable<PurchaseTables>;

const DAY_MS = 86_400_000;
/** Declined payments after which a customer waits for a day. */
const DECLINED = 3;

/** Returns until when declined payments keep a customer from being charged, or null. Staff can lift it. */
export async function declinedUntil({ clock }: Pick<Deps, "clock">, db: Db, customerId: string): Promise<Date | null> {
  const dayAgo = clock.now().getTime() - DAY_MS;
  const declines = await declinesSince(db, customerId, new Date(dayAgo));
  const last = declines.at(-1);
  return last && declines.length >= DECLINED ? new Date(last.getTime() + DAY_MS) : null;
}

/**
 * Refuses with 429 another charge of a customer whose payments were declined, as happens to somebody who tries stolen
 * cards. Every begin of a charge calls it in the transaction that records the charge (BUY-15).
 */
export async function refuseDeclined(deps: Deps, db: Db, customerId: string): Promise<void> {
  if (!deps.rateLimits) return;
  const until = await declinedUntil(deps, db, customerId);
  if (!until) return;
  const { support } = deps.brand.contacts;
  refuseTooManyUntil(until, deps.clock.now(), { reason: "declines", declined: DECLINED, support });
}
