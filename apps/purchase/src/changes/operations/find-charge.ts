import type { Deps } from "../../deps.ts";
import type { ProviderInvoice, ProviderLine } from "../../stripe/payment-gateway.ts";
import type { Charge } from "./charge.ts";

const INVOICES_READ = 20;
/** Our clock and the provider's need not agree to the second. */
const SKEW_SECONDS = 120;

/** A line that no other change can have made: the plan and quantity asked for, from the second that was quoted. */
function isOfChange(line: ProviderLine, { request }: Charge): boolean {
  if (line.planId !== request.plan || line.quantity !== request.quantity || line.amount < 0) return false;
  return !line.proration || line.period.start === request.quote.prorationAt;
}

/**
 * The invoice that a charge made at the provider, where its answer got lost; null when there is none.
 * It carries no mark of ours, as a change that is in force only when paid takes none.
 */
export async function findCharge(deps: Deps, operation: Charge): Promise<ProviderInvoice | null> {
  const invoices = await deps.gateway.subscriptionInvoices(operation.subject, INVOICES_READ);
  const since = operation.created_at.getTime() / 1_000 - SKEW_SECONDS;
  const found = invoices.find(
    (invoice) =>
      invoice.billingReason === "subscription_update" &&
      invoice.created >= since &&
      invoice.lines.some((line) => isOfChange(line, operation)),
  );
  return found ?? null;
}
