import { askToComeBack, closeAccount, comeBack, readClosing } from "./closing.ts";
import { downloadData, readDataExport, startDataExport } from "./data-export.ts";
import type { Endpoint } from "./endpoint.ts";
import {
  createCustomer,
  listPlans,
  readBillingDetails,
  readCustomer,
  readPaymentConf,
  saveBillingDetails,
} from "./customers.ts";
import {
  addPayments,
  confirmErasure,
  introspect,
  listDataExports,
  listErasures,
  requireProof,
  tellCustomer,
  tellSubscription,
} from "./internal.ts";
import { acceptInvitation, readInvitation } from "./invitations.ts";
import {
  createInvoice,
  finalizeInvoice,
  listInvoices,
  payInvoice,
  previewInvoice,
  takeProviderEvent,
} from "./invoices.ts";
import {
  activateUpgrade,
  listManagedLicenses,
  listPurchases,
  listUnactivatedRegistrations,
  registerLicenseKey,
} from "./licenses.ts";
import { addManager, listLicenseEvents, listManagers, removeManager, undoContact } from "./managers.ts";
import {
  createSetupIntent,
  detachPaymentMethod,
  listPaymentMethods,
  makeDefaultPaymentMethod,
} from "./payment-methods.ts";
import { inviteSeats, listPersonalSeats, listSeats, releaseSeats, removeSeats, resendInvitations } from "./seats.ts";
import { confirmSecondFactor, readSecondFactor, removeSecondFactor, startSecondFactor } from "./second-factor.ts";
import { endOtherSessions, endSession, listSessions, provePassword } from "./sessions.ts";
import { refreshSession, signIn, signOut } from "./sign-in.ts";
import {
  staffChangeEmail,
  staffEndSessions,
  staffListActs,
  staffListFailureReports,
  staffListLegalHolds,
  staffListTasks,
  staffMergeAccounts,
  staffReadAccount,
  staffRemoveSecondFactor,
  staffRetryTask,
  staffSearch,
  staffSendPasswordReset,
  staffSetAccountState,
  staffSetLegalHold,
  staffSetRights,
  staffViewAs,
} from "./staff-accounts.ts";
import { staffCheckImport, staffListImports, staffStartImport } from "./staff-imports.ts";
import {
  staffCreateLicense,
  staffEditLicense,
  staffIssueKey,
  staffMoveSeats,
  staffReadLicense,
  staffResendInvitation,
  staffRevokeKey,
  staffTransferLicense,
} from "./staff-licenses.ts";
import {
  staffListBillingActs,
  staffListBillingTasks,
  staffListReconcilerRuns,
  staffReadCustomer,
  staffRefund,
  staffResync,
  staffRetryBillingTask,
  staffSearchBilling,
  staffStartSubscription,
} from "./staff-purchase.ts";
import {
  abandonChange,
  changeSubscription,
  listSubscriptions,
  readSubscription,
  setAutoRenewal,
} from "./subscriptions.ts";
import {
  changeEmail,
  changePassword,
  checkAccountName,
  completeSignUp,
  confirmEmail,
  confirmPasswordReset,
  confirmSignUpKey,
  readUser,
  requestPasswordReset,
  resetSyncedData,
  startSignUp,
  undoEmail,
} from "./user.ts";

/** Calls of the accounts service by name. Where several share method and path, the first whose `when` fits is meant. */
export const accountsCalls = {
  signIn,
  refreshSession,
  signOut,
  completeSignUp,
  changePassword,
  changeEmail,
  readUser,
  confirmEmail,
  undoEmail,
  confirmSignUpKey,
  startSignUp,
  checkAccountName,
  requestPasswordReset,
  confirmPasswordReset,
  resetSyncedData,
  readClosing,
  closeAccount,
  askToComeBack,
  comeBack,
  readDataExport,
  startDataExport,
  downloadData,
  listSessions,
  endOtherSessions,
  endSession,
  provePassword,
  readSecondFactor,
  startSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  readInvitation,
  acceptInvitation,
  listManagedLicenses,
  listPurchases,
  registerLicenseKey,
  listUnactivatedRegistrations,
  activateUpgrade,
  releaseSeats,
  inviteSeats,
  listSeats,
  removeSeats,
  resendInvitations,
  listPersonalSeats,
  listManagers,
  addManager,
  removeManager,
  undoContact,
  listLicenseEvents,
  introspect,
  requireProof,
  tellCustomer,
  tellSubscription,
  listErasures,
  confirmErasure,
  listDataExports,
  addPayments,
  staffSearch,
  staffReadAccount,
  staffSetAccountState,
  staffSetLegalHold,
  staffEndSessions,
  staffChangeEmail,
  staffRemoveSecondFactor,
  staffSendPasswordReset,
  staffMergeAccounts,
  staffSetRights,
  staffViewAs,
  staffListActs,
  staffListFailureReports,
  staffListLegalHolds,
  staffListTasks,
  staffRetryTask,
  staffCheckImport,
  staffStartImport,
  staffListImports,
  staffReadLicense,
  staffCreateLicense,
  staffEditLicense,
  staffTransferLicense,
  staffMoveSeats,
  staffResendInvitation,
  staffIssueKey,
  staffRevokeKey,
} as const;

/** Calls of the purchase service by name, in the order in which they are asked. */
export const purchaseCalls = {
  createCustomer,
  readPaymentConf,
  listPlans,
  readCustomer,
  readBillingDetails,
  saveBillingDetails,
  listSubscriptions,
  readSubscription,
  setAutoRenewal,
  changeSubscription,
  abandonChange,
  previewInvoice,
  createInvoice,
  finalizeInvoice,
  listInvoices,
  payInvoice,
  takeProviderEvent,
  listPaymentMethods,
  createSetupIntent,
  makeDefaultPaymentMethod,
  detachPaymentMethod,
  staffSearchBilling,
  staffReadCustomer,
  staffStartSubscription,
  staffRefund,
  staffResync,
  staffListBillingActs,
  staffListBillingTasks,
  staffListReconcilerRuns,
  staffRetryBillingTask,
} as const;

/** Every call of the accounts service, in the order in which they are asked. */
export const accountsEndpoints: readonly Endpoint[] = Object.values(accountsCalls);

/** Every call of the purchase service, in the order in which they are asked. */
export const purchaseEndpoints: readonly Endpoint[] = Object.values(purchaseCalls);

/** The calls of both services by name; what the typed client is typed from. */
export type Calls = typeof accountsCalls & typeof purchaseCalls;
