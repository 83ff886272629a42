import type { Queryable } from "@foyer/service-kit/db";
import { type Selectable, sql } from "kysely";
import type { PurchaseTables } from "../db/schema.ts";

type Db = Queryable<PurchaseTables>;

/** Returns the subscription's own reference, or null. */
export async function referenceOfSubscription(db: Db, subscriptionId: string): Promise<string | null> {
  const row = await db
    .selectFrom("subscription_references")
    .select("reference")
    .where("subscription_id", "=", subscriptionId)
    .executeTakeFirst();
  return row?.reference ?? null;
}

export async function referencesOfCustomer(db: Db, customerId: string): Promise<{ id: string; reference: string }[]> {
  return await db
    .selectFrom("subscription_references")
    .select(["subscription_id as id", "reference"])
    .where("customer_id", "=", customerId)
    .orderBy("subscription_id")
    .execute();
}

/** Stores a subscription's own reference. An empty one removes it. */
export async function storeReference(
  db: Db,
  of: { readonly subscriptionId: string; readonly customerId: string },
  reference: string,
): Promise<void> {
  const { subscriptionId, customerId } = of;
  if (reference === "") {
    await db.deleteFrom("subscription_references").where("subscription_id", "=", subscriptionId).execute();
    return;
  }
  await db
    .insertInto("subscription_references")
    .values({ subscription_id: subscriptionId, customer_id: customerId, reference })
    .onConflict((conflict) => conflict.column("subscription_id").doUpdateSet({ reference }))
    .execute();
}

export async function isReferenceRequired(db: Db, customerId: string): Promise<boolean> {
  const row = await db
    .selectFrom("billing_settings")
    .select("reference_required")
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row?.reference_required ?? false;
}

export async function setReferenceRequired(db: Db, customerId: string, isRequired: boolean): Promise<void> {
  await db
    .insertInto("billing_settings")
    .values({ customer_id: customerId, reference_required: isRequired })
    .onConflict((conflict) => conflict.column("customer_id").doUpdateSet({ reference_required: isRequired }))
    .execute();
}

/** Deletes all references and settings of a customer. */
export async function forgetReferences(db: Db, customerId: string): Promise<void> {
  await db.deleteFrom("subscription_references").where("customer_id", "=", customerId).execute();
  await db.deleteFrom("billing_settings").where("customer_id", "=", customerId).execute();
}

/** Duration of a turn whose process died. Longer than a call to the provider with all its repeats. */
const TURN = sql<Date>`clock_timestamp() + interval '60 seconds'`;

interface Turn {
  readonly customerId: string;
  readonly operationId: string;
  /** The customer's. */
  readonly reference: string;
  /** The subscription's, in its place. */
  readonly printed: string;
}

/** Takes the customer's turn to print a reference of a subscription. Returns false while another operation has it. */
export async function takeTurn(db: Db, { customerId, operationId, reference, printed }: Turn): Promise<boolean> {
  const row = await db
    .insertInto("reference_turns")
    .values({ customer_id: customerId, operation_id: operationId, reference, printed, until: TURN })
    .onConflict((conflict) =>
      conflict
        .column("customer_id")
        // The stored reference stays, because a dead process may have left another one at the provider.
        .doUpdateSet({ until: TURN })
        .where("reference_turns.operation_id", "=", operationId),
    )
    .returning("customer_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function turnOf(
  db: Db,
  customerId: string,
): Promise<Selectable<PurchaseTables["reference_turns"]> | null> {
  const row = await db
    .selectFrom("reference_turns")
    .selectAll()
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the customers whose turn was left by a dead process. */
export async function leftTurns(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("reference_turns")
    .select("customer_id")
    .where("until", "<", sql<Date>`clock_timestamp()`)
    .execute();
  return rows.map(({ customer_id: id }) => id);
}

export async function endTurn(db: Db, customerId: string, operationId: string): Promise<void> {
  await db
    .deleteFrom("reference_turns")
    .where("customer_id", "=", customerId)
    .where("operation_id", "=", operationId)
    .execute();
}
