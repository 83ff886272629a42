import { call } from "@foyer/api-client/client";
import { INVOICES_A_PAGE } from "@foyer/contract/page-sizes";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../requests/api.ts";
import { refusalOf } from "../failures/refusal-of.ts";
import { userQuery } from "../requests/queries.ts";

/** A customer's default card and subscriptions. Replaces a customer that was deleted at the payment provider. */
export function customerQuery(id: string) {
  return queryOptions({
    queryKey: ["billing", "customer", id],
    queryFn: async ({ client }) => {
      try {
        return await call(api, "readCustomer", { params: { id } });
      } catch (error) {
        const user = refusalOf(error) === "object.not_found" ? client.getQueryData(userQuery.queryKey) : undefined;
        if (!user || user.view_only || user.customer_id[0] !== id) throw error;
        const body = { email: user.email, omni_id: user.id, omni_username: user.username };
        const { customer_id: now } = await call(api, "createCustomer", { body });
        if (now !== id) void client.invalidateQueries(userQuery);
        throw error;
      }
    },
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

/** The effect of the buyer's tax ids on the next charge. */
export function taxFactsQuery(id: string) {
  return queryOptions({ queryKey: ["billing", "tax-facts", id], queryFn: () => readDetails(id) });
}

/** The tax rates of the customer's next purchase; null while its country is not known. */
export function taxRatesQuery(id: string) {
  return queryOptions({
    queryKey: ["billing", "tax-rates", id],
    queryFn: async () => (await call(api, "readBillingDetails", { params: { id } })).tax_rates ?? null,
  });
}

/** The buyer on the customer's invoices, for the form; read again each time the form opens. */
export function billingDetailsQuery(id: string) {
  return queryOptions({
    queryKey: ["billing", "details", id],
    // A refetch must not replace the typed text.
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

/** The plans on sale; they change rarely. */
export const plansQuery = queryOptions({
  queryKey: ["plans"],
  staleTime: 600_000,
  queryFn: async () => (await call(api, "listPlans")).plans,
});

/** The key for the payment provider's script; requested at start, so that it is there when a card is typed (PAY-06). */
export const paymentConfQuery = queryOptions({
  queryKey: ["payment-conf"],
  staleTime: Infinity,
  queryFn: () => call(api, "readPaymentConf"),
});
