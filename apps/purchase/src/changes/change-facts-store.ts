import type { Queryable } from "@foyer/service-kit/db";
import type { OperationState, PurchaseTables } from "../db/schema.ts";
import { heldRow } from "../subscriptions/subscription-store.ts";
import type { HeldSubscription, PlanRow } from "../subscriptions/subscription-wire.ts";

/** The facts that decide a change, read in one query. */
interface ChangeFacts {
  readonly held: HeldSubscription;
  /** The requested plan, on sale or not. */
  readonly to: PlanRow | null;
  /** State of the newest change. */
  readonly latestState: OperationState | null;
}

export async function changeFacts(
  db: Queryable<PurchaseTables>,
  id: string,
  planId: string,
): Promise<ChangeFacts | null> {
  const found = await heldRow(db, id)
    .select((eb) => [
      eb
        .selectFrom("plans as wanted")
        .select((wanted) => wanted.fn.toJson("wanted").as("plan"))
        .where("wanted.id", "=", planId)
        .as("plan_wanted"),
      eb
        .selectFrom("operations")
        .select("operations.state")
        .whereRef("operations.subject", "=", "held.id")
        .orderBy("operations.number", "desc")
        .limit(1)
        .as("latest_state"),
    ])
    .executeTakeFirst();
  if (!found) return null;
  const { plan_in_force: plan, plan_wanted: to, latest_state: latestState, ...row } = found;
  return { held: { row, plan }, to, latestState };
}
