import { staffChangeEmail } from "../access-restore/change-address.ts";
import { routes } from "@foyer/service-kit/routes";
import { readActs } from "@foyer/service-kit/staff-acts";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import {
  staffEndApp,
  staffEndSessions,
  staffRemoveSecondFactor,
  staffSendPasswordReset,
  staffSetAccountState,
  staffSetRights,
} from "./account-repairs.ts";
import { staffFreeDevice, staffSetDeviceLimit } from "./device-repairs.ts";
import { staffCheckImport, staffListImports, staffStartImport } from "./file-imports.ts";
import {
  staffCreateLicense,
  staffEditLicense,
  staffIssueKey,
  staffMailLicense,
  staffReplaceKey,
  staffRevokeKey,
  staffTransferLicense,
} from "./license-repairs.ts";
import { staffListLegalHolds, staffSetLegalHold } from "./legal-holds.ts";
import { staffMergeAccounts } from "./merge-accounts.ts";
import { staffCloseReport, staffListReports } from "./not-me-reports.ts";
import { proved } from "../staff-acts/proved.ts";
import { staffReadAccount, staffReadLicense } from "./read-pages.ts";
import { staffSearch } from "./search.ts";
import { staffMoveSeats, staffResendInvitation } from "./seat-repairs.ts";
import { staffListTasks, staffRetryTask } from "./tasks.ts";
import { staffViewAs } from "./view-as.ts";

const FAILURE_REPORTS = 50;

function reading(deps: Deps) {
  return routes({
    staffSearch: ({ query }) => staffSearch(deps.db, query.q, query.cursor),
    staffReadAccount: ({ params }) => staffReadAccount(deps, params.username),
    staffReadLicense: ({ params }) => staffReadLicense(deps, params.id),
    staffListActs: ({ query }) => readActs(deps.db, query),
    staffListLegalHolds: async () => ({ holds: await staffListLegalHolds(deps) }),
    staffListTasks: async ({ query }) => ({ tasks: await staffListTasks(deps, query) }),
    staffListReports: ({ query }) => staffListReports(deps, query),
    staffListFailureReports: async ({ query }) => ({
      reports: await deps.failureReports(query.limit ?? FAILURE_REPORTS),
    }),
  });
}

function accountRepairs(deps: Deps) {
  return routes({
    staffSetAccountState: ({ caller, params, body }) => staffSetAccountState(deps, caller, params.username, body),
    staffSetLegalHold: ({ caller, params, body }) => staffSetLegalHold(deps, caller, params.username, body),
    staffEndApp: ({ caller, params, body }) => staffEndApp(deps, caller, params, body),
    staffEndSessions: ({ caller, params, body }) => staffEndSessions(deps, caller, params.username, body),
    staffChangeEmail: async (call) => staffChangeEmail(deps, await proved(deps, call), call.params.username, call.body),
    staffRemoveSecondFactor: async (call) =>
      staffRemoveSecondFactor(deps, await proved(deps, call), call.params.username, call.body),
    staffSetRights: async (call) => staffSetRights(deps, await proved(deps, call), call.params.username, call.body),
    staffSendPasswordReset: ({ caller, params, body }) => staffSendPasswordReset(deps, caller, params.username, body),
    staffMergeAccounts: async (call) =>
      staffMergeAccounts(deps, await proved(deps, call), call.params.username, call.body),
    staffViewAs: async ({ caller, params, body, ip, userAgent }) => ({
      ...done,
      token: await staffViewAs(deps, caller, params.username, { ...body, ip, userAgent }),
    }),
  });
}

function licenseRoutes(deps: Deps) {
  return routes({
    staffCreateLicense: async (call) => staffCreateLicense(deps, await proved(deps, call), call.body),
    staffEditLicense: ({ caller, params, body }) => staffEditLicense(deps, caller, params.id, body),
    staffTransferLicense: async (call) =>
      staffTransferLicense(deps, await proved(deps, call), call.params.id, call.body),
    staffMoveSeats: ({ caller, params, body }) => staffMoveSeats(deps, caller, params.id, body),
    staffResendInvitation: ({ caller, params, body }) => staffResendInvitation(deps, caller, params.id, body),
    staffMailLicense: ({ caller, params, body }) => staffMailLicense(deps, caller, params.id, body),
    staffFreeDevice: ({ caller, params, body }) => staffFreeDevice(deps, caller, params.activation, body),
    staffSetDeviceLimit: ({ caller, params, body }) => staffSetDeviceLimit(deps, caller, params.id, body),
    staffIssueKey: async (call) => staffIssueKey(deps, await proved(deps, call), call.body),
    staffReplaceKey: async (call) => staffReplaceKey(deps, await proved(deps, call), call.params.id, call.body),
    staffRevokeKey: ({ caller, params, body }) => staffRevokeKey(deps, caller, params.key, body),
    staffRetryTask: async ({ caller, params, body }) => {
      await staffRetryTask(deps, caller, params.id, body.reason);
      return done;
    },
    staffCloseReport: async ({ caller, params, body }) => {
      await staffCloseReport(deps, caller, params.id, body.reason);
      return done;
    },
  });
}

function importRoutes(deps: Deps) {
  return routes({
    staffCheckImport: ({ body }) => staffCheckImport(deps, body.file),
    staffStartImport: async (call) => staffStartImport(deps, await proved(deps, call), call.body),
    staffListImports: async () => ({ imports: await staffListImports(deps) }),
  });
}

/** Endpoints of the staff area; each declares the right that it needs. */
export function staffRoutes(deps: Deps) {
  return { ...reading(deps), ...accountRepairs(deps), ...licenseRoutes(deps), ...importRoutes(deps) };
}
