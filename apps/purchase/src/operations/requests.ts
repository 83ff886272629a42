import { z } from "zod";
import { type OperationOfKind, requestKind } from "./operation.ts";

// What each kind of operation is asked to make, and what was read just before it was sent.

/** Plan and quantity. */
const seats = z.object({ plan: z.string(), quantity: z.number() });

/** Account name of the customer's person who asked for it. */
const by = z.string().exactOptional();

/** An act of the staff, up to what comes of it: recorded once it is done. */
const actDraft = z.object({
  /** Account name. */
  staff: z.string(),
  act: z.string(),
  target: z.string(),
  reason: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
});
export type ActDraft = z.infer<typeof actDraft>;

/** Equal for requests that are the same to whoever repeats one. */
const twin = z.string();

export const isTwinOf =
  (one: { readonly twin: string }) =>
  (other: { readonly twin?: string }): boolean =>
    one.twin === other.twin;

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

/** A decrease, a switch to monthly, or taking one of them back: in force from the next period. */
export const record = requestKind(
  "record",
  seats.extend({
    by,
    /** Set just before the call goes out, as is the end of the paid term where the provider would begin another at once. */
    itemId: z.string().exactOptional(),
    trialEnd: z.number().exactOptional(),
  }),
);
export type Recording = OperationOfKind<typeof record>;

export const autoRenewal = requestKind("auto_renewal", z.object({ by, cancelAtPeriodEnd: z.boolean() }));
export type RenewalSwitch = OperationOfKind<typeof autoRenewal>;

/** A subscription to be started for a licence. */
export const start = requestKind(
  "start",
  seats.extend({
    start: z.object({ license: z.string(), taxRates: z.array(z.string()) }),
    act: actDraft.exactOptional(),
    twin,
  }),
);
export type Start = OperationOfKind<typeof start>;

/** Money to be given back for an invoice. */
export const giveBack = requestKind(
  "give_back",
  z.object({
    giveBack: z.object({
      invoice: z.string(),
      amount: z.number(),
      to: z.enum(["card", "balance"]),
      /** On top, to the customer's balance: what that had paid. */
      balance: z.number().exactOptional(),
      /** Set where the customer is told of it by mail. */
      tell: z.object({ description: z.string(), currency: z.string() }).exactOptional(),
    }),
    act: actDraft.exactOptional(),
    twin: twin.exactOptional(),
  }),
);
export type GiveBack = OperationOfKind<typeof giveBack>;

/** An invoice to be paid; without a card, with the default one. */
export const pay = requestKind(
  "pay",
  z.object({ by, pay: z.object({ invoice: z.string(), card: z.string().nullable() }), twin }),
);
export type Payment = OperationOfKind<typeof pay>;
