import { unixSecondsOf } from "@foyer/contract/wire-values";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { noteSaleTold, saleById } from "./sale-store.ts";

const payload = z.object({ invoiceId: z.string() });

/** Sends a license that is paid once, or its return, to the accounts service. */
export const saleJob = { name: "tell-sale", payload };

export function saleJobFor(deps: Deps): JobDefinition<z.infer<typeof payload>> {
  return defineJob({ ...saleJob, run: ({ invoiceId }) => tellSale(deps, invoiceId) });
}

/** Sends a sale unless it was taken. Sending it twice changes nothing there. */
export async function tellSale(deps: Deps, invoiceId: string): Promise<void> {
  const sale = await saleById(deps.db, invoiceId);
  if (!sale || sale.told_at !== null) return;
  const { customer_id, registration_id, plan, quantity, paid_at: paidAt, returned_at: returnedAt } = sale;
  await deps.accounts.tellSale({
    invoice_id: invoiceId,
    customer_id,
    registration_id,
    plan,
    quantity,
    paid_at: unixSecondsOf(paidAt),
    ...(returnedAt === null ? {} : { returned_at: unixSecondsOf(returnedAt) }),
  });
  await noteSaleTold(deps.db, sale, deps.clock.now());
}

/** Sends at once, for a request whose caller will read there next. If that fails, the job sends it. */
export async function tellSaleNow(deps: Deps, invoiceId: string): Promise<void> {
  try {
    await tellSale(deps, invoiceId);
  } catch (error) {
    deps.log.warn({ err: error, invoiceId }, "a sale could not be sent to the accounts service at once");
  }
}
