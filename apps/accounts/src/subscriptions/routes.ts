import { introspect, requireProof, tellCustomer, tellSubscription } from "@foyer/contract/internal";
import { type Route, route } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { requireProofFor } from "../passwords/prove-password.ts";
import { introspectToken } from "../sessions/introspect-token.ts";
import { takeCustomer } from "./take-customer.ts";
import { takeSubscription } from "./take-subscription.ts";

/** What the purchase service asks and tells. */
export function internalRoutes(deps: Deps): Route[] {
  return [
    route(introspect, ({ body }) => introspectToken(deps, body.token)),
    route(requireProof, async ({ body, requestId }) => {
      await requireProofFor(deps, body, { ip: body.ip, requestId });
      return done;
    }),
    route(tellCustomer, async ({ body }) => {
      await takeCustomer(deps, body.omni_id, body.customer_id);
      return done;
    }),
    route(tellSubscription, async ({ body }) => ({
      ...done,
      applied: await inTransaction(deps.db, (tx) => takeSubscription(tx, body, deps.clock.now())),
    })),
  ];
}
