import type { Queryable } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { buyingsSince } from "../changes/operations/buy-store.ts";
import type { Operation } from "../changes/operations/operation.ts";
import type { PurchaseTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { mayBuySince } from "./checkout-store.ts";

type Db = Queryable<PurchaseTables>;
type Begun = readonly Pick<Operation, "created_at" | "outcome">[];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Purchases that an account may begin in an hour. */
const AN_HOUR = 5;
/** Declined cards after which the account waits for a day. */
const DECLINED = 3;

function refuseUntil(end: Date, now: Date, message: string): never {
  const seconds = Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1_000));
  refuse("rate.limited", { message, retryAfterSeconds: seconds });
}

/** Returns the purchases that count: of the last day, and since staff lifted the wait. */
async function counted({ clock }: Pick<Deps, "clock">, db: Db, customerId: string): Promise<Begun> {
  const dayAgo = clock.now().getTime() - DAY_MS;
  const lifted = (await mayBuySince(db, customerId))?.getTime() ?? 0;
  return await buyingsSince(db, customerId, new Date(Math.max(dayAgo, lifted + 1)));
}

/** Returns until when declined cards block a buyer, or null. A missing card is no declined one. */
function blockedUntil(begun: Begun): Date | null {
  const declined = begun.filter(
    ({ outcome }) => outcome?.refusal?.name === "payment.declined" && outcome.refusal.declineCode !== undefined,
  );
  const last = declined.at(-1);
  return last && declined.length >= DECLINED ? new Date(last.created_at.getTime() + DAY_MS) : null;
}

/** Returns until when a customer's declined cards keep the customer from buying, or null. */
export async function purchasesBlockedUntil(
  deps: Pick<Deps, "clock">,
  db: Db,
  customerId: string,
): Promise<Date | null> {
  return blockedUntil(await counted(deps, db, customerId));
}

/**
 * Refuses with 429 a buyer who begins many purchases, or whose cards were declined, as somebody does who tries stolen
 * cards. Staff can lift the wait.
 */
export async function refuseAbuse(deps: Deps, tx: Db, customerId: string): Promise<void> {
  if (!deps.rateLimits) return;
  const now = deps.clock.now();
  const begun = await counted(deps, tx, customerId);
  const until = blockedUntil(begun);
  if (until) {
    const contact = deps.brand.contacts.support;
    refuseUntil(until, now, `Several cards were declined. Please try again tomorrow, or write to ${contact}.`);
  }
  const recent = begun.filter(({ created_at: at }) => at.getTime() > now.getTime() - HOUR_MS);
  const oldest = recent.at(-AN_HOUR);
  if (!oldest) return;
  const end = new Date(oldest.created_at.getTime() + HOUR_MS);
  refuseUntil(end, now, "Too many purchases in an hour. Please wait a little.");
}
