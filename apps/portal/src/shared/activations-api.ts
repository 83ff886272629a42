import { call } from "@foyer/api-client/client";
import { activationPaths } from "@foyer/contract/activation-paths";
import { paths } from "@foyer/contract/paths";
import { queryOptions } from "@tanstack/react-query";
import { api } from "./api.ts";

/** The client of both services with the calls about devices. */
export const activationsApi = { ...api, paths: { ...paths, ...activationPaths } };

/** The person's devices, and how many each of her licenses may have. */
export const activationsQuery = queryOptions({
  queryKey: ["activations"],
  queryFn: () => call(activationsApi, "listActivations"),
});

/** The devices of a license for its managers, and when its seats were last used. */
export const licenseDevicesQuery = (license: string) =>
  queryOptions({
    queryKey: ["license-devices", license],
    queryFn: () => call(activationsApi, "listLicenseActivations", { params: { id: license } }),
  });
