import * as accounts from "@foyer/contract/staff-accounts";
import { staffReadLicense } from "@foyer/contract/staff-licenses";
import { type Person, type Route, route } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { requireProof } from "../passwords/prove-password.ts";
import type { Origin } from "../security-events/security-events.ts";
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

/** The most sensitive repairs want the staff member's password within the last five minutes; looking at a preview does not. */
async function proved(
  deps: Deps,
  call: { caller: Person; body: { password?: string | undefined; preview?: boolean | undefined } } & Origin,
): Promise<void> {
  if (call.body.preview !== true) await requireProof(deps, call.caller, call.body.password, call);
}

function accountRepairs(deps: Deps): Route[] {
  return [
    route(accounts.staffSetAccountState, ({ caller, params, body }) =>
      repairs.setAccountState(deps, caller, params.username, body),
    ),
    route(accounts.staffEndSessions, ({ caller, params, body }) =>
      repairs.endSessions(deps, caller, params.username, body),
    ),
    route(accounts.staffChangeEmail, async (call) => {
      await proved(deps, call);
      return repairs.changeAddress(deps, call.caller, call.params.username, call.body);
    }),
    route(accounts.staffRemoveSecondFactor, async (call) => {
      await proved(deps, call);
      return repairs.removeSecondFactor(deps, call.caller, call.params.username, call.body);
    }),
    route(accounts.staffSetRights, async (call) => {
      await proved(deps, call);
      return repairs.setRights(deps, call.caller, call.params.username, call.body);
    }),
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
