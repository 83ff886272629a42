import {
  createCustomer,
  listPlans,
  readBillingDetails,
  readCustomer,
  readPaymentConf,
  saveBillingDetails,
} from "./customers.ts";
import {
  createInvoice,
  finalizeInvoice,
  listInvoices,
  payInvoice,
  previewInvoice,
  takeProviderEvent,
} from "./invoices.ts";
import {
  createSetupIntent,
  detachPaymentMethod,
  listPaymentMethods,
  makeDefaultPaymentMethod,
} from "./payment-methods.ts";
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
