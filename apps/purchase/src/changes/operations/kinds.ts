import type { StateChange } from "../../subscriptions/mirror-hooks.ts";
import { autoRenewalKind } from "./change-auto-renewal.ts";
import { buyKind } from "./buy-license.ts";
import { cancelPurchaseKind, returnSaleKind } from "./cancel-purchase.ts";
import { chargeKind } from "./charge-change.ts";
import { giveBackKind } from "./give-back.ts";
import type { Maker, Operation, OperationKind } from "./operation.ts";
import { putDiscountKind } from "./put-discount.ts";
import { payKind } from "./pay-invoice.ts";
import { recordKind } from "./record-change.ts";
import { startKind } from "./start-subscription.ts";

const kinds: ReadonlyMap<string, OperationKind> = new Map(
  [
    chargeKind,
    recordKind,
    autoRenewalKind,
    startKind,
    buyKind,
    giveBackKind,
    payKind,
    cancelPurchaseKind,
    returnSaleKind,
    putDiscountKind,
  ].map((kind) => [kind.name, kind]),
);

/** Kinds of operations that this version can carry out. Kinds of a newer version are left to its instances. */
export const knownKinds: readonly string[] = [...kinds.keys()];

/** Returns who requested the operation if the operation caused the change, otherwise null. */
export function makerOf(change: StateChange, operation: Operation): Maker | null {
  return kinds.get(operation.kind)?.makerOf(change, operation) ?? null;
}

export function kindOf({ id, kind }: Pick<Operation, "id" | "kind">): OperationKind {
  const known = kinds.get(kind);
  if (!known) throw new Error(`operation ${id} is of a kind that this version does not know: ${kind}`);
  return known;
}
