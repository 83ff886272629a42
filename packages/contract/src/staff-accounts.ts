import { staffRights } from "@foyer/domain/staff-rights";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import {
  failureReport,
  legalHold,
  machineTask,
  provedRepairBody,
  repair,
  repairBody,
  searchHit,
  staffAccountPage,
  staffAct,
} from "./staff-wire.ts";
import { id, instant, success } from "./wire-values.ts";

const ofAccount = z.object({ username: z.string() });
const page = z.object({ limit: z.int().min(1).max(200).optional(), before: z.string().optional() });

const repairOf = { params: ofAccount, reply: repair } as const;

/** Finds accounts, licenses, keys, upgrades and seats by name, address, key or id. */
export const staffSearch = endpoint("staffSearch", {
  requirement: "ROLE-04",
  access: "staff:read",
  summary: "Search accounts and licenses",
  /** `cursor` is one of the answer's `more`, to continue there. */
  query: z.object({ q: z.string(), cursor: z.string().optional() }),
  reply: z.object({
    results: z.array(searchHit),
    more: z.array(z.object({ kind: searchHit.shape.kind, cursor: z.string() })).optional(),
  }),
});

export const staffReadAccount = endpoint("staffReadAccount", {
  access: "staff:read",
  summary: "Read everything of a person",
  params: ofAccount,
  reply: staffAccountPage,
  refusals: ["object.not_found"],
});

/** Closes an account and ends its sessions, or opens it again. */
export const staffSetAccountState = endpoint("staffSetAccountState", {
  ...repairOf,
  access: "staff:support",
  summary: "Close or reopen an account",
  body: repairBody.extend({ account_state: z.literal([100, 300, 301]) }),
  refusals: ["object.not_found", "permission.denied", "email.in_use"],
});

/** Protects the data of an account from erasure until a time. Null removes the protection. */
export const staffSetLegalHold = endpoint("staffSetLegalHold", {
  ...repairOf,
  requirement: null,
  access: "staff:admin",
  summary: "Set or lift a legal hold on an account",
  body: repairBody.extend({ until: instant.nullable() }),
  refusals: ["object.not_found", "permission.denied"],
});

export const staffListLegalHolds = endpoint("staffListLegalHolds", {
  access: "staff:read",
  summary: "List the legal holds",
  reply: z.object({ holds: z.array(legalHold) }),
});

export const staffEndSessions = endpoint("staffEndSessions", {
  ...repairOf,
  access: "staff:support",
  summary: "End all sessions of an account",
  body: repairBody,
  refusals: ["object.not_found", "permission.denied"],
});

export const staffEndApp = endpoint("staffEndApp", {
  ...repairOf,
  requirement: "OIDC-21",
  access: "staff:support",
  summary: "End one connected app of an account",
  params: ofAccount.extend({ grant: id }),
  body: repairBody,
  refusals: ["object.not_found", "permission.denied"],
});

/** Changes an address after the staff member has checked the person's identity. Notifies the old address. */
export const staffChangeEmail = endpoint("staffChangeEmail", {
  ...repairOf,
  access: "staff:support",
  summary: "Ask for another address of an account",
  body: provedRepairBody.extend({ new_email_address: z.string() }),
  refusals: [
    "restore.changed",
    "object.not_found",
    "permission.denied",
    "email.invalid",
    "email.in_use",
    "email.same",
    "permission.proof_required",
    "password.wrong",
  ],
});

export const staffRemoveSecondFactor = endpoint("staffRemoveSecondFactor", {
  ...repairOf,
  access: "staff:admin",
  summary: "Turn the second factor of an account off",
  body: provedRepairBody,
  refusals: ["object.not_found", "permission.denied", "permission.proof_required"],
});

/** Mails a password-reset link to the account's own address. */
export const staffSendPasswordReset = endpoint("staffSendPasswordReset", {
  ...repairOf,
  access: "staff:support",
  summary: "Mail a password-reset link",
  body: repairBody,
  refusals: ["object.not_found", "permission.denied", "mail.unavailable"],
});

/** Moves licenses, seats and keys of one account to another, and closes the first (301). */
export const staffMergeAccounts = endpoint("staffMergeAccounts", {
  ...repairOf,
  access: "staff:admin",
  summary: "Merge an account into another",
  body: provedRepairBody.extend({ into: z.string() }),
  refusals: ["object.not_found", "permission.denied", "permission.proof_required"],
});

/** Sets the rights of a staff member. An empty list makes them a customer. */
export const staffSetRights = endpoint("staffSetRights", {
  ...repairOf,
  access: "staff:admin",
  summary: "Set the rights of a staff member",
  body: provedRepairBody.extend({ rights: z.array(z.enum(staffRights)) }),
  refusals: ["object.not_found", "permission.denied", "permission.proof_required"],
});

/** Opens a read-only session of the account for 30 minutes, marked as such. It refuses every change. */
export const staffViewAs = endpoint("staffViewAs", {
  access: "staff:support",
  summary: "Look at an account as its owner, read-only",
  params: ofAccount,
  body: z.object({ reason: repairBody.shape.reason }),
  reply: success.extend({ token: z.object({ access_token: z.string(), expires_in: z.int() }) }),
  refusals: ["object.not_found", "permission.denied"],
});

/** Reads staff actions, newest first. */
export const staffListActs = endpoint("staffListActs", {
  requirement: "ROLE-04",
  access: "staff:read",
  summary: "Read what staff did",
  query: page.extend({ target: z.string().optional(), staff: z.string().optional() }),
  reply: z.object({ acts: z.array(staffAct), has_more: z.boolean().optional() }),
});

/** Lists failed and waiting background work of the accounts service. */
export const staffListTasks = endpoint("staffListTasks", {
  access: "staff:read",
  summary: "List background work",
  query: page,
  reply: z.object({ tasks: z.array(machineTask) }),
});

/** Lists the newest failures that browsers reported. */
export const staffListFailureReports = endpoint("staffListFailureReports", {
  access: "staff:read",
  summary: "List failures in browsers",
  query: z.object({ limit: z.int().min(1).max(200).optional() }),
  reply: z.object({ reports: z.array(failureReport) }),
});

export const staffRetryTask = endpoint("staffRetryTask", {
  access: "staff:admin",
  summary: "Try failed background work again",
  params: z.object({ id }),
  body: z.object({ reason: repairBody.shape.reason }),
  reply: success,
  refusals: ["object.not_found"],
});
