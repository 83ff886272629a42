import { buyPaths } from "@foyer/contract/buy-paths";
import { paths } from "@foyer/contract/paths";
import { api } from "./api.ts";

/** The client of both services with the calls about buying. */
export const buyApi = { ...api, paths: { ...paths, ...buyPaths } };
