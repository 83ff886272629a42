import type { ManagedLicense } from "@foyer/contract/licenses";
import { useQuery } from "@tanstack/react-query";
import { managedLicensesQuery } from "../shared/queries.ts";

export type EndedLicense = Pick<ManagedLicense, "id" | "description" | "product_id" | "used_seats">;

/** The ended license to subscribe to again; it is missing unless the person manages it and it has ended. */
export function useEndedLicense(id: string | null): { license: EndedLicense | null; isMissing: boolean } {
  const licenses = useQuery({ ...managedLicensesQuery, enabled: id !== null });
  const license = licenses.data?.find((one) => one.registration_id === id && one.subscription_state === "inactive");
  return { license: license ?? null, isMissing: id !== null && licenses.isSuccess && !license };
}
