/**
 * Method and path of every call of both services, by the call's name.
 *
 * Only this table defines name, method, path and service of a call: `/api/1.1/` is the accounts service, `/api/v2/` the
 * purchase service. ` read` after the path, before ` open`, marks a POST that changes nothing. ` open` at the end means that no
 * token is sent. A path below `/admin/` is for staff, one below `/internal/` is for our services. Of calls with the same method and path, the first with a matching `when` is used.
 * The schemas are in other files, and this one imports nothing.
 */
export const paths = {
  // For customers.
  signIn: "POST /api/1.1/signin/ open",
  refreshSession: "POST /api/1.1/refresh/ open",
  signOut: "GET /api/1.1/signout/",
  completeSignUp: "POST /api/1.1/user/",
  changePassword: "POST /api/1.1/user/",
  changeEmail: "POST /api/1.1/user/",
  readUser: "POST /api/1.1/user/ read",
  resetSyncedData: "POST /api/1.1/user/dav/reset/",
  readClosing: "GET /api/1.1/user/close/",
  closeAccount: "POST /api/1.1/user/close/",
  readDataExport: "GET /api/1.1/user/data_export/",
  startDataExport: "POST /api/1.1/user/data_export/",
  readOwnRestore: "GET /api/1.1/user/access_restore/",
  stopOwnRestore: "POST /api/1.1/user/access_restore/stop/",
  listSessions: "GET /api/1.1/user/sessions/",
  endOtherSessions: "DELETE /api/1.1/user/sessions/",
  endSession: "DELETE /api/1.1/user/sessions/:session/",
  endBrowserTrust: "DELETE /api/1.1/user/browsers/:browser/trust/",
  provePassword: "POST /api/1.1/user/proof/",
  listAccountEvents: "GET /api/1.1/user/events/",
  disownEvent: "POST /api/1.1/user/events/:event/not_me/",
  readSecondFactor: "GET /api/1.1/user/second_factor/",
  startSecondFactor: "POST /api/1.1/user/second_factor/",
  confirmSecondFactor: "POST /api/1.1/user/second_factor/confirm/",
  removeSecondFactor: "DELETE /api/1.1/user/second_factor/",
  listPasskeys: "GET /api/1.1/user/passkeys/",
  startPasskey: "POST /api/1.1/user/passkeys/options/",
  addPasskey: "POST /api/1.1/user/passkeys/",
  renamePasskey: "POST /api/1.1/user/passkeys/:passkey/",
  removePasskey: "DELETE /api/1.1/user/passkeys/:passkey/",
  startPasskeySignIn: "POST /api/1.1/signin/passkey/options/ open",
  signInByPasskey: "POST /api/1.1/signin/passkey/ open",
  startPasskeyProof: "POST /api/1.1/user/proof/passkey/options/",
  proveByPasskey: "POST /api/1.1/user/proof/passkey/",
  readInvitation: "GET /api/1.1/invitations/:reference/ open",
  listOwnInvitations: "GET /api/1.1/user/invitations/",
  acceptInvitation: "POST /api/1.1/user/accept_invite/new/",
  listManagedLicenses: "POST /api/1.1/managed_team_licenses/ read",
  listPurchases: "POST /api/1.1/purchases/ read",
  registerLicenseKey: "POST /api/1.1/register/",
  replaceLicenseKey: "POST /api/1.1/licenses/:id/key/",
  listUnactivatedRegistrations: "GET /api/1.1/unactivated_registrations/",
  activateUpgrade: "POST /api/1.1/unactivated_registrations/",
  releaseSeats: "POST /api/1.1/registration_seats/:id/",
  inviteSeats: "POST /api/1.1/registration_seats/:id/",
  listSeats: "GET /api/1.1/registration_seats/:id/",
  removeSeats: "DELETE /api/1.1/registration_seats/:id/",
  resendInvitations: "POST /api/1.1/registration_seats/:id/resend/",
  listPersonalSeats: "POST /api/1.1/seats/ read",
  listManagers: "GET /api/1.1/licenses/:id/managers/",
  addManager: "POST /api/1.1/licenses/:id/managers/",
  removeManager: "DELETE /api/1.1/licenses/:id/managers/",
  listLicenseEvents: "GET /api/1.1/licenses/:id/events/",
  readAccountPage: "GET /api/1.1/user/account_page/",
  createCustomer: "POST /api/v2/customer",
  readPaymentConf: "GET /api/v2/get_conf open",
  listPlans: "GET /api/v2/plans",
  readCustomer: "GET /api/v2/customer/:id",
  readBillingDetails: "GET /api/v2/customer/:id/billing_details",
  saveBillingDetails: "POST /api/v2/customer/:id/billing_details",
  readCustomerPage: "GET /api/v2/customer/:id/account_page",
  listSubscriptions: "GET /api/v2/customer/:id/subscriptions",
  readSubscription: "GET /api/v2/customer/:id/subscription/:subscription",
  setAutoRenewal: "POST /api/v2/customer/:id/subscription/:subscription",
  changeSubscription: "POST /api/v2/customer/:id/subscription/:subscription",
  abandonChange: "POST /api/v2/customer/:id/subscription/:subscription/abandon_change",
  previewInvoice: "POST /api/v2/customer/:id/invoice/:subscription/preview",
  createInvoice: "POST /api/v2/customer/:id/invoice/:subscription/create",
  finalizeInvoice: "POST /api/v2/invoice/:invoice/finalize",
  listInvoices: "GET /api/v2/customer/:id/invoices",
  listPaymentMethods: "GET /api/v2/customer/:id/payment_methods",
  createSetupIntent: "POST /api/v2/customer/:id/setup_intent",
  readCardSetup: "GET /api/v2/customer/:id/setup_intent/:setup",
  makeDefaultPaymentMethod: "POST /api/v2/customer/:id/payment_method/:payment_method/default",
  detachPaymentMethod: "POST /api/v2/customer/:id/payment_method/:payment_method/detach",

  // Pages outside an account: signing up, a new password, and what a mailed link opens.
  confirmEmail: "POST /api/1.1/user/confirm_email/ open",
  undoEmail: "POST /api/1.1/user/undo_email/ open",
  confirmSignUpKey: "POST /api/1.1/user/verify_email/ open",
  startSignUp: "POST /api/1.1/user/verify_email/ open",
  startInvitedSignUp: "POST /api/1.1/invitations/:reference/sign_up/ open",
  checkAccountName: "POST /api/1.1/accountnamevalid/ open",
  requestPasswordReset: "POST /api/1.1/password_reset/ open",
  readPasswordReset: "POST /api/1.1/password_reset/look/ read open",
  confirmPasswordReset: "POST /api/1.1/password_reset/confirm/ open",
  askToComeBack: "POST /api/1.1/user/come_back/request/ open",
  comeBack: "POST /api/1.1/user/come_back/ open",
  downloadData: "POST /api/1.1/user/data_export/download/",
  stopRestore: "POST /api/1.1/access_restore/stop/ open",
  readNotMe: "POST /api/1.1/not_me/look/ read open",
  disownByLink: "POST /api/1.1/not_me/ open",
  undoContact: "POST /api/1.1/managers/undo_contact/ open",

  // Devices on which the vendor's apps are activated.
  activateByKey: "POST /api/1.1/activations/ open",
  activate: "POST /api/1.1/activations/",
  listActivations: "GET /api/1.1/activations/",
  validateActivation: "POST /api/1.1/activations/:activation/validate/ read",
  freeActivation: "DELETE /api/1.1/activations/:activation/",
  makeMachineFile: "POST /api/1.1/activations/:activation/file/",
  listLicenseActivations: "GET /api/1.1/licenses/:id/activations/",
  listLicenseSigningKeys: "GET /api/1.1/license_signing_keys/ open",
  findLicenseKeys: "POST /api/1.1/license_keys/find/ open",

  // A person's answers to the vendor's apps.
  readAppRequest: "GET /api/1.1/app_requests/:code/ open",
  answerAppRequest: "POST /api/1.1/app_requests/:code/",
  denyAppRequest: "DELETE /api/1.1/app_requests/:code/ open",
  readAppDevice: "POST /api/1.1/app_devices/look/ read",
  answerAppDevice: "POST /api/1.1/app_devices/",
  listConnectedApps: "GET /api/1.1/user/apps/",
  endConnectedApp: "DELETE /api/1.1/user/apps/:grant/",
  createPortalLink: "POST /api/1.1/portal_link/",
  openPortalLink: "POST /api/1.1/portal_link/open/ open",
  readAppSignOut: "GET /api/1.1/app_sign_outs/:code/ open",
  finishAppSignOut: "POST /api/1.1/app_sign_outs/:code/ open",

  // Buying.
  readCatalogue: "GET /api/v2/catalogue open",
  startCheckout: "POST /api/v2/checkout",
  readCheckout: "GET /api/v2/checkout/:checkout",
  payCheckout: "POST /api/v2/checkout/:checkout/pay",
  abandonCheckout: "POST /api/v2/checkout/:checkout/abandon",
  readCheckoutState: "GET /api/v2/checkout/:checkout/state open",
  takeSeat: "POST /api/1.1/registration_seats/:id/own/",
  startTrial: "POST /api/1.1/trials/",

  // Payments of changes and open invoices.
  readPayment: "GET /api/v2/customer/:id/payment/:payment",
  makePayment: "POST /api/v2/customer/:id/payment/:payment/pay",

  // Papers, quotes, references and billing contacts.
  listDocuments: "GET /api/v2/customer/:id/documents",
  listArchives: "GET /api/v2/customer/:id/archives",
  startArchive: "POST /api/v2/customer/:id/archives",
  downloadArchive: "GET /api/v2/customer/:id/archives/:archive/file",
  readReferences: "GET /api/v2/customer/:id/references",
  saveReference: "POST /api/v2/customer/:id/references",
  saveSubscriptionReference: "POST /api/v2/customer/:id/subscription/:subscription/reference",
  listPaperQuotes: "GET /api/v2/customer/:id/quotes",
  createPaperQuote: "POST /api/v2/customer/:id/quotes",
  quoteCheckout: "POST /api/v2/checkout/:checkout/quote",
  withdrawPaperQuote: "POST /api/v2/customer/:id/quotes/:quote/withdraw",
  readPaperQuote: "GET /api/v2/quotes/:reference open",
  downloadPaperQuote: "GET /api/v2/quotes/:reference/pdf open",
  listBillingContacts: "GET /api/v2/customer/:id/billing_contacts",
  addBillingContact: "POST /api/v2/customer/:id/billing_contacts",
  changeBillingContact: "POST /api/v2/customer/:id/billing_contacts/:contact",
  removeBillingContact: "POST /api/v2/customer/:id/billing_contacts/:contact/remove",
  readBillingLink: "POST /api/v2/billing_link/look read open",
  confirmBillingLink: "POST /api/v2/billing_link/confirm open",
  stopBillingLink: "POST /api/v2/billing_link/stop open",
  listLinkedDocuments: "POST /api/v2/billing_link/documents read open",

  // The payment provider makes this call.
  takeProviderEvent: "POST /api/v2/webhook",

  // Between our services.
  introspect: "POST /api/1.1/internal/introspect/",
  requireProof: "POST /api/1.1/internal/proof/",
  tellCustomer: "POST /api/1.1/internal/customers/",
  tellSubscription: "POST /api/1.1/internal/subscriptions/",
  readEndedLicense: "POST /api/1.1/internal/ended_licenses/",
  countUnusedSeats: "POST /api/1.1/internal/unused_seats/",
  reserveLicense: "POST /api/1.1/internal/reserved_licenses/",
  tellSale: "POST /api/1.1/internal/sales/",
  readTrial: "POST /api/1.1/internal/trials/",
  listErasures: "GET /api/1.1/internal/erasures/",
  confirmErasure: "POST /api/1.1/internal/erasures/",
  listDataExports: "GET /api/1.1/internal/data_exports/",
  addPayments: "POST /api/1.1/internal/data_exports/",
  readDeskVisitor: "POST /api/1.1/internal/desk_visitors/",

  // For staff.
  staffSearch: "GET /api/1.1/admin/search/",
  staffReadAccount: "GET /api/1.1/admin/accounts/:username/",
  staffSetAccountState: "POST /api/1.1/admin/accounts/:username/state/",
  staffSetLegalHold: "POST /api/1.1/admin/accounts/:username/legal_hold/",
  staffEndSessions: "POST /api/1.1/admin/accounts/:username/end_sessions/",
  staffEndApp: "POST /api/1.1/admin/accounts/:username/apps/:grant/end/",
  staffChangeEmail: "POST /api/1.1/admin/accounts/:username/email/",
  staffRemoveSecondFactor: "POST /api/1.1/admin/accounts/:username/remove_second_factor/",
  staffSendPasswordReset: "POST /api/1.1/admin/accounts/:username/send_password_reset/",
  staffMergeAccounts: "POST /api/1.1/admin/accounts/:username/merge/",
  staffSetRights: "POST /api/1.1/admin/accounts/:username/rights/",
  staffViewAs: "POST /api/1.1/admin/accounts/:username/view/",
  staffAskRestore: "POST /api/1.1/admin/accounts/:username/restore/",
  staffAgreeRestore: "POST /api/1.1/admin/accounts/:username/restore/agree/",
  staffStopRestore: "POST /api/1.1/admin/accounts/:username/restore/stop/",
  staffListRestores: "GET /api/1.1/admin/access_restores/",
  staffListActs: "GET /api/1.1/admin/acts/",
  staffListFailureReports: "GET /api/1.1/admin/failure_reports/",
  staffListLegalHolds: "GET /api/1.1/admin/legal_holds/",
  staffListTasks: "GET /api/1.1/admin/tasks/",
  staffRetryTask: "POST /api/1.1/admin/tasks/:id/retry/",
  staffListReports: "GET /api/1.1/admin/reports/",
  staffCloseReport: "POST /api/1.1/admin/reports/:id/close/",
  staffCheckImport: "POST /api/1.1/admin/imports/check/ read",
  staffStartImport: "POST /api/1.1/admin/imports/",
  staffListImports: "GET /api/1.1/admin/imports/",
  staffReadLicense: "GET /api/1.1/admin/licenses/:id/",
  staffCreateLicense: "POST /api/1.1/admin/licenses/",
  staffEditLicense: "POST /api/1.1/admin/licenses/:id/edit/",
  staffTransferLicense: "POST /api/1.1/admin/licenses/:id/transfer/",
  staffMoveSeats: "POST /api/1.1/admin/licenses/:id/seats/",
  staffResendInvitation: "POST /api/1.1/admin/licenses/:id/resend/",
  staffMailLicense: "POST /api/1.1/admin/licenses/:id/mail/",
  staffIssueKey: "POST /api/1.1/admin/license_keys/",
  staffReplaceKey: "POST /api/1.1/admin/licenses/:id/key/",
  staffRevokeKey: "POST /api/1.1/admin/license_keys/:key/revoke/",
  staffFreeDevice: "POST /api/1.1/admin/activations/:activation/free/",
  staffSetDeviceLimit: "POST /api/1.1/admin/licenses/:id/device_limit/",
  staffSearchBilling: "GET /api/v2/admin/search/",
  staffReadCustomer: "GET /api/v2/admin/customers/:id/",
  staffRemoveBillingContact: "POST /api/v2/admin/billing_contacts/:id/remove/",
  staffStartSubscription: "POST /api/v2/admin/licenses/:id/subscription/",
  staffRefund: "POST /api/v2/admin/invoices/:id/refund/",
  staffResync: "POST /api/v2/admin/subscriptions/:id/resync/",
  staffListBillingActs: "GET /api/v2/admin/acts/",
  staffListBillingTasks: "GET /api/v2/admin/tasks/",
  staffListReconcilerRuns: "GET /api/v2/admin/reconciler_runs/",
  staffListPurchases: "GET /api/v2/admin/customers/:id/purchases/",
  staffAllowPurchases: "POST /api/v2/admin/customers/:id/allow_purchases/",
  staffCancelPurchase: "POST /api/v2/admin/customers/:id/purchases/:checkout/cancel/",
  staffPutDiscount: "POST /api/v2/admin/subscriptions/:id/discount/",
  staffReadCatalogue: "GET /api/v2/admin/catalogue/",
  staffListStatements: "GET /api/v2/admin/statements/",
  staffDecideStatement: "POST /api/v2/admin/statements/:id/decide/",
  staffRetryBillingTask: "POST /api/v2/admin/tasks/:id/retry/",
} as const;

type AllPaths = typeof paths;

/** Names of the calls of both services. */
export type EndpointName = keyof AllPaths;

/** Names of the calls that a client can make. */
export type CallName = Exclude<EndpointName, "takeProviderEvent">;

/** Names of the calls of one service. */
export type EndpointNameOf<Of extends Service> = {
  [Name in EndpointName]: AllPaths[Name] extends `${string} /api/v2/${string}`
    ? Of extends "purchase"
      ? Name
      : never
    : Of extends "accounts"
      ? Name
      : never;
}[EndpointName];

export type Service = "accounts" | "purchase";

/** The service that a path belongs to. */
export const serviceOf = (path: string): Service => (path.startsWith("/api/v2/") ? "purchase" : "accounts");

/** Returns whether the call of a line changes nothing. */
export const isReadLine = (line: string): boolean => line.startsWith("GET ") || / read( open)?$/.test(line);
