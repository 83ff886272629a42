import { call } from "@foyer/api-client/client";
import type { InvoiceOutcome, Subscription } from "@foyer/contract/subscription-wire";
import type { ProrationBehavior } from "@foyer/domain/billing-cycle";
import { api } from "../api.ts";
import { queryClient } from "../query-client.ts";
import { authenticatePayment, finalize } from "./provider.ts";

/** What is to change of which subscription. */
export interface WantedChange {
  readonly customer: string;
  readonly subscription: Pick<Subscription, "id" | "default_tax_rates">;
  readonly plan: string;
  readonly quantity: number;
  readonly behavior: ProrationBehavior;
  /** Id of the preview that was shown; charged is what it said, or nothing. */
  readonly quote: string;
}

/**
 * Carries a change out: records it, and where it has to be paid for now, pays it, with the bank's questions if it has any
 * (QTY-08, CYCLE-04). When this returns, the change is recorded or paid; when it throws, nothing has changed.
 */
export async function settleChange(wanted: WantedChange): Promise<void> {
  const params = { id: wanted.customer, subscription: wanted.subscription.id };
  await call(api, "changeSubscription", {
    params,
    idempotencyKey: crypto.randomUUID(),
    body: {
      plan: wanted.plan,
      quantity: wanted.quantity,
      proration_behavior: wanted.behavior,
      default_tax_rates: wanted.subscription.default_tax_rates.map(({ id }) => id),
      quote: wanted.quote,
    },
  });
  if (wanted.behavior === "none") return;
  const body = { auto_advance: true, quote: wanted.quote };
  await settleInvoice(await call(api, "createInvoice", { params, idempotencyKey: crypto.randomUUID(), body }));
}

/** Brings an invoice that was tried to its end: asks the bank where it wants to be asked, then has it finalized. */
export async function settleInvoice({ invoice, requires_action: action }: InvoiceOutcome): Promise<void> {
  if (action) await authenticatePayment(action.client_secret);
  await finalize(invoice.id);
}

/** News of a change reach the services within seconds of it. */
const REFRESH_AFTER_MS = 3000;

/** Asks for everything again, now and when the news of a change have gone round (TEAM-09). */
export async function refreshAfterChange(): Promise<void> {
  await queryClient.invalidateQueries();
  await new Promise((done) => setTimeout(done, REFRESH_AFTER_MS));
  await queryClient.invalidateQueries();
}
