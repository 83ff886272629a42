import { z } from "zod";
import type { Queryable } from "@foyer/service-kit/db";
import { insertAct, type Snapshot } from "@foyer/service-kit/staff-acts";
import type { PurchaseTables } from "../../db/schema.ts";

// Fields that the requests of several kinds share.

export const seats = z.object({ plan: z.string(), quantity: z.number() });

type Seats = Readonly<z.infer<typeof seats>>;

export function isSeats(one: Seats, other: Seats): boolean {
  return one.plan === other.plan && one.quantity === other.quantity;
}

/** A coupon whose use the operation is. Uses are counted by `promotion`. */
export const usedCoupon = z.object({ promotion: z.string(), code: z.string(), id: z.string() });

/** Account name of the customer's member who requested it. */
export const by = z.string().exactOptional();

/** Set if the buyer's statement at the desk is carried out. */
export const statement = z.enum(["withdraw", "cancel"]).exactOptional();

/** Equal for equal requests, so that a repeat is recognized. */
export const twin = z.string();

export const isTwinOf =
  (one: { readonly twin: string }) =>
  (other: { readonly twin?: string }): boolean =>
    one.twin === other.twin;

/** A staff action without its result. It is recorded once the operation is done. */
export const actDraft = z.object({
  /** Account name. */
  staff: z.string(),
  act: z.string(),
  target: z.string(),
  reason: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
});
type ActDraft = z.infer<typeof actDraft>;

/** Records a completed staff action. Does nothing without one. */
export async function recordAct(
  db: Queryable<PurchaseTables>,
  at: Date,
  act: ActDraft | undefined,
  after: Snapshot,
): Promise<void> {
  if (act) await insertAct(db, { at, ...act, after });
}
