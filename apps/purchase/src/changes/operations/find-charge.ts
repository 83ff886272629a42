import type { Deps } from "../../deps.ts";
import type { ProviderInvoice, ProviderLine } from "../../stripe/payment-gateway.ts";
import type { Charge } from "./charge.ts";

const INVOICES_READ = 20;
/** Allowed difference between our clock and the provider's. */
const SKEW_SECONDS = 120;

/** True for a line that only this change can have made: its plan and quantity, starting at the quoted second. */
function isOfChange(line: ProviderLine, { request }: Charge): boolean {
  if (line.planId !== request.plan || line.quantity !== request.quantity || line.amount < 0) return false;
  return !line.proration || line.period.start === request.quote.prorationAt;
}

/**
 * Finds the invoice of a charge after its answer was lost. Returns null if there is none.
 * The invoice has no operation id, because the provider accepts no metadata with a pending update.
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
