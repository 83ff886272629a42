import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { syncSubscription } from "../../subscriptions/sync-subscription.ts";
import { carryOut } from "./carry-out.ts";
import { keyOf } from "./operation-keys.ts";
import { operationKind, type OperationOfKind, requestKind } from "./operation.ts";
import { finishOperation } from "./operation-store.ts";
import { actDraft, recordAct, twin, usedCoupon } from "./request-parts.ts";

/** A coupon that staff puts on a running subscription. */
export const putDiscount = requestKind(
  "put_discount",
  z.object({
    coupon: usedCoupon,
    /** Id of the discount before it, to recognize the new one. */
    replaces: z.string().nullable(),
    after: z.record(z.string(), z.unknown()),
    act: actDraft,
    twin,
  }),
);
type PutDiscount = OperationOfKind<typeof putDiscount>;

async function isPut(deps: Deps, { subject, request }: PutDiscount): Promise<true | null> {
  const discount = (await deps.gateway.subscription(subject))?.discount;
  return discount && discount.id !== request.replaces && discount.coupon.id === request.coupon.id ? true : null;
}

/** Puts the coupon on the subscription once, because a second redemption would restart its months. */
async function carryOutPut(deps: Deps, operation: PutDiscount): Promise<void> {
  const { subject, request } = operation;
  await carryOut<true>(deps, operation, {
    find: () => isPut(deps, operation),
    send: async () => {
      await deps.gateway.putDiscount(subject, request.coupon.id, keyOf(operation, "discount"));
      return true;
    },
    complete: async () => {
      await syncSubscription(deps, subject, async (tx) => {
        await recordAct(tx, deps.clock.now(), request.act, request.after);
        await finishOperation(tx, operation, { state: "done", now: deps.clock.now() });
      });
    },
  });
}

export const putDiscountKind = operationKind(putDiscount, { carryOut: carryOutPut });
