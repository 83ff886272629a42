import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { staffDecideStatement, staffListStatements } from "./staff-statements.ts";

export function deskRoutes(deps: Deps) {
  return routes({
    staffListStatements: async ({ query }) => ({ statements: await staffListStatements(deps, query.open === true) }),
    staffDecideStatement: async ({ caller, ip, params, body }) => {
      if (body.preview !== true) await deps.accounts.requireProof(caller, body.password, ip);
      return await staffDecideStatement(deps, caller, params.id, body);
    },
  });
}
