import type { Deps } from "../../deps.ts";
import type { PaymentGateway } from "../../stripe/payment-gateway.ts";
import { renewLease } from "./operation-store.ts";
import type { Operation } from "./operation.ts";

const RENEW_MS = 2_000;

const reads: ReadonlySet<string> = new Set([
  "plans",
  "customer",
  "customersByEmail",
  "allCustomers",
  "taxIds",
  "subscription",
  "subscriptions",
  "preview",
  "invoice",
  "subscriptionInvoices",
  "customerInvoices",
  "pendingItems",
  "credits",
  "charge",
  "cards",
  "card",
  "eventsSince",
  "readEvent",
] satisfies (keyof PaymentGateway)[]);

/**
 * The provider for who holds that operation: each call that changes something is made only while the operation is held.
 *
 * A process that was paused may wake up after another one has taken over: it must not act on what it read before. What
 * it has sent already is done once, as the provider's key of each step is the same for every try.
 */
function heldGateway({ gateway, db }: Deps, operation: Pick<Operation, "id" | "attempts">): PaymentGateway {
  const held =
    <Args extends unknown[], Answer>(act: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      await renewLease(db, operation);
      return await act(...args);
    };
  // Whatever is added to the gateway is held, unless it is named among what only reads.
  const calls = Object.entries(gateway).map(([name, act]) => [name, reads.has(name) ? act : held(act)]);
  return Object.fromEntries(calls) as PaymentGateway;
}

/**
 * Works on an operation that was taken for this instance, and says so all the while: when the process dies or comes to
 * a halt, others take the operation over within seconds.
 *
 * @throws LeaseLost where somebody else has taken it over.
 */
export async function whileHeld<Result>(
  deps: Deps,
  operation: Pick<Operation, "id" | "attempts">,
  work: (held: Deps) => Promise<Result>,
): Promise<Result> {
  const { db } = deps;
  // Where the database does not answer, or the operation is held no more, the work itself finds out.
  const timer = setInterval(() => void renewLease(db, operation).catch(() => undefined), RENEW_MS);
  timer.unref();
  try {
    return await work({ ...deps, gateway: heldGateway(deps, operation) });
  } finally {
    clearInterval(timer);
  }
}
