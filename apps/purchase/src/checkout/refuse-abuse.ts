import type { Queryable } from "@foyer/service-kit/db";
import { refuseTooManyUntil } from "@foyer/service-kit/refuse-too-many";
import { buyingsSince } from "../changes/operations/buy-store.ts";
import { mayBuySince } from "../changes/operations/decline-store.ts";
import { refuseDeclined } from "../changes/refuse-declined.ts";
import type { PurchaseTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";

const HOUR_MS = 3_600_000;
/** Purchases that an account may begin in an hour. */
const AN_HOUR = 5;

/** Refuses with 429 a buyer who begins many purchases, or whose payments were declined. Staff can lift the wait. */
export async function refuseAbuse(deps: Deps, tx: Queryable<PurchaseTables>, customerId: string): Promise<void> {
  if (!deps.rateLimits) return;
  await refuseDeclined(deps, tx, customerId);
  const now = deps.clock.now();
  const lifted = (await mayBuySince(tx, customerId))?.getTime() ?? 0;
  const begun = await buyingsSince(tx, customerId, new Date(Math.max(now.getTime() - HOUR_MS, lifted) + 1));
  const oldest = begun.at(-AN_HOUR);
  if (oldest) refuseTooManyUntil(new Date(oldest.created_at.getTime() + HOUR_MS), now, { reason: "purchases" });
}
