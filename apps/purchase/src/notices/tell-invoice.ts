import { inTransaction } from "@foyer/service-kit/db";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { z } from "zod";
import { mailContacts } from "../billing-contacts/contact-mails.ts";
import type { Deps } from "../deps.ts";
import { noteNotice } from "./notice-store.ts";

const payload = z.object({ invoiceId: z.string() });
/** Mails billing contacts about a paid invoice, once. */
export const tellInvoiceJob = { name: "tell-invoice", payload };

export function tellInvoiceJobFor(deps: Deps): JobDefinition<z.infer<typeof payload>> {
  return defineJob({
    ...tellInvoiceJob,
    run: async ({ invoiceId }) => {
      const invoice = await deps.gateway.invoice(invoiceId);
      if (invoice?.status !== "paid" || invoice.customerId === null || invoice.total === 0) return;
      const { customerId, number, total: amount, currency } = invoice;
      await inTransaction(deps.db, async (tx) => {
        const notice = { kind: "invoice_paid", subject: invoiceId, occasion: "contacts" };
        if (!(await noteNotice(tx, notice, deps.clock.now()))) return;
        await mailContacts(deps, tx, customerId, { kind: "invoices", number: number ?? invoiceId, amount, currency });
      });
    },
  });
}
