import { inTransaction, type Queryable } from "@foyer/service-kit/db";
import { z } from "zod";
import type { PurchaseTables } from "../../db/schema.ts";
import { decideNotice } from "../../notices/decide-notice.ts";
import type { Deps } from "../../deps.ts";
import type { ProviderCredit, ProviderInvoice } from "../../stripe/payment-gateway.ts";
import { carryOut } from "./carry-out.ts";
import { keyOf } from "./operation-keys.ts";
import { operationKind, type OperationOfKind, requestKind } from "./operation.ts";
import { finishOperation } from "./operation-store.ts";
import { actDraft, recordAct, twin } from "./request-parts.ts";

/** Amounts for the card that paid and for the customer's balance. */
export interface Left {
  readonly amount: number;
  readonly balance: number;
}

/**
 * Returns what is left to give back of a paid invoice: `amount` to the card that paid, `balance` to the customer's
 * balance. The sum never exceeds the invoice total. Earlier refunds count against the card first.
 */
export function leftToGiveBack({
  total,
  amountPaid,
  credited,
}: Pick<ProviderInvoice, "total" | "amountPaid" | "credited">): Left {
  const left = Math.max(0, total - credited);
  const amount = Math.max(0, Math.min(amountPaid, total) - credited);
  return { amount, balance: left - amount };
}

export const sumOf = (parts: readonly Left[]): Left =>
  parts.reduce((sum, { amount, balance }) => ({ amount: sum.amount + amount, balance: sum.balance + balance }), {
    amount: 0,
    balance: 0,
  });

/** A refund for an invoice. */
export const giveBack = requestKind(
  "give_back",
  z.object({
    giveBack: z.object({
      invoice: z.string(),
      amount: z.number(),
      to: z.enum(["card", "balance"]),
      /** Additional amount for the customer's balance: the part of the invoice that the balance had paid. */
      balance: z.number().exactOptional(),
      /** Set if the customer gets a mail about the refund. */
      tell: z.object({ description: z.string(), currency: z.string() }).exactOptional(),
      /** Set if staff gave it back for itself: number and currency of the invoice, for the customer's mail. */
      refund: z.object({ number: z.string().nullable(), currency: z.string() }).exactOptional(),
    }),
    act: actDraft.exactOptional(),
    twin: twin.exactOptional(),
  }),
);
type GiveBack = OperationOfKind<typeof giveBack>;

async function complete(deps: Deps, operation: GiveBack, credit: ProviderCredit): Promise<void> {
  const { giveBack: given, act } = operation.request;
  const before = Number(act?.before?.["given_back"] ?? 0);
  const after = { ...act?.before, given_back: before + credit.amount, to: given.to, credit_note: credit.id };
  const now = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    await recordAct(tx, now, act, after);
    if (given.tell) await tellReturned(deps, tx, operation, given.tell);
    if (given.refund) {
      const { number, currency } = given.refund;
      // One mail for each refund: an invoice may have several.
      const about = { customerId: operation.customer_id, subject: given.invoice, occasion: `refund ${operation.id}` };
      const told = { kind: "refund_made", amount: credit.amount, currency, invoice: number, to: given.to } as const;
      await decideNotice(deps, tx, about, told);
    }
    await finishOperation(tx, operation, { state: "done", now });
  });
}

/** Queues a mail about a refund that no staff member requested. */
async function tellReturned(
  deps: Deps,
  tx: Queryable<PurchaseTables>,
  { customer_id: customerId, request }: GiveBack,
  told: { readonly description: string; readonly currency: string },
): Promise<void> {
  const { invoice, amount, balance = 0 } = request.giveBack;
  const about = { customerId, subject: invoice, occasion: "returned" };
  await decideNotice(deps, tx, about, { kind: "payment_returned", amount, credit: balance, ...told });
}

/** Refunds an invoice, once. */
async function giveMoneyBack(deps: Deps, operation: GiveBack): Promise<void> {
  const { invoice: invoiceId, amount, to, balance = 0 } = operation.request.giveBack;
  await carryOut<ProviderCredit>(deps, operation, {
    find: async () =>
      (await deps.gateway.credits(invoiceId)).find(({ operationId }) => operationId === operation.id) ?? null,
    send: () =>
      deps.gateway.giveBack(
        { invoiceId, amount, to, balance, operationId: operation.id },
        keyOf(operation, "give-back"),
      ),
    complete: (credit) => complete(deps, operation, credit),
  });
}

export const giveBackKind = operationKind(giveBack, { carryOut: giveMoneyBack });
