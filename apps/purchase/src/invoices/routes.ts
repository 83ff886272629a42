import type { Person } from "@foyer/service-kit/call";
import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { createInvoice } from "./create-invoice.ts";
import { finalizeInvoice, listInvoices } from "./other-invoices.ts";
import { type AskedPayment, makePayment, readPayment } from "./payments.ts";

export function invoiceRoutes(deps: Deps) {
  return routes({
    createInvoice: ({ caller, params, body }) =>
      createInvoice(deps, {
        customerId: params.id,
        subscriptionId: params.subscription,
        quote: body.quote,
        by: caller.username,
      }),
    finalizeInvoice: ({ caller, params }) => finalizeInvoice(deps, caller.customerIds, params.invoice),
    listInvoices: ({ params, query }) =>
      listInvoices(deps, params.id, { limit: query.limit, startingAfter: query.starting_after }),
    readPayment: async ({ caller, params }) => ({ payment: await readPayment(deps, paymentOf(caller, params)) }),
    makePayment: async ({ caller, params }) => ({ payment: await makePayment(deps, paymentOf(caller, params)) }),
  });
}

const paymentOf = (
  { username: by }: Pick<Person, "username">,
  asked: { id: string; payment: string },
): AskedPayment => ({ customerId: asked.id, id: asked.payment, by });
