import { call } from "@foyer/api-client/client";
import type { Catalogue } from "@foyer/contract/checkout";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../shared/requests/api.ts";
import { catalogueElement } from "../shared/served/served-buying.ts";

/** Returns the catalogue that the host wrote into the page, if any. */
function catalogueInPage(): Catalogue | undefined {
  const text = typeof document === "undefined" ? null : document.getElementById(catalogueElement)?.textContent;
  return text ? (JSON.parse(text) as Catalogue) : undefined;
}

/** The plans on sale. */
export const catalogueQuery = queryOptions({
  queryKey: ["catalogue"],
  staleTime: 60_000,
  initialData: catalogueInPage,
  initialDataUpdatedAt: () => performance.timeOrigin,
  queryFn: () => call(api, "readCatalogue"),
});

const LOOK_MS = 1_500;

/** A checkout; refetched while its payment is processed, and until its license exists. */
export function checkoutQuery(id: string) {
  return queryOptions({
    queryKey: ["checkout", id],
    queryFn: async () => (await call(api, "readCheckout", { params: { checkout: id } })).checkout,
    refetchInterval: ({ state: { data } }) =>
      data?.state === "paying" || (data?.state === "paid" && !data.is_license_ready) ? LOOK_MS : false,
  });
}
