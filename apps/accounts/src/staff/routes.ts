import * as accounts from "@foyer/contract/staff-accounts";
import * as imports from "@foyer/contract/staff-imports";
import * as licenses from "@foyer/contract/staff-licenses";
import { staffCloseReport, staffListReports } from "@foyer/contract/staff-reports";
import { type Route, route } from "@foyer/service-kit/call";
import { readActs } from "@foyer/service-kit/staff-acts";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import * as repairs from "./account-repairs.ts";
import { listImports, previewImport, startImport } from "./file-imports.ts";
import { issueKey, revokeKey } from "./key-repairs.ts";
import { listLegalHolds, setLegalHold } from "./legal-holds.ts";
import { createLicense, editLicense, transferLicense } from "./license-repairs.ts";
import { mergeAccounts } from "./merge-accounts.ts";
import { closeReport, listReports } from "./not-me-reports.ts";
import { proved } from "./proved.ts";
import { readAccountPage, readLicensePage } from "./read-pages.ts";
import { search } from "./search.ts";
import { moveOrFreeSeats, resendInvitations } from "./seat-repairs.ts";
import { sendPasswordReset } from "./send-password-reset.ts";
import { listTasks, retryTask } from "./tasks.ts";
import { viewAs } from "./view-as.ts";

const FAILURE_REPORTS = 50;

function reading(deps: Deps): Route[] {
  return [
    route(accounts.staffSearch, ({ query }) => search(deps.db, query.q, query.cursor)),
    route(accounts.staffReadAccount, ({ params }) => readAccountPage(deps, params.username)),
    route(licenses.staffReadLicense, ({ params }) => readLicensePage(deps, params.id)),
    route(accounts.staffListActs, ({ query }) => readActs(deps.db, query)),
    route(accounts.staffListLegalHolds, async () => ({ holds: await listLegalHolds(deps) })),
    route(accounts.staffListTasks, async ({ query }) => ({ tasks: await listTasks(deps, query) })),
    route(staffListReports, ({ query }) => listReports(deps, query)),
    route(accounts.staffListFailureReports, async ({ query }) => ({
      reports: await deps.failureReports(query.limit ?? FAILURE_REPORTS),
    })),
  ];
}

function accountRepairs(deps: Deps): Route[] {
  return [
    route(accounts.staffSetAccountState, ({ caller, params, body }) =>
      repairs.setAccountState(deps, caller, params.username, body),
    ),
    route(accounts.staffSetLegalHold, ({ caller, params, body }) => setLegalHold(deps, caller, params.username, body)),
    route(accounts.staffEndSessions, ({ caller, params, body }) =>
      repairs.endSessions(deps, caller, params.username, body),
    ),
    route(accounts.staffChangeEmail, async (call) => {
      const staff = await proved(deps, call);
      return repairs.changeAddress(deps, staff, call.params.username, call.body);
    }),
    route(accounts.staffRemoveSecondFactor, async (call) => {
      const staff = await proved(deps, call);
      return repairs.removeSecondFactor(deps, staff, call.params.username, call.body);
    }),
    route(accounts.staffSetRights, async (call) => {
      const staff = await proved(deps, call);
      return repairs.setRights(deps, staff, call.params.username, call.body);
    }),
    route(accounts.staffSendPasswordReset, ({ caller, params, body }) =>
      sendPasswordReset(deps, caller, params.username, body),
    ),
    route(accounts.staffMergeAccounts, async (call) => {
      const staff = await proved(deps, call);
      return mergeAccounts(deps, staff, call.params.username, call.body);
    }),
    route(accounts.staffViewAs, async ({ caller, params, body, ip, userAgent }) => ({
      ...done,
      token: await viewAs(deps, caller, params.username, { ...body, ip, userAgent }),
    })),
  ];
}

function licenseRoutes(deps: Deps): Route[] {
  return [
    route(licenses.staffCreateLicense, async (call) => {
      const staff = await proved(deps, call);
      return createLicense(deps, staff, call.body);
    }),
    route(licenses.staffEditLicense, ({ caller, params, body }) => editLicense(deps, caller, params.id, body)),
    route(licenses.staffTransferLicense, async (call) => {
      const staff = await proved(deps, call);
      return transferLicense(deps, staff, call.params.id, call.body);
    }),
    route(licenses.staffMoveSeats, ({ caller, params, body }) => moveOrFreeSeats(deps, caller, params.id, body)),
    route(licenses.staffResendInvitation, ({ caller, params, body }) =>
      resendInvitations(deps, caller, params.id, body),
    ),
    route(licenses.staffIssueKey, async (call) => {
      const staff = await proved(deps, call);
      return issueKey(deps, staff, call.body);
    }),
    route(licenses.staffRevokeKey, ({ caller, params, body }) => revokeKey(deps, caller, params.key, body)),
    route(accounts.staffRetryTask, async ({ caller, params, body }) => {
      await retryTask(deps, caller, params.id, body.reason);
      return done;
    }),
    route(staffCloseReport, async ({ caller, params, body }) => {
      await closeReport(deps, caller, params.id, body.reason);
      return done;
    }),
  ];
}

function importRoutes(deps: Deps): Route[] {
  return [
    route(imports.staffCheckImport, ({ body }) => previewImport(deps, body.file)),
    route(imports.staffStartImport, async (call) => {
      const staff = await proved(deps, call);
      return startImport(deps, staff, call.body);
    }),
    route(imports.staffListImports, async () => ({ imports: await listImports(deps) })),
  ];
}

/** The staff's area; its endpoints say which right each call needs. */
export function staffRoutes(deps: Deps): Route[] {
  return [...reading(deps), ...accountRepairs(deps), ...licenseRoutes(deps), ...importRoutes(deps)];
}
