import { call } from "@foyer/api-client/client";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../requests/api.ts";

/** The buyer's references on later invoices. */
export function referencesQuery(customerId: string) {
  return queryOptions({
    queryKey: ["billing", "references", customerId],
    queryFn: async () => (await call(api, "readReferences", { params: { id: customerId } })).references,
  });
}

/** The customer's quotes, newest first. */
export function quotesQuery(customerId: string) {
  return queryOptions({
    queryKey: ["billing", "quotes", customerId],
    queryFn: async () => (await call(api, "listPaperQuotes", { params: { id: customerId } })).quotes,
  });
}
