import type { Queryable } from "@foyer/service-kit/db";
import { DamagedRow } from "@foyer/service-kit/errors";
import { sql } from "kysely";
import type { OperationOutcome, OperationState, PurchaseTables } from "../../db/schema.ts";
import type { Operation, OperationOf, RequestKind } from "./operation.ts";

type Db = Queryable<PurchaseTables>;

export const LIVE = ["pending", "unknown", "waiting"] as const;

/** The id of the quote in an operation's request. An index has the same expression. */
export const quoteIdOfRequest = sql<string>`request -> 'quote' ->> 'id'`;

/**
 * Lease of an instance that works on an operation. A live instance renews it long before its end, see
 * `whileHeld`. It uses the database's clock, which all instances share.
 */
const LEASE = sql<Date>`clock_timestamp() + interval '8 seconds'`;

/** No live instance holds the lease. A lease that ends later than any can was written before the clock was set back. */
const isFree = sql<boolean>`(leased_until is null or leased_until < clock_timestamp() or leased_until > ${LEASE} + interval '2 seconds')`;

/** Another instance has taken over the operation and reports its outcome. */
export class LeaseLost extends Error {
  constructor(id: string) {
    super(`operation ${id} was taken over by another instance`);
    this.name = "LeaseLost";
  }
}

/** @throws DamagedRow if its row is missing, which only a restore, a failover or a hand can cause. */
export async function operationById(db: Db, id: string): Promise<Operation> {
  const row = await db.selectFrom("operations").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw missing(id);
  return row;
}

const missing = (id: string): DamagedRow => new DamagedRow(`the operation ${id} is missing`);

/** Returns the operation, and whether a live instance works on it. */
export async function operationAtWork(db: Db, id: string): Promise<{ operation: Operation; isAtWork: boolean }> {
  const row = await db
    .selectFrom("operations")
    .selectAll()
    .select(sql<boolean>`not ${isFree}`.as("is_at_work"))
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw missing(id);
  const { is_at_work: isAtWork, ...operation } = row;
  return { operation, isAtWork };
}

/** Returns the live operation of a subject. There is at most one. */
export async function liveOperation(db: Db, subject: string): Promise<Operation | null> {
  const row = await db
    .selectFrom("operations")
    .selectAll()
    .where("subject", "=", subject)
    .where("state", "in", LIVE)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the newest operation of a subject, in any state. */
export async function latestOperation(db: Db, subject: string): Promise<Operation | null> {
  const row = await db
    .selectFrom("operations")
    .selectAll()
    .where("subject", "=", subject)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Records a call before the provider receives it. The operation's id is the provider's idempotency key. */
export async function insertOperation<Name extends string, Request>(
  db: Db,
  kind: RequestKind<Name, Request>,
  operation: {
    readonly subject: string;
    readonly customerId: string;
    readonly request: Request;
    readonly now: Date;
  },
): Promise<OperationOf<Name, Request>> {
  const row = await db
    .insertInto("operations")
    .values({
      kind: kind.name,
      subject: operation.subject,
      customer_id: operation.customerId,
      request: JSON.stringify(operation.request),
      outcome: null,
      invoice_id: null,
      created_at: operation.now,
      finished_at: null,
      leased_until: null,
      next_attempt_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, kind: kind.name, request: operation.request };
}

/** Leases the operation for this instance. Returns null if another instance works on it or its state does not match. */
export async function leaseOperation(
  db: Db,
  id: string,
  states: readonly OperationState[] = LIVE,
): Promise<Operation | null> {
  const row = await db
    .updateTable("operations")
    .set((eb) => ({ leased_until: LEASE, attempts: eb("attempts", "+", 1) }))
    .where("id", "=", id)
    .where("state", "in", states)
    .where(isFree)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

type Held = Pick<Operation, "id" | "attempts">;

/**
 * Renews this instance's lease.
 *
 * @throws LeaseLost if the operation was taken over or has ended.
 */
export async function renewLease(db: Db, { id, attempts }: Held): Promise<void> {
  const row = await db
    .updateTable("operations")
    .set({ leased_until: LEASE })
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("state", "in", LIVE)
    .where("leased_until", "is not", null)
    .returning("id")
    .executeTakeFirst();
  if (!row) throw new LeaseLost(id);
}

/**
 * Records the progress of an operation, and adds data for the next step to its request.
 *
 * @throws LeaseLost if the operation was taken over or has ended.
 */
export async function advanceOperation<Name extends string, Request>(
  db: Db,
  kind: RequestKind<Name, Request>,
  { id, attempts }: Held,
  recoveryPoint: Operation["recovery_point"],
  added: Partial<Request> = {},
): Promise<OperationOf<Name, Request>> {
  const row = await db
    .updateTable("operations")
    .set({ recovery_point: recoveryPoint, request: sql<string>`request || ${JSON.stringify(added)}::jsonb` })
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("state", "in", LIVE)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new LeaseLost(id);
  return { ...row, kind: kind.name, request: kind.requestOf(row.request) };
}

const LONGEST_PAUSE_MS = 300_000;

/**
 * Returns the seconds until the next try of an operation with an unknown outcome. Below five minutes, so that
 * recovery takes no longer.
 */
function pauseSeconds(attempts: number): number {
  return [5, 10, 20, 40, 60, 120][attempts - 1] ?? 240;
}

/**
 * Parks an operation with an unknown outcome, or one that waits for the card holder, for a later try. Does
 * nothing if the operation has ended or was taken over.
 */
export async function parkOperation(
  db: Db,
  operation: Held,
  state: "unknown" | "waiting",
  now: Date,
  found: { readonly invoiceId?: string; readonly outcome?: OperationOutcome } = {},
): Promise<void> {
  const pause = state === "waiting" ? 30 : pauseSeconds(operation.attempts);
  await db
    .updateTable("operations")
    .set({
      state,
      leased_until: null,
      next_attempt_at: new Date(now.getTime() + pause * 1_000),
      ...(found.invoiceId ? { invoice_id: found.invoiceId } : {}),
      ...(found.outcome ? { outcome: JSON.stringify(found.outcome) } : {}),
    })
    .where("id", "=", operation.id)
    .where("attempts", "=", operation.attempts)
    .where("state", "in", LIVE)
    .execute();
}

/** @throws LeaseLost if the operation was taken over or has ended. */
export async function finishOperation(
  db: Db,
  { id, attempts }: Held,
  end: {
    readonly state: "done" | "failed";
    readonly now: Date;
    readonly invoiceId?: string | null;
    readonly outcome?: OperationOutcome;
  },
): Promise<void> {
  const row = await db
    .updateTable("operations")
    .set({
      state: end.state,
      finished_at: end.now,
      leased_until: null,
      next_attempt_at: null,
      outcome: end.outcome ? JSON.stringify(end.outcome) : null,
      ...(end.invoiceId ? { invoice_id: end.invoiceId } : {}),
    })
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("state", "in", LIVE)
    .returning("id")
    .executeTakeFirst();
  if (!row) throw new LeaseLost(id);
}

/** True while the operation can still take effect. */
export function isLive({ state }: Pick<Operation, "state">): boolean {
  return (LIVE as readonly OperationState[]).includes(state);
}

/** Returns the operations of the given kinds that are due and have no active lease. */
export async function dueOperations(db: Db, kinds: readonly string[], now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("operations")
    .select("id")
    .where("state", "in", LIVE)
    .where("kind", "in", kinds)
    .where(isFree)
    .where((eb) =>
      eb.or([
        eb("next_attempt_at", "is", null),
        eb("next_attempt_at", "<=", now),
        // Later than any pause: it was written before the clock was set back.
        eb("next_attempt_at", ">", new Date(now.getTime() + LONGEST_PAUSE_MS)),
      ]),
    )
    .orderBy("created_at")
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the operation with that invoice that waits or has an unknown outcome. */
export async function openOperationWith(db: Db, invoiceId: string): Promise<Operation | null> {
  const row = await db
    .selectFrom("operations")
    .selectAll()
    .where("invoice_id", "=", invoiceId)
    .where("state", "in", ["waiting", "unknown"])
    .executeTakeFirst();
  return row ?? null;
}

export async function countLive(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("operations")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("state", "in", LIVE)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Makes the next try due now. Returns false if the operation has ended or does not exist. */
export async function hastenOperation(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable("operations")
    .set({ next_attempt_at: null })
    // The id comes from user input and may not be a UUID.
    .where(sql<string>`id::text`, "=", id)
    .where("state", "in", LIVE)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
