import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { downloadArchive, listArchives, startArchive } from "./archives.ts";
import { linkedPapers, listPapers } from "./papers.ts";

export function paperRoutes(deps: Deps) {
  return routes({
    listDocuments: ({ params, query }) => listPapers(deps, params.id, query),
    listArchives: async ({ params }) => ({ archives: await listArchives(deps, params.id) }),
    startArchive: async ({ params, body }) => ({ archive: await startArchive(deps, params.id, body.year) }),
    downloadArchive: ({ params }) => downloadArchive(deps, params.id, params.archive),
    listLinkedDocuments: ({ body, ip }) => linkedPapers(deps, body, ip),
  });
}
