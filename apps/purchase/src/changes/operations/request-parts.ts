import { z } from "zod";

// What the requests of several kinds hold.

/** Plan and quantity. */
export const seats = z.object({ plan: z.string(), quantity: z.number() });

type Seats = Readonly<z.infer<typeof seats>>;

export function isSeats(one: Seats, other: Seats): boolean {
  return one.plan === other.plan && one.quantity === other.quantity;
}

/** Account name of the customer's person who asked for it. */
export const by = z.string().exactOptional();

/** Equal for requests that are the same to whoever repeats one. */
export const twin = z.string();

export const isTwinOf =
  (one: { readonly twin: string }) =>
  (other: { readonly twin?: string }): boolean =>
    one.twin === other.twin;
