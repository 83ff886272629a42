import { type EndpointName, type EndpointNameOf, paths, type Service } from "./paths.ts";
import * as accessRestores from "./access-restores.ts";
import * as accountPage from "./account-page.ts";
import * as accountEvents from "./account-events.ts";
import * as activations from "./activations.ts";
import * as apps from "./apps.ts";
import * as billingContacts from "./billing-contacts.ts";
import * as checkout from "./checkout.ts";
import * as closing from "./closing.ts";
import * as customers from "./customers.ts";
import * as dataExport from "./data-export.ts";
import * as documents from "./documents.ts";
import * as internal from "./internal.ts";
import * as invitations from "./invitations.ts";
import * as invoices from "./invoices.ts";
import * as licenses from "./licenses.ts";
import * as managers from "./managers.ts";
import * as paperQuotes from "./paper-quotes.ts";
import * as passkeys from "./passkeys.ts";
import * as paymentMethods from "./payment-methods.ts";
import * as references from "./references.ts";
import * as seats from "./seats.ts";
import * as secondFactor from "./second-factor.ts";
import * as sessions from "./sessions.ts";
import * as signIn from "./sign-in.ts";
import * as staffAccounts from "./staff-accounts.ts";
import * as staffImports from "./staff-imports.ts";
import * as staffLicenses from "./staff-licenses.ts";
import * as staffPurchase from "./staff-purchase.ts";
import * as staffReports from "./staff-reports.ts";
import * as staffStatements from "./staff-statements.ts";
import * as subscriptions from "./subscriptions.ts";
import * as trials from "./trials.ts";
import * as user from "./user.ts";
import type { Endpoint } from "./endpoint.ts";

/** The declared endpoints of all files by name, together with their schemas. */
const declared = {
  ...accessRestores,
  ...accountEvents,
  ...accountPage,
  ...activations,
  ...apps,
  ...billingContacts,
  ...checkout,
  ...closing,
  ...customers,
  ...dataExport,
  ...documents,
  ...internal,
  ...invitations,
  ...invoices,
  ...licenses,
  ...managers,
  ...paperQuotes,
  ...passkeys,
  ...paymentMethods,
  ...references,
  ...seats,
  ...secondFactor,
  ...sessions,
  ...signIn,
  ...staffAccounts,
  ...staffImports,
  ...staffLicenses,
  ...staffPurchase,
  ...staffReports,
  ...staffStatements,
  ...subscriptions,
  ...trials,
  ...user,
} satisfies Readonly<Record<EndpointName, Endpoint>>;

/** The calls of both services by name. Handlers and the typed client derive their types from it. */
export type Calls = Pick<typeof declared, EndpointName>;

type CallsOf<Of extends Service> = Pick<Calls, EndpointNameOf<Of>>;

function callsOf<Of extends Service>(service: Of): CallsOf<Of> {
  const names = (Object.keys(paths) as EndpointName[]).filter((name) => declared[name].service === service);
  // The type separates the services by the same prefix of the path.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(names.map((name) => [name, declared[name]])) as unknown as CallsOf<Of>;
}

/**
 * Calls of the accounts service by name. Of calls with the same method and path, the first with a matching
 * `when` is used.
 */
export const accountsCalls = callsOf("accounts");

/** Calls of the purchase service by name, in matching order. */
export const purchaseCalls = callsOf("purchase");

/** All calls of the accounts service, in matching order. */
export const accountsEndpoints: readonly Endpoint[] = Object.values(accountsCalls);

/** All calls of the purchase service, in matching order. */
export const purchaseEndpoints: readonly Endpoint[] = Object.values(purchaseCalls);
