import { inTransaction, type Queryable } from "@foyer/service-kit/db";
import type { PurchaseSchema } from "../db/purchase-schema.ts";
import { decideNotice } from "../notices/decide-notice.ts";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { recordAct } from "../staff/act-store.ts";
import type { ProviderCredit } from "../stripe/payment-gateway.ts";
import { ProviderFailure } from "../stripe/provider-failure.ts";
import { endByFailure } from "./end-by-failure.ts";
import { isKeyKept, keyOf } from "./operation-keys.ts";
import { finishOperation } from "./operation-store.ts";
import type { GiveBack } from "./requests.ts";

async function complete(deps: PurchaseDeps, operation: GiveBack, credit: ProviderCredit): Promise<void> {
  const { giveBack, act } = operation.request;
  const before = Number(act?.before?.["given_back"] ?? 0);
  const after = { ...act?.before, given_back: before + credit.amount, to: giveBack.to, credit_note: credit.id };
  const now = deps.clock.now();
  await inTransaction(deps.database.kysely, async (tx) => {
    await recordAct(tx, now, act, after);
    if (giveBack.tell) await tellReturned(deps, tx, operation, giveBack.tell);
    await finishOperation(tx, operation, { state: "done", now });
  });
}

/** Mails that a payment comes back which nobody of ours has decided to return. */
async function tellReturned(
  deps: PurchaseDeps,
  tx: Queryable<PurchaseSchema>,
  { customer_id: customerId, request: { giveBack } }: GiveBack,
  told: { readonly description: string; readonly currency: string },
): Promise<void> {
  const { invoice, amount, balance = 0 } = giveBack;
  const about = { customerId, subject: invoice, occasion: "returned" };
  await decideNotice(deps, tx, about, { kind: "payment_returned", amount, credit: balance, ...told });
}

/** Gives money back for an invoice, once. */
export async function giveBack(deps: PurchaseDeps, operation: GiveBack): Promise<void> {
  const { giveBack: wanted } = operation.request;
  const find = async (): Promise<ProviderCredit | undefined> =>
    (await deps.gateway.credits(wanted.invoice)).find(({ operationId }) => operationId === operation.id);
  const found = operation.attempts > 1 ? await find() : undefined;
  if (found) return await complete(deps, operation, found);
  if (!isKeyKept(operation, deps.clock.now())) return await endByFailure(deps, operation, null);
  const { invoice: invoiceId, amount, to, balance = 0 } = wanted;
  const credit = { invoiceId, amount, to, balance, operationId: operation.id };
  try {
    await complete(deps, operation, await deps.gateway.giveBack(credit, keyOf(operation, "give-back")));
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const made = await find();
    if (made) return await complete(deps, operation, made);
    await endByFailure(deps, operation, error);
  }
}
