import { z } from "zod";

// Fields that the requests of several kinds share.

/** Plan and quantity. */
export const seats = z.object({ plan: z.string(), quantity: z.number() });

type Seats = Readonly<z.infer<typeof seats>>;

export function isSeats(one: Seats, other: Seats): boolean {
  return one.plan === other.plan && one.quantity === other.quantity;
}

/** A coupon whose use the operation is. Uses are counted by `promotion`. */
export const usedCoupon = z.object({ promotion: z.string(), code: z.string(), id: z.string() });

/** Account name of the customer's member who requested it. */
export const by = z.string().exactOptional();

/** Equal for equal requests, so that a repeat is recognized. */
export const twin = z.string();

export const isTwinOf =
  (one: { readonly twin: string }) =>
  (other: { readonly twin?: string }): boolean =>
    one.twin === other.twin;
