import { inTransaction } from "@foyer/service-kit/db";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { recordAct } from "../staff/act-store.ts";
import { ProviderFailure, type ProviderCredit } from "../stripe/payment-gateway.ts";
import { endByFailure } from "./end-by-failure.ts";
import { isKeyKept, keyOf } from "./operation-keys.ts";
import { finishOperation, type Operation } from "./operation-store.ts";

async function complete(deps: PurchaseDeps, operation: Operation, credit: ProviderCredit): Promise<void> {
  const { giveBack, act } = operation.request;
  const before = Number(act?.before?.["given_back"] ?? 0);
  const after = { ...act?.before, given_back: before + credit.amount, to: giveBack?.to, credit_note: credit.id };
  const now = deps.clock.now();
  await inTransaction(deps.database.kysely, async (tx) => {
    await recordAct(tx, now, operation, after);
    await finishOperation(tx, operation.id, { state: "done", now });
  });
}

/** Gives money back for an invoice, once. */
export async function giveBack(deps: PurchaseDeps, operation: Operation): Promise<void> {
  const { giveBack: wanted } = operation.request;
  if (!wanted) throw new Error(`operation ${operation.id} says nothing of an amount`);
  const find = async (): Promise<ProviderCredit | undefined> =>
    (await deps.gateway.credits(wanted.invoice)).find(({ operationId }) => operationId === operation.id);
  const found = operation.attempts > 1 ? await find() : undefined;
  if (found) return await complete(deps, operation, found);
  if (!isKeyKept(operation, deps.clock.now())) return await endByFailure(deps, operation, null);
  const credit = { invoiceId: wanted.invoice, amount: wanted.amount, to: wanted.to, operationId: operation.id };
  try {
    await complete(deps, operation, await deps.gateway.giveBack(credit, keyOf(operation, "give-back")));
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const made = await find();
    if (made) return await complete(deps, operation, made);
    await endByFailure(deps, operation, error);
  }
}
