import { call } from "@foyer/api-client/client";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../requests/api.ts";

/** The person's devices, and how many each of her licenses may have. */
export const activationsQuery = queryOptions({
  queryKey: ["activations"],
  queryFn: () => call(api, "listActivations"),
});

/** The devices of a license for its managers, and when its seats were last used. */
export const licenseDevicesQuery = (license: string) =>
  queryOptions({
    queryKey: ["license-devices", license],
    queryFn: () => call(api, "listLicenseActivations", { params: { id: license } }),
  });
