import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { limitGuesses } from "../secrets/limit-guesses.ts";
import { exportsAtProvider } from "./data-export-store.ts";
import { downloadData, readDataExport, startDataExport } from "./export-data.ts";
import { addPayments } from "./gather-data.ts";

/** Endpoints with which a person exports all data stored about her. */
export function dataExportRoutes(deps: Deps) {
  return routes({
    readDataExport: ({ caller }) => readDataExport(deps, caller),
    startDataExport: async ({ caller, ...origin }) => ({
      ...done,
      export: await startDataExport(deps, caller, origin),
    }),
    downloadData: async ({ body, caller, ...origin }) => ({
      files: await limitGuesses(deps, origin.ip, () => downloadData(deps, caller, body.token, origin)),
    }),
    listDataExports: async () => ({ exports: await exportsAtProvider(deps.db) }),
    addPayments: async ({ body }) => {
      await addPayments(deps, body.id, body.payments);
      return done;
    },
  });
}
