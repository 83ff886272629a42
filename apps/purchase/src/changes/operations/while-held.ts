import type { Deps } from "../../deps.ts";
import type { PaymentGateway } from "../../stripe/payment-gateway.ts";
import { renewLease } from "./operation-store.ts";
import type { Operation } from "./operation.ts";

const RENEW_MS = 2_000;

const reads: ReadonlySet<string> = new Set([
  "plans",
  "oncePrices",
  "countryRates",
  "couponCodes",
  "allCouponCodes",
  "customer",
  "isCustomerDeleted",
  "customersByEmail",
  "allCustomers",
  "taxIds",
  "subscription",
  "unreadableSubscription",
  "subscriptions",
  "preview",
  "invoice",
  "subscriptionInvoices",
  "customerInvoices",
  "invoicesByNumber",
  "customerCreditNotes",
  "paper",
  "pendingItems",
  "credits",
  "charge",
  "cards",
  "card",
  "eventsSince",
  "readEvent",
] satisfies (keyof PaymentGateway)[]);

/**
 * Returns the gateway for the instance that leases an operation. Each write call first renews the lease.
 *
 * A paused process may resume after another one has taken over, and must not act on outdated data. Calls
 * that it has already sent are done once, because each step has one key at the provider.
 */
function heldGateway({ gateway, db }: Deps, operation: Pick<Operation, "id" | "attempts">): PaymentGateway {
  const held =
    <Args extends unknown[], Answer>(act: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      await renewLease(db, operation);
      return await act(...args);
    };
  // New gateway calls count as writes unless `reads` lists them.
  const calls = Object.entries(gateway).map(([name, act]) => [name, reads.has(name) ? act : held(act)]);
  return Object.fromEntries(calls) as PaymentGateway;
}

/**
 * Runs `work` on a leased operation and renews the lease until it ends. When the process dies or stops,
 * another instance takes over within seconds.
 *
 * @throws LeaseLost if another instance has taken over.
 */
export async function whileHeld<Result>(
  deps: Deps,
  operation: Pick<Operation, "id" | "attempts">,
  work: (held: Deps) => Promise<Result>,
): Promise<Result> {
  const { db } = deps;
  // The next write of `work` detects a lost lease or an unavailable database.
  const timer = setInterval(() => void renewLease(db, operation).catch(() => undefined), RENEW_MS);
  timer.unref();
  try {
    return await work({ ...deps, gateway: heldGateway(deps, operation) });
  } finally {
    clearInterval(timer);
  }
}
