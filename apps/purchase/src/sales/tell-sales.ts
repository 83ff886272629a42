import type { ToldAs } from "@foyer/contract/staff-purchase";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { z } from "zod";
import { MessageRefused } from "../accounts/refused-message.ts";
import type { Deps } from "../deps.ts";
import { noteSaleRefused, noteSaleTold, saleById } from "./sale-store.ts";

const payload = z.object({ invoiceId: z.string() });

/** Sends a license that is paid once, or its return, to the accounts service. */
export const saleJob = { name: "tell-sale", payload };

export function saleJobFor(deps: Deps): JobDefinition<z.infer<typeof payload>> {
  return defineJob({ ...saleJob, run: async ({ invoiceId }) => void (await tellSale(deps, invoiceId)) });
}

/**
 * Sends a sale unless it was taken, with the corrections of staff. Sending it twice changes nothing there. A refused one is
 * set aside.
 *
 * @returns why it was refused, or null.
 */
export async function tellSale(deps: Deps, invoiceId: string, toldAs?: ToldAs): Promise<string | null> {
  const { db, clock } = deps;
  const sale = await saleById(db, invoiceId);
  if (!sale || sale.told_at !== null) return null;
  const { customer_id, paid_at: paidAt, returned_at: returnedAt } = sale;
  // The return of a corrected sale names the corrected license.
  const corrected = { ...sale.told_as, ...toldAs };
  try {
    await deps.accounts.tellSale({
      invoice_id: invoiceId,
      customer_id,
      registration_id: corrected.registration_id ?? sale.registration_id,
      plan: corrected.plan ?? sale.plan,
      quantity: corrected.quantity ?? sale.quantity,
      paid_at: unixSecondsOf(paidAt),
      ...(returnedAt === null ? {} : { returned_at: unixSecondsOf(returnedAt) }),
    });
  } catch (error) {
    if (!(error instanceof MessageRefused)) throw error;
    deps.log.error({ invoice: invoiceId, reason: error.message }, "a message to the accounts service is set aside");
    await noteSaleRefused(db, sale, error, clock.now());
    return error.message;
  }
  await noteSaleTold(db, sale, clock.now(), toldAs && corrected);
  return null;
}

/** Sends at once, for a request whose caller will read there next. If that fails, the job sends it. */
export async function tellSaleNow(deps: Deps, invoiceId: string): Promise<void> {
  try {
    await tellSale(deps, invoiceId);
  } catch (error) {
    deps.log.warn({ err: error, invoiceId }, "a sale could not be sent to the accounts service at once");
  }
}
