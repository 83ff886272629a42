import type { ManagedLicense } from "@foyer/contract/licenses";
import { useQuery } from "@tanstack/react-query";
import { managedLicensesQuery } from "../shared/requests/queries.ts";

export type EndedLicense = Pick<ManagedLicense, "id" | "description" | "product_id" | "used_seats">;

interface Found {
  license: EndedLicense | null;
  /** True while it is not known whether there is one. */
  isPending: boolean;
  /** True unless the person manages it and its subscription has ended. */
  isMissing: boolean;
}

/** The ended license to subscribe to again. @param id null for none. */
export function useEndedLicense(id: string | null): Found {
  const licenses = useQuery({ ...managedLicensesQuery, enabled: id !== null });
  const license = licenses.data?.find((one) => one.registration_id === id && one.subscription_state === "inactive");
  return {
    license: license ?? null,
    isPending: id !== null && licenses.isPending,
    isMissing: id !== null && licenses.isSuccess && !license,
  };
}
