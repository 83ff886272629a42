import type { Queryable } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { buyingsSince } from "../changes/operations/buy-store.ts";
import type { PurchaseTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { mayBuySince } from "./checkout-store.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Purchases that an account may begin in an hour. */
const AN_HOUR = 5;
/** Declined cards after which the account waits for a day. */
const DECLINED = 3;

function refuseUntil(end: number, now: Date, message: string): never {
  refuse("rate.limited", { message, retryAfterSeconds: Math.max(1, Math.ceil((end - now.getTime()) / 1_000)) });
}

/**
 * Refuses with 429 a buyer who begins many purchases, or whose cards were declined, as somebody does who tries stolen
 * cards. A missing card is no declined one. Staff can lift the wait.
 */
export async function refuseAbuse(deps: Deps, tx: Queryable<PurchaseTables>, customerId: string): Promise<void> {
  if (!deps.rateLimits) return;
  const now = deps.clock.now();
  const dayAgo = now.getTime() - DAY_MS;
  const lifted = (await mayBuySince(tx, customerId))?.getTime() ?? 0;
  const begun = await buyingsSince(tx, customerId, new Date(Math.max(dayAgo, lifted)));
  const declined = begun.filter(
    ({ outcome }) => outcome?.refusal?.name === "payment.declined" && outcome.refusal.declineCode !== undefined,
  );
  const last = declined.at(-1);
  if (declined.length >= DECLINED && last) {
    const contact = deps.brand.contacts.support;
    const message = `Several cards were declined. Please try again tomorrow, or write to ${contact}.`;
    refuseUntil(last.created_at.getTime() + DAY_MS, now, message);
  }
  const recent = begun.filter(({ created_at: at }) => at.getTime() > now.getTime() - HOUR_MS);
  const oldest = recent.at(-AN_HOUR);
  if (oldest)
    refuseUntil(oldest.created_at.getTime() + HOUR_MS, now, "Too many purchases in an hour. Please wait a little.");
}
