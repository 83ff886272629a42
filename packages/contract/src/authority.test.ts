import { readFile } from "node:fs/promises";
import { rightForAct, type StaffAct } from "@foyer/domain/staff-rights";
import { expect, test } from "vitest";
import { authorityPage, refusalFor, roles } from "./authority.ts";
import { accountsEndpoints, type Calls, purchaseEndpoints } from "./endpoints.ts";

const all = [...accountsEndpoints, ...purchaseEndpoints];

test("ROLE-05 R-38 docs/authority.md matches the endpoint table", async () => {
  const page = await readFile(new URL("../../../docs/authority.md", import.meta.url), "utf8");
  expect(page).toBe(authorityPage());
});

test("ROLE-01 without a session a caller may sign in, sign up, reset a password, follow a mailed link, and nothing else", () => {
  const open = all.filter(({ access }) => refusalFor(access, "signed out") === null).map(({ name }) => name);
  expect(open.toSorted()).toEqual(
    [
      "signIn",
      "startPasskeySignIn",
      "signInByPasskey",
      "refreshSession",
      "startSignUp",
      "confirmSignUpKey",
      "startInvitedSignUp",
      "checkAccountName",
      "requestPasswordReset",
      "readPasswordReset",
      "confirmPasswordReset",
      "confirmEmail",
      "undoEmail",
      "undoContact",
      "readNotMe",
      "disownByLink",
      "askToComeBack",
      "comeBack",
      "stopRestore",
      "readInvitation",
      // A page that an app opened, known by its cookie, and a link that an app received.
      "readAppRequest",
      "denyAppRequest",
      "readAppSignOut",
      "finishAppSignOut",
      "openPortalLink",
      // Mails an address what is its own, and says the same of every address.
      "findLicenseKeys",
      // By a license key.
      "activateByKey",
      // Public keys.
      "listLicenseSigningKeys",
      // The papers of a customer, by a link that was mailed to an address; and a quote, which anybody with its link may see.
      "readBillingLink",
      "confirmBillingLink",
      "stopBillingLink",
      "listLinkedDocuments",
      "readPaperQuote",
      "downloadPaperQuote",
      // Public data: the provider's publishable key and the catalogue. The provider's own call is guarded by its signature.
      "readPaymentConf",
      "readCatalogue",
      // By an id of 128 bits that the vendor's site was given: whether it was paid, and nothing more.
      "readCheckoutState",
      "takeProviderEvent",
    ].toSorted(),
  );
});

test("R-38 a caller with a sign-up token may complete the sign-up, and use open calls", () => {
  const more = all.filter(
    ({ access }) => refusalFor(access, "signing up") === null && refusalFor(access, "signed out") !== null,
  );
  expect(more.map(({ name }) => name)).toEqual(["completeSignUp"]);
});

test("MOVE-01 R-38 the token of an activation may validate it, get its file and free it, and use open calls", () => {
  const more = all.filter(
    ({ access }) => refusalFor(access, "activation token") === null && refusalFor(access, "signed out") !== null,
  );
  expect(more.map(({ name }) => name)).toEqual(["validateActivation", "freeActivation", "makeMachineFile"]);
});

test("ROLE-04 R-45 only staff may call the staff area, and it contains only staff calls", () => {
  for (const { access, path, name } of all) {
    const isStaffs = access.startsWith("staff:");
    expect(path.includes("/admin/"), name).toBe(isStaffs);
    if (!isStaffs) continue;
    for (const role of roles.filter((each) => !each.startsWith("staff "))) {
      expect(refusalFor(access, role), `${name} for ${role}`).not.toBeNull();
    }
  }
});

test("R-38 only a service may make the internal calls", () => {
  for (const { access, path, name } of all) {
    expect(path.includes("/internal/"), name).toBe(access === "service");
    if (access === "service") expect(roles.filter((role) => refusalFor(access, role) === null)).toEqual(["service"]);
  }
});

/** Calls behind the buttons that the portal shows for each staff action. */
const callsOf: Readonly<Record<StaffAct, readonly (keyof Calls)[]>> = {
  search: ["staffSearch", "staffSearchBilling"],
  view_account: ["staffReadAccount", "staffReadCustomer", "staffListPurchases"],
  view_license: ["staffReadLicense"],
  view_acts: [
    "staffListActs",
    "staffListBillingActs",
    "staffListLegalHolds",
    "staffListRestores",
    "staffListStatements",
  ],
  view_as: ["staffViewAs"],
  view_machine_room: [
    "staffListTasks",
    "staffListBillingTasks",
    "staffListReconcilerRuns",
    "staffListFailureReports",
    "staffListReports",
    "staffReadCatalogue",
  ],
  close_report: ["staffCloseReport"],
  end_sessions: ["staffEndSessions", "staffEndApp"],
  resend_mail: ["staffSendPasswordReset", "staffResendInvitation", "staffMailLicense"],
  change_email: ["staffChangeEmail"],
  remove_second_factor: ["staffRemoveSecondFactor"],
  restore_access: ["staffAskRestore", "staffAgreeRestore", "staffStopRestore"],
  close_account: ["staffSetAccountState"],
  legal_hold: ["staffSetLegalHold"],
  free_seat: ["staffMoveSeats", "staffFreeDevice"],
  edit_license: ["staffCreateLicense", "staffEditLicense", "staffTransferLicense", "staffSetDeviceLimit"],
  issue_key: ["staffIssueKey", "staffReplaceKey", "staffRevokeKey"],
  start_subscription: ["staffStartSubscription"],
  put_discount: ["staffPutDiscount"],
  resync_subscription: ["staffResync"],
  allow_purchases: ["staffAllowPurchases"],
  refund: ["staffRefund", "staffCancelPurchase", "staffDecideStatement"],
  remove_billing_contact: ["staffRemoveBillingContact"],
  retry_job: ["staffRetryTask", "staffRetryBillingTask"],
  merge_accounts: ["staffMergeAccounts"],
  import_file: ["staffCheckImport", "staffStartImport", "staffListImports"],
  manage_staff: ["staffSetRights"],
};

test("ROLE-05 the right that the portal checks is the one that the services check", () => {
  const access = new Map(all.map((endpoint) => [endpoint.name, endpoint.access]));
  for (const [act, calls] of Object.entries(callsOf)) {
    for (const call of calls) expect(access.get(call), call).toBe(`staff:${rightForAct[act as StaffAct]}`);
  }
  const named = new Set<string>(Object.values(callsOf).flat());
  expect(all.filter((one) => one.access.startsWith("staff:") && !named.has(one.name)).map(({ name }) => name)).toEqual(
    [],
  );
});

test("OIDC-20 the calls that an unproved session may make are listed, each with a reason (FAULT-30)", () => {
  const proof = "asks for the password itself";
  const ends = "only ends access";
  const free = "costs nothing and appoints nobody";
  const reasons: Readonly<Record<string, string>> = {
    changePassword: proof,
    changeEmail: proof,
    closeAccount: proof,
    startSecondFactor: proof,
    removeSecondFactor: proof,
    startPasskey: proof,
    addPasskey: proof,
    removePasskey: proof,
    addManager: proof,
    removeManager: proof,
    replaceLicenseKey: proof,
    provePassword: proof,
    startPasskeyProof: proof,
    proveByPasskey: proof,
    answerAppRequest: proof,
    answerAppDevice: proof,
    endOtherSessions: ends,
    endSession: ends,
    endBrowserTrust: ends,
    disownEvent: ends,
    endConnectedApp: ends,
    stopOwnRestore: ends,
    acceptInvitation: free,
    createCustomer: free,
    previewInvoice: free,
    startCheckout: free,
    abandonCheckout: free,
  };
  const marked = [...accountsEndpoints, ...purchaseEndpoints].filter(({ beforeProof }) => beforeProof === true);
  expect(marked.map(({ name }) => name).toSorted()).toEqual(Object.keys(reasons).toSorted());
});
