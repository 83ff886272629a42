import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { repeatableKeyOf } from "./operation-keys.ts";
import { operationKind, type OperationOfKind, requestKind } from "./operation.ts";
import { makeQuietly } from "./quiet-change.ts";
import { by, statement } from "./request-parts.ts";

export const autoRenewal = requestKind("auto_renewal", z.object({ by, statement, cancelAtPeriodEnd: z.boolean() }));
type RenewalSwitch = OperationOfKind<typeof autoRenewal>;

async function changeAutoRenewal(deps: Deps, operation: RenewalSwitch): Promise<void> {
  const { subject: id, request } = operation;
  const willCancel = request.cancelAtPeriodEnd;
  await makeQuietly(deps, operation, {
    send: () => deps.gateway.setAutoRenewal(id, willCancel, repeatableKeyOf(operation, "auto-renewal")),
    isMade: (now) => now.willCancel === willCancel,
  });
}

export const autoRenewalKind = operationKind(autoRenewal, {
  carryOut: changeAutoRenewal,
  madeBy: ({ before, after }, request) => {
    const isTurned = before.cancel_at_period_end !== after.cancel_at_period_end;
    return isTurned && after.cancel_at_period_end === request.cancelAtPeriodEnd ? request : null;
  },
});
