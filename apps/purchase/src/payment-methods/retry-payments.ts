import { randomUUID } from "node:crypto";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { isUnknownOutcome } from "../stripe/provider-failure.ts";
import { subscriptionsOfCustomer } from "../subscriptions/subscription-store.ts";
import { isEnded } from "../subscriptions/subscription-wire.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";

const payload = z.object({ customerId: z.string() });

/** Tries what is unpaid with the card that has just become the default. */
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
      // A card that is declined is told by the provider's own news; only silence is worth another try.
      if (isUnknownOutcome(error)) throw error;
      deps.log.info({ invoice: id }, "the new card did not pay the open invoice");
    }
    await syncSubscription(deps, row.id);
  }
}
