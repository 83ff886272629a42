import { randomUUID } from "node:crypto";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { isUnknownOutcome } from "../stripe/provider-failure.ts";
import { subscriptionsOfCustomer } from "../subscriptions/subscription-store.ts";
import { isEnded } from "../subscriptions/subscription-wire.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";

const payload = z.object({ customerId: z.string() });

/** Retries unpaid invoices with the new default card. */
export const retryPaymentsJob = { name: "retry-payments", payload };

export function retryPaymentsJobFor(deps: Deps): JobDefinition<z.infer<typeof payload>> {
  return defineJob({ ...retryPaymentsJob, run: ({ customerId }) => retryPayments(deps, customerId) });
}

async function retryPayments(deps: Deps, customerId: string): Promise<void> {
  const held = await subscriptionsOfCustomer(deps.db, customerId);
  for (const { row } of held) {
    if (!row.open_invoice || isEnded(row.status)) continue;
    const { id } = row.open_invoice;
    try {
      await deps.gateway.payInvoice(id, null, `retry:${id}:${randomUUID()}`);
    } catch (error) {
      // The provider's events report a declined card. Only a missing answer is worth a retry.
      if (isUnknownOutcome(error)) throw error;
      deps.log.info({ invoice: id }, "the new card did not pay the open invoice");
    }
    await syncSubscription(deps, row.id);
  }
}
