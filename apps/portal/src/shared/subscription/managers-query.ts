import { call } from "@foyer/api-client/client";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../requests/api.ts";

/** The managers of a license, the contact first. */
export function managersQuery(licenseId: string) {
  return queryOptions({
    queryKey: ["managers", licenseId],
    queryFn: async ({ signal }) => (await call(api, "listManagers", { params: { id: licenseId }, signal })).managers,
  });
}
