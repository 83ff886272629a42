import type { NamedAtProvider, NamesAtProvider } from "@foyer/import-file/check-at-provider";
import { type Database, openDatabase } from "@foyer/service-kit/db";
import { servicePlugin } from "@foyer/service-kit/http";
import { type AnyJob, jobQueue, type Sweep } from "@foyer/service-kit/jobs";
import type { Gauge } from "@foyer/service-kit/metrics";
import { readCustomerPage } from "@foyer/contract/account-page";
import { deskLinks, deskOf } from "@foyer/contract/brand-desk";
import { INVOICES_A_PAGE } from "@foyer/contract/page-sizes";
import type { Route } from "@foyer/service-kit/call";
import { rateLimiter } from "@foyer/service-kit/rate-limit";
import { composed } from "@foyer/service-kit/composed";
import { everyRoute } from "@foyer/service-kit/routes";
import type { FastifyPluginAsync } from "fastify";
import { billingContactRoutes } from "./billing-contacts/routes.ts";
import { sendContactMailJobFor } from "./billing-contacts/contact-mails.ts";
import { tellInvoiceJobFor } from "./notices/tell-invoice.ts";
import { paperQuoteRoutes } from "./paper-quotes/routes.ts";
import { buildArchiveJobFor, tellReadyJobFor } from "./papers/build-archive.ts";
import { paperRoutes } from "./papers/routes.ts";
import { printDraftJobFor } from "./references/print-reference.ts";
import { referenceRoutes } from "./references/routes.ts";
import type { Deps } from "./deps.ts";
import { accountsClient } from "./accounts/accounts-client.ts";
import { reportDifferences } from "./catalogue/catalogue.ts";
import { syncPlans } from "./catalogue/plans.ts";
import { withoutVoidChanges } from "./changes/operations/late-payment.ts";
import { causeOf } from "./changes/operations/news-cause.ts";
import { purchaseSchema } from "./db/migrations.ts";
import type { PurchaseTables } from "./db/schema.ts";
import { readImported, readNamed } from "./import/read-imported.ts";
import { noticeOfState } from "./notices/notice-of-state.ts";
import { sendNoticeJobFor } from "./notices/send-notice.ts";
import { retryPaymentsJobFor } from "./invoices/payments.ts";
import { reconcile, reconcileJobFor, type Reconciliation } from "./reconcile/reconcile.ts";
import { purchaseSweeps } from "./reconcile/sweeps.ts";
import { planRoutes } from "./catalogue/routes.ts";
import { checkoutRoutes } from "./checkout/routes.ts";
import { subscriptionRoutes } from "./changes/routes.ts";
import { customerRoutes } from "./customers/routes.ts";
import { carryOutJobFor } from "./desk/carry-out.ts";
import { lookJobFor } from "./desk/look-for-contract.ts";
import { askOwnerJobFor, receiptJobFor } from "./desk/mails.ts";
import { deskPages } from "./desk/pages.ts";
import { deskRoutes } from "./desk/routes.ts";
import { invoiceRoutes } from "./invoices/routes.ts";
import { paymentMethodRoutes } from "./payment-methods/routes.ts";
import { syncReturnsJobFor } from "./returns/sync-returns.ts";
import { staffRoutes } from "./staff/routes.ts";
import { webhookRoutes } from "./webhooks/routes.ts";
import type { StripeSettings } from "./stripe/stripe-client.ts";
import { stripeGateway } from "./stripe/stripe-gateway.ts";
import { saleJobFor } from "./sales/tell-sales.ts";
import { countSetAside } from "./subscriptions/news-store.ts";
import { newsJobFor } from "./subscriptions/tell-accounts.ts";
import { syncCustomerJobFor, syncSubscriptionJobFor } from "./webhooks/sync-jobs.ts";

type Given = "clock" | "log" | "rateLimits" | "mailer" | "brand" | "seller" | "publicOrigin" | "sales";

export interface PurchaseOptions extends Pick<Deps, Given> {
  /** The owner's connection. The service uses its own role on it. */
  readonly databaseUrl: string;
  /** A pooler's entry for the service's role, used instead of that connection. */
  readonly pooler?: string | null;
  /** Maximum number of connections; 10 by default. */
  readonly connections?: number;
  /** Origin of the accounts service. */
  readonly accountsUrl: string;
  readonly serviceCredential: string;
  readonly stripe: StripeSettings & { readonly webhookSecret: string; readonly publishableKey: string };
  readonly portalOrigins: readonly string[];
  /** True if a refusal that its endpoint does not declare counts as a fault. */
  readonly strictContract: boolean;
  /** The seller's country. Customers in other EU member states with a verified VAT number account for the tax. */
  readonly reverseChargeFrom?: string | null;
  readonly fetch?: typeof fetch;
}

/** The purchase service, ready to be mounted and to get a worker. */
export interface PurchaseService {
  readonly plugin: FastifyPluginAsync;
  /** `/withdraw` and `/cancel`, beside the service's calls. */
  readonly pages: FastifyPluginAsync;
  readonly database: Database<PurchaseTables>;
  readonly jobs: readonly AnyJob[];
  readonly sweeps: readonly Sweep[];
  readonly gauges: readonly Gauge[];
  /**
   * Reads the state that the service needs from the provider. Runs before the service is ready, and after an import.
   */
  catchUp(): Promise<void>;
  /** Returns what the provider knows of the objects that an import names. */
  readNamed(named: NamesAtProvider): Promise<NamedAtProvider>;
  /** Compares everything with the provider. A dry run changes nothing. */
  reconcile(options: { readonly dryRun: boolean }): Promise<Reconciliation>;
  stop(): Promise<void>;
}

function dependencies(options: PurchaseOptions): Deps {
  const { clock, log, stripe, rateLimits, mailer, brand, seller, publicOrigin, sales } = options;
  const database = openDatabase<PurchaseTables>({
    url: options.databaseUrl,
    pooler: options.pooler ?? null,
    max: options.connections ?? 10,
    role: purchaseSchema.role,
    schema: purchaseSchema.schema,
  });
  const addJob = jobQueue(purchaseSchema.schema);
  const desk = deskOf(sales);
  return {
    database,
    db: database.kysely,
    clock,
    log,
    gateway: stripeGateway(stripe),
    mirror: {
      standing: withoutVoidChanges,
      causeOf,
      onState: (tx, before, row) => noticeOfState({ clock, addJob }, tx, before, row),
    },
    accounts: accountsClient({
      baseUrl: options.accountsUrl,
      credential: options.serviceCredential,
      ...(options.fetch ? { fetch: options.fetch } : {}),
    }),
    addJob,
    limiter: rateLimiter(database, clock, rateLimits),
    publishableKey: stripe.publishableKey,
    rateLimits,
    mailer,
    brand: desk ? { ...brand, deskLinks: deskLinks(publicOrigin) } : brand,
    seller,
    publicOrigin,
    sales,
    desk,
    deskKey: `desk links ${options.serviceCredential}`,
    reverseChargeFrom: options.reverseChargeFrom ?? null,
  };
}

/** The account page's reads of a customer, in one answer. */
const customerPage = (routes: readonly Route[]): Route =>
  composed(readCustomerPage, Object.keys(readCustomerPage.reply.shape), routes, {
    listInvoices: { limit: INVOICES_A_PAGE },
  });

function routesOf(deps: Deps): readonly Route[] {
  const own = {
    ...customerRoutes(deps),
    ...planRoutes(deps),
    ...subscriptionRoutes(deps),
    ...invoiceRoutes(deps),
    ...paperRoutes(deps),
    ...paperQuoteRoutes(deps),
    ...referenceRoutes(deps),
    ...billingContactRoutes(deps),
    ...checkoutRoutes(deps),
    ...paymentMethodRoutes(deps),
    ...webhookRoutes(deps),
    ...staffRoutes(deps),
    ...deskRoutes(deps),
  };
  return everyRoute("purchase", { ...own, readCustomerPage: customerPage(Object.values(own)) });
}

const jobsOf = (deps: Deps): readonly AnyJob[] => [
  newsJobFor(deps),
  saleJobFor(deps),
  syncSubscriptionJobFor(deps),
  syncCustomerJobFor(deps),
  syncReturnsJobFor(deps),
  retryPaymentsJobFor(deps),
  sendNoticeJobFor(deps),
  tellInvoiceJobFor(deps),
  sendContactMailJobFor(deps),
  printDraftJobFor(deps),
  buildArchiveJobFor(deps),
  tellReadyJobFor(deps),
  reconcileJobFor(deps),
  receiptJobFor(deps),
  lookJobFor(deps),
  askOwnerJobFor(deps),
  carryOutJobFor(deps),
];

/** Builds the service. It calls no other service yet. */
export function createPurchase(options: PurchaseOptions): PurchaseService {
  const deps = dependencies(options);
  const { database, clock, log, accounts } = deps;
  return {
    plugin: servicePlugin({
      name: "purchase",
      routes: routesOf(deps),
      authenticate: (token) => accounts.personOf(token),
      serviceCredential: options.serviceCredential,
      database,
      clock,
      log,
      limiter: deps.limiter,
      strictContract: options.strictContract,
      portalOrigins: options.portalOrigins,
    }),
    pages: deskPages(deps),
    database,
    jobs: jobsOf(deps),
    sweeps: purchaseSweeps(deps),
    gauges: [
      {
        name: "foyer_messages_set_aside",
        help: "Messages that the accounts service refuses; staff decide about them.",
        read: async () => [{ value: await countSetAside(deps.db) }],
      },
    ],
    catchUp: async () => {
      try {
        await syncPlans(deps);
        await reportDifferences(deps);
        await readImported(deps);
      } catch (error) {
        log.warn({ err: error }, "the provider could not be asked at the start");
      }
    },
    readNamed: (named) => readNamed(deps, named),
    reconcile: ({ dryRun }) => reconcile(deps, { dryRun, askedBy: "command" }),
    stop: () => database.close(),
  };
}
