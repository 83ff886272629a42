import { downloadData, readDataExport, startDataExport } from "@foyer/contract/data-export";
import { addPayments, listDataExports } from "@foyer/contract/internal";
import { type Route, route } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { limitGuesses } from "../mailed-secrets/limit-guesses.ts";
import { exportsAtProvider } from "./data-export-store.ts";
import { downloadOf, readExportOf, startExportOf } from "./export-data.ts";
import { takePayments } from "./gather-data.ts";

/** Everything that is kept about a person, for herself. */
export function dataExportRoutes(deps: Deps): Route[] {
  return [
    route(readDataExport, ({ caller }) => readExportOf(deps, caller)),
    route(startDataExport, async ({ caller, ...origin }) => ({
      ...done,
      export: await startExportOf(deps, caller, origin),
    })),
    route(downloadData, async ({ body, caller, ...origin }) => ({
      files: await limitGuesses(deps, origin.ip, () => downloadOf(deps, caller, body.token, origin)),
    })),
    route(listDataExports, async () => ({ exports: await exportsAtProvider(deps.db) })),
    route(addPayments, async ({ body }) => {
      await takePayments(deps, body.id, body.payments);
      return done;
    }),
  ];
}
