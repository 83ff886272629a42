import { call } from "@foyer/api-client/client";
import { INVOICES_A_PAGE } from "@foyer/contract/page-sizes";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";

/** What the purchase service knows of a customer: the default card, and the subscriptions. */
export function customerQuery(id: string) {
  return queryOptions({
    queryKey: ["billing", "customer", id],
    queryFn: () => call(api, "readCustomer", { params: { id } }),
  });
}

/** The saved cards. */
export function paymentMethodsQuery(id: string) {
  return queryOptions({
    queryKey: ["billing", "payment-methods", id],
    queryFn: async () => (await call(api, "listPaymentMethods", { params: { id } })).payment_methods,
  });
}

const readDetails = async (id: string) => (await call(api, "readBillingDetails", { params: { id } })).billing_details;

/** What the buyer's tax ids do to the next charge, as a page shows it. */
export function taxFactsQuery(id: string) {
  return queryOptions({ queryKey: ["billing", "tax-facts", id], queryFn: () => readDetails(id) });
}

/** Who stands on the customer's invoices as their buyer: for the form, which reads them anew each time it opens. */
export function billingDetailsQuery(id: string) {
  return queryOptions({
    queryKey: ["billing", "details", id],
    // What is typed must not be overtaken by an answer that comes later.
    staleTime: Infinity,
    gcTime: 0,
    queryFn: () => readDetails(id),
  });
}

/** The invoices, newest first, page after page. */
export function invoicesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ["billing", "invoices", id],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      call(api, "listInvoices", {
        params: { id },
        query: { limit: INVOICES_A_PAGE, ...(pageParam !== null && { starting_after: pageParam }) },
      }),
    getNextPageParam: ({ has_more: hasMore, invoices }) => (hasMore ? (invoices.at(-1)?.id ?? null) : null),
  });
}

/** What is on sale; changes rarely. */
export const plansQuery = queryOptions({
  queryKey: ["plans"],
  staleTime: 600_000,
  queryFn: async () => (await call(api, "listPlans")).plans,
});

/** The key for the payment provider's script; asked for at start, so that it is there when a card is entered (PAY-06). */
export const paymentConfQuery = queryOptions({
  queryKey: ["payment-conf"],
  staleTime: Infinity,
  queryFn: () => call(api, "readPaymentConf"),
});
