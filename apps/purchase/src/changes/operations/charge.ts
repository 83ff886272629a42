import { z } from "zod";
import { type OperationOfKind, requestKind } from "./operation.ts";
import { by, seats } from "./request-parts.ts";

/** More seats or a longer term: charged now, in force once paid. */
export const charge = requestKind(
  "charge",
  seats.extend({
    by,
    /** True when a monthly plan becomes yearly: its period begins when it is paid. */
    restartPeriod: z.boolean().default(false),
    quote: z.object({
      id: z.string(),
      /** Unix seconds. */
      prorationAt: z.number(),
      subtotal: z.number(),
      tax: z.number(),
      total: z.number(),
    }),
    /** False if the change was never staged, so that only a confirmation that names its quote meant it. */
    wasStaged: z.boolean().exactOptional(),
    /** True if the provider does not prorate the change, so that this service creates the invoice. */
    isOwnInvoice: z.boolean().exactOptional(),
    /** Set just before the call, if the discount ends with the change. */
    endsDiscount: z.boolean().exactOptional(),
    /** Set just before the call. */
    itemId: z.string().exactOptional(),
    /** Paid plan and quantity before the change. */
    inForce: seats.exactOptional(),
    /** The provider's quantity before the paid one was restored. Set again when the payment fails. */
    quantityBefore: z.number().exactOptional(),
  }),
);
export type Charge = OperationOfKind<typeof charge>;
