import { accountsCalls } from "./accounts-calls.ts";
import type { Endpoint } from "./endpoint.ts";
import { purchaseCalls } from "./purchase-calls.ts";

export { accountsCalls, purchaseCalls };

/** Every call of the accounts service, in the order in which they are asked. */
export const accountsEndpoints: readonly Endpoint[] = Object.values(accountsCalls);

/** Every call of the purchase service, in the order in which they are asked. */
export const purchaseEndpoints: readonly Endpoint[] = Object.values(purchaseCalls);

/** The calls of both services by name; what the typed client is typed from. */
export type Calls = typeof accountsCalls & typeof purchaseCalls;
