import { paths } from "@foyer/contract/paths";
import { staffPaths } from "@foyer/contract/staff-paths";
import { api as own } from "../shared/api.ts";

/** The client of both services with the staff's calls. */
export const api = { ...own, paths: { ...paths, ...staffPaths } };
