import { Refusal } from "@foyer/service-kit/errors";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import type { z } from "zod";
import type { Deps } from "../deps.ts";
import { retryPaymentsJob } from "../payment-methods/payment-methods.ts";
import { tryToPay } from "./other-invoices.ts";
import { subscriptionsOfCustomer } from "../subscriptions/subscription-store.ts";
import { isEnded } from "../subscriptions/subscription-wire.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";

/** Stands for the account name, because no person requests these payments. */
const RETRIED = "";

/** Retries unpaid invoices with the new default card. */
export function retryPaymentsJobFor(deps: Deps): JobDefinition<z.infer<typeof retryPaymentsJob.payload>> {
  return defineJob({ ...retryPaymentsJob, run: ({ customerId }) => retryPayments(deps, customerId) });
}

async function retryPayments(deps: Deps, customerId: string): Promise<void> {
  const held = await subscriptionsOfCustomer(deps.db, customerId);
  for (const { row } of held) {
    if (!row.open_invoice || isEnded(row.status)) continue;
    const { id: invoiceId } = row.open_invoice;
    try {
      const { state } = await tryToPay(deps, { customerId, invoiceId, by: RETRIED });
      if (state !== "done") deps.log.info({ invoice: invoiceId }, "the new card did not pay the open invoice");
    } catch (error) {
      // Another payment of the invoice runs, or declined cards make the customer wait.
      if (!(error instanceof Refusal)) throw error;
      deps.log.info({ err: error, invoice: invoiceId }, "the new card was not charged for the open invoice");
    }
    await syncSubscription(deps, row.id);
  }
}
