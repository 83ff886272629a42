import { paths } from "@foyer/contract/paths";
import { visitorPaths } from "@foyer/contract/visitor-paths";
import { api } from "./api.ts";

/** The client of both services with the calls of pages outside an account. */
export const visitorApi = { ...api, paths: { ...paths, ...visitorPaths } };
