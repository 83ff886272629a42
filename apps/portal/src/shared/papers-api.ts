import { paperPaths } from "@foyer/contract/paper-paths";
import { paths } from "@foyer/contract/paths";
import { api } from "./api.ts";

/** The client of both services with the calls about papers. */
export const papersApi = { ...api, paths: { ...paths, ...paperPaths } };
