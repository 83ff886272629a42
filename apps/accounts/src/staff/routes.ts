import * as accounts from "@foyer/contract/staff-accounts";
import { staffReadLicense } from "@foyer/contract/staff-licenses";
import { type Route, route } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import * as repairs from "./account-repairs.ts";
import { readActs } from "./act-store.ts";
import { readAccountPage, readLicensePage } from "./read-pages.ts";
import { search } from "./search.ts";
import { viewAs } from "./view-as.ts";

function reading(deps: Deps): Route[] {
  return [
    route(accounts.staffSearch, ({ query }) => search(deps.db, query.q, query.cursor)),
    route(accounts.staffReadAccount, ({ params }) => readAccountPage(deps, params.username)),
    route(staffReadLicense, ({ params }) => readLicensePage(deps, params.id)),
    route(accounts.staffListActs, ({ query }) => readActs(deps.db, query)),
  ];
}

function accountRepairs(deps: Deps): Route[] {
  return [
    route(accounts.staffSetAccountState, ({ caller, params, body }) =>
      repairs.setAccountState(deps, caller, params.username, body),
    ),
    route(accounts.staffEndSessions, ({ caller, params, body }) =>
      repairs.endSessions(deps, caller, params.username, body),
    ),
    route(accounts.staffChangeEmail, ({ caller, params, body }) =>
      repairs.changeAddress(deps, caller, params.username, body),
    ),
    route(accounts.staffRemoveSecondFactor, ({ caller, params, body }) =>
      repairs.removeSecondFactor(deps, caller, params.username, body),
    ),
    route(accounts.staffSetRights, ({ caller, params, body }) =>
      repairs.setRights(deps, caller, params.username, body),
    ),
    route(accounts.staffViewAs, async ({ caller, params, body, ip, userAgent }) => ({
      ...done,
      token: await viewAs(deps, caller, params.username, { ...body, ip, userAgent }),
    })),
  ];
}

/** The staff's area; its endpoints say which right each call needs. */
export function staffRoutes(deps: Deps): Route[] {
  return [...reading(deps), ...accountRepairs(deps)];
}
