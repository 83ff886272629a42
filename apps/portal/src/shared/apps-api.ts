import { appPaths } from "@foyer/contract/app-paths";
import { paths } from "@foyer/contract/paths";
import { api } from "./api.ts";

/** The client of both services with the calls about the vendor's apps. */
export const appsApi = { ...api, paths: { ...paths, ...appPaths } };
