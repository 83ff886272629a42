import {
  createCustomer,
  listPlans,
  readBillingDetails,
  readCustomer,
  readPaymentConf,
  saveBillingDetails,
} from "@foyer/contract/customers";
import {
  createInvoice,
  finalizeInvoice,
  listInvoices,
  payInvoice,
  previewInvoice,
  takeProviderEvent,
} from "@foyer/contract/invoices";
import {
  createSetupIntent,
  detachPaymentMethod,
  listPaymentMethods,
  makeDefaultPaymentMethod,
} from "@foyer/contract/payment-methods";
import {
  abandonChange,
  changeSubscription,
  listSubscriptions,
  readSubscription,
  setAutoRenewal,
} from "@foyer/contract/subscriptions";
import { type Route, route } from "@foyer/service-kit/call";
import { plansOnSale } from "./catalog/plans.ts";
import * as abandoning from "./changes/abandon-change.ts";
import * as changes from "./changes/change-subscription.ts";
import { previewChange } from "./changes/preview-change.ts";
import * as reading from "./changes/read-subscription.ts";
import * as billing from "./customers/billing-details.ts";
import * as customers from "./customers/create-customer.ts";
import * as customer from "./customers/read-customer.ts";
import * as creation from "./invoices/create-invoice.ts";
import * as invoices from "./invoices/other-invoices.ts";
import * as cards from "./payment-methods/payment-methods.ts";
import type { PurchaseDeps } from "./purchase-deps.ts";
import { staffRoutes } from "./staff/routes.ts";
import { takeEvent } from "./webhooks/take-event.ts";

function customerRoutes(deps: PurchaseDeps): Route[] {
  return [
    route(createCustomer, async ({ caller, body }) => ({
      customer_id: await customers.createCustomer(deps, caller, {
        email: body.email,
        omniId: body.omni_id,
        username: body.omni_username,
      }),
    })),
    route(readPaymentConf, async () => ({ publishable_key: deps.publishableKey })),
    route(listPlans, async () => ({ plans: await plansOnSale(deps) })),
    route(readCustomer, ({ params }) => customer.readCustomer(deps, params.id)),
    route(readBillingDetails, async ({ params }) => ({
      billing_details: await billing.readBillingDetails(deps, params.id),
    })),
    route(saveBillingDetails, async ({ params, body }) => ({
      billing_details: await billing.saveBillingDetails(deps, params.id, body),
    })),
  ];
}

function subscriptionRoutes(deps: PurchaseDeps): Route[] {
  return [
    route(listSubscriptions, async ({ params }) => ({
      subscriptions: await reading.readSubscriptions(deps, params.id),
    })),
    route(readSubscription, async ({ params }) => ({
      subscription: await reading.readSubscription(deps, params.id, params.subscription),
    })),
    route(setAutoRenewal, async ({ caller, params, body }) => ({
      subscription: await changes.setAutoRenewal(deps, {
        customerId: params.id,
        subscriptionId: params.subscription,
        cancelAtPeriodEnd: body.cancel_at_period_end,
        by: caller.username,
      }),
    })),
    route(changeSubscription, async ({ caller, params, body }) => ({
      subscription: await changes.changeSubscription(deps, {
        customerId: params.id,
        subscriptionId: params.subscription,
        wanted: { plan: body.plan, quantity: body.quantity },
        behavior: body.proration_behavior,
        quote: body.quote,
        by: caller.username,
      }),
    })),
    route(abandonChange, async ({ caller, params, body }) => ({
      subscription: await abandoning.abandonChange(deps, {
        customerId: params.id,
        subscriptionId: params.subscription,
        invoice: body.invoice,
        by: caller.username,
      }),
    })),
  ];
}

function invoiceRoutes(deps: PurchaseDeps): Route[] {
  return [
    route(previewInvoice, ({ caller, params, body }) =>
      previewChange(deps, {
        customerId: params.id,
        subscriptionId: params.subscription,
        wanted: { plan: body.plan, quantity: body.quantity },
        itemId: body.subscription_item_id,
        by: caller.username,
      }),
    ),
    route(createInvoice, ({ caller, params, body }) =>
      creation.createInvoice(deps, {
        customerId: params.id,
        subscriptionId: params.subscription,
        quote: body.quote,
        by: caller.username,
      }),
    ),
    route(finalizeInvoice, ({ caller, params }) => invoices.finalizeInvoice(deps, caller.customerIds, params.invoice)),
    route(listInvoices, ({ params, query }) =>
      invoices.listInvoices(deps, params.id, { limit: query.limit, startingAfter: query.starting_after }),
    ),
    route(payInvoice, ({ caller, params, body }) =>
      invoices.payInvoice(deps, {
        customerId: params.id,
        invoiceId: params.invoice,
        paymentMethod: body.payment_method,
        by: caller.username,
      }),
    ),
    route(takeProviderEvent, async ({ rawBody, headers }) => {
      await takeEvent(deps, rawBody, headers["stripe-signature"]);
      return { received: true as const };
    }),
  ];
}

function cardRoutes(deps: PurchaseDeps): Route[] {
  return [
    route(listPaymentMethods, async ({ params }) => ({
      payment_methods: await cards.listPaymentMethods(deps, params.id),
    })),
    route(createSetupIntent, ({ params }) => cards.createSetupIntent(deps, params.id)),
    route(makeDefaultPaymentMethod, async ({ params }) => ({
      payment_method: await cards.makeDefault(deps, params.id, params.payment_method),
    })),
    route(detachPaymentMethod, async ({ params }) => ({
      payment_method: await cards.detach(deps, params.id, params.payment_method),
    })),
  ];
}

/** Every call of this service. */
export function purchaseRoutes(deps: PurchaseDeps): Route[] {
  return [
    ...customerRoutes(deps),
    ...subscriptionRoutes(deps),
    ...invoiceRoutes(deps),
    ...cardRoutes(deps),
    ...staffRoutes(deps),
  ];
}
