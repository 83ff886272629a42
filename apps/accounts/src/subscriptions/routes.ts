import {
  confirmErasure,
  introspect,
  listErasures,
  requireProof,
  tellCustomer,
  tellSubscription,
} from "@foyer/contract/internal";
import { instantOf } from "@foyer/contract/wire-values";
import { type Route, route } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { confirmErasureOf } from "../erasure/confirm-erasure.ts";
import { erasuresAtProvider } from "../erasure/erasure-store.ts";
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
    route(listErasures, async () => ({
      erasures: (await erasuresAtProvider(deps.db)).map((erasure) => ({
        omni_id: erasure.account_id,
        username: erasure.username,
        addresses: erasure.addresses,
        customer_ids: erasure.customer_ids,
        begun: instantOf(erasure.begun_at),
      })),
    })),
    route(confirmErasure, async ({ body }) => {
      await confirmErasureOf(deps, body.omni_id);
      return done;
    }),
    route(tellSubscription, async ({ body }) => ({
      ...done,
      applied: await inTransaction(deps.db, (tx) => takeSubscription(tx, body, deps.clock.now())),
    })),
  ];
}
