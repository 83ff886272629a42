import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { eachApart } from "../in-batches.ts";
import { ProviderFailure } from "../stripe/provider-failure.ts";
import { referenceAmong, withReference } from "./reference-field.ts";
import { endTurn, leftTurns, referenceOfSubscription, takeTurn, turnOf } from "./reference-store.ts";

/** Maximum wait for another charge of the same customer. */
const WAIT_MS = 15_000;

interface Printing {
  /** The operation that makes the invoice. */
  readonly id: string;
  readonly customer_id: string;
}

/**
 * Runs a call that makes and finalizes an invoice of a subscription, so that the invoice prints the subscription's own
 * reference. Null prints the customer's.
 *
 * The provider prints the fields that the customer has at that moment, so the reference is exchanged before and restored
 * after. One charge of a customer does this at a time. `putBackReferences` restores what a dead process leaves.
 *
 * @throws ProviderFailure of kind `unavailable` if another charge of the customer takes too long. The call was not made.
 */
export async function printingReference<T>(
  deps: Deps,
  operation: Printing,
  printed: string | null,
  work: () => Promise<T>,
): Promise<T> {
  const { gateway } = deps;
  const { customer_id: customerId } = operation;
  if (printed === null) return await work();
  await untilTurn(deps, operation, printed);
  try {
    const customer = await gateway.customer(customerId);
    const customFields = customer && withReference(customer, printed);
    if (customFields) await gateway.updateCustomer(customerId, { customFields }, `print:${randomUUID()}`);
    return await work();
  } finally {
    // The result of the charge counts, also if this has to be done later.
    await putBack(deps, customerId).catch((error: unknown) =>
      deps.log.warn({ err: error, customer: customerId }, "a customer's reference is put back later"),
    );
  }
}

async function untilTurn({ db, gateway }: Deps, operation: Printing, printed: string): Promise<void> {
  const { id: operationId, customer_id: customerId } = operation;
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const reference = referenceAmong((await gateway.customer(customerId))?.customFields ?? []);
    if (await takeTurn(db, { customerId, operationId, reference, printed })) return;
    do {
      if (performance.now() >= deadline)
        throw new ProviderFailure("unavailable", "another charge prints its reference");
      await sleep(100);
    } while (await turnOf(db, customerId));
  }
}

/** Restores the customer's reference, unless it was changed since, and ends the turn. */
async function putBack({ db, gateway }: Deps, customerId: string): Promise<void> {
  const turn = await turnOf(db, customerId);
  if (!turn) return;
  const customer = await gateway.customer(customerId);
  const isExchanged = customer !== null && referenceAmong(customer.customFields) === turn.printed;
  const customFields = isExchanged ? withReference(customer, turn.reference) : null;
  if (customFields) await gateway.updateCustomer(customerId, { customFields }, `print:${randomUUID()}`);
  await endTurn(db, customerId, turn.operation_id);
}

/** Restores references that dead processes have left exchanged. */
export async function putBackReferences(deps: Deps): Promise<void> {
  await eachApart(
    await leftTurns(deps.db),
    (customer) => putBack(deps, customer),
    (customer, error) => deps.log.error({ err: error, customer }, "a customer's reference could not be put back"),
  );
}

/** Prints a subscription's own reference on a draft, such as a renewal's, before the provider finalizes it. */
export const printDraftJob = { name: "print-draft", payload: z.object({ invoiceId: z.string() }) };

export function printDraftJobFor(deps: Deps): JobDefinition<z.infer<typeof printDraftJob.payload>> {
  const { db, gateway } = deps;
  return defineJob({
    ...printDraftJob,
    run: async ({ invoiceId }) => {
      const draft = await gateway.invoice(invoiceId);
      if (draft?.status !== "draft" || draft.subscriptionId === null || draft.customerId === null) return;
      const reference = await referenceOfSubscription(db, draft.subscriptionId);
      const customer = reference === null ? null : await gateway.customer(draft.customerId);
      const fields = customer && reference !== null ? withReference(customer, reference) : null;
      if (!fields) return;
      try {
        await gateway.setInvoiceFields(invoiceId, fields, `print-draft:${randomUUID()}`);
      } catch (error) {
        // It was already finalized, with the customer's own reference.
        if (!(error instanceof ProviderFailure) || error.kind !== "invalid") throw error;
        deps.log.warn({ err: error, invoice: invoiceId }, "a reference came too late for its invoice");
      }
    },
  });
}
