import { z } from "zod";
import { type OperationOfKind, requestKind } from "./operation.ts";
import { by, seats, usedCoupon } from "./request-parts.ts";

/** A license that its buyer pays for on our page: by a new subscription, or once. */
export const buy = requestKind(
  "buy",
  seats.extend({
    by,
    /** The buyer's account. */
    account: z.string(),
    buy: z.object({
      license: z.string(),
      isReturn: z.boolean(),
      isTrial: z.boolean().exactOptional(),
      product: z.string(),
      taxRates: z.array(z.string()),
      /** Set if it is paid once: the provider's price, and the line as quoted. */
      once: z.object({ price: z.string(), line: z.string() }).exactOptional(),
      /** Null charges the default card. */
      card: z.string().nullable(),
      /** Printed on the invoices of this subscription. Without it, they print the customer's. */
      reference: z.string().exactOptional(),
      /** Held seats that end if not all seats of the license fit. */
      release: z.array(z.string()).exactOptional(),
    }),
    quote: z.object({ id: z.string(), subtotal: z.number(), tax: z.number(), total: z.number(), currency: z.string() }),
    coupon: usedCoupon.exactOptional(),
    /** Consents of the buyer, with their text. */
    consents: z.array(z.object({ id: z.string(), version: z.string(), text: z.string() })).exactOptional(),
    /** Set once the provider has created them. */
    made: z.object({ subscription: z.string().exactOptional(), invoice: z.string() }).exactOptional(),
  }),
);
export type Buying = OperationOfKind<typeof buy>;
