import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { createInvoice, readCharge } from "./create-invoice.ts";
import { finalizeInvoice, listInvoices, payInvoice } from "./other-invoices.ts";

export function invoiceRoutes(deps: Deps) {
  return routes({
    createInvoice: ({ caller, params, body }) =>
      createInvoice(deps, {
        customerId: params.id,
        subscriptionId: params.subscription,
        quote: body.quote,
        by: caller.username,
      }),
    readCharge: ({ caller, params }) =>
      readCharge(deps, {
        customerId: params.id,
        subscriptionId: params.subscription,
        quote: params.quote,
        by: caller.username,
      }),
    finalizeInvoice: ({ caller, params }) => finalizeInvoice(deps, caller.customerIds, params.invoice),
    listInvoices: ({ params, query }) =>
      listInvoices(deps, params.id, { limit: query.limit, startingAfter: query.starting_after }),
    payInvoice: ({ caller, params, body }) =>
      payInvoice(deps, {
        customerId: params.id,
        invoiceId: params.invoice,
        paymentMethod: body.payment_method,
        by: caller.username,
      }),
  });
}
