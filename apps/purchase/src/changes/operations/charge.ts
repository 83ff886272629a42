import { z } from "zod";
import { type OperationOfKind, requestKind } from "./operation.ts";
import { by, seats } from "./request-parts.ts";

/** More seats or a longer term: charged now, in force once it is paid. */
export const charge = requestKind(
  "charge",
  seats.extend({
    by,
    /** A monthly plan becomes yearly: its period begins when it is paid. */
    restartPeriod: z.boolean().default(false),
    quote: z.object({
      id: z.string(),
      /** Unix seconds. */
      prorationAt: z.number(),
      subtotal: z.number(),
      tax: z.number(),
      total: z.number(),
    }),
    /** The provider prorates nothing of it: its invoice is made here. */
    isOwnInvoice: z.boolean().exactOptional(),
    /** Set just before the call goes out. */
    itemId: z.string().exactOptional(),
    /** Plan and quantity that are paid, as the change found them. */
    inForce: seats.exactOptional(),
    /** The provider's quantity before the paid one was put back: restored when the payment fails. */
    quantityBefore: z.number().exactOptional(),
  }),
);
export type Charge = OperationOfKind<typeof charge>;
