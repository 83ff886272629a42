import { listContacts } from "../billing-contacts/billing-contacts.ts";
import { readBillingDetails } from "../customers/billing-details.ts";
import { buyingsOf } from "../changes/operations/buy-store.ts";
import type { Buying } from "../changes/operations/buy.ts";
import type { Deps } from "../deps.ts";
import { listPaperQuotes } from "../paper-quotes/paper-quotes.ts";
import { readReferences } from "../references/references.ts";
import type { ProviderInvoice } from "../stripe/payment-gateway.ts";
import { ProviderFailure } from "../stripe/provider-failure.ts";
import { statementsOfCustomer, type StoredStatement } from "../statements/statement-store.ts";
import { subscriptionsOfCustomer } from "../subscriptions/subscription-store.ts";

/** Maximum number of invoices, newest first. A part of an archive is at most 1 MiB in a request. */
const INVOICES_MAX = 2_000;
const PAGE = 100;
/** Maximum number of purchases and tries, newest first. */
const PURCHASES_MAX = 500;

/** Adds the payment side to the archives that people requested (ERASE-05). The next run retries failed ones. */
export async function addPayments(deps: Deps): Promise<void> {
  for (const { id, customer_ids: customerIds } of await deps.accounts.dataExports()) {
    try {
      const payments = await Promise.all(customerIds.map((customer) => paymentsOf(deps, customer)));
      await deps.accounts.addPayments(id, JSON.stringify(payments));
    } catch (error) {
      deps.log.warn({ err: error, export: id }, "the payments could not be added to an archive");
    }
  }
}

async function paymentsOf(deps: Deps, customerId: string): Promise<object> {
  const { gateway, db } = deps;
  const [customer, cards, subscriptions, invoices, contacts, quotes, purchases, statements] = await Promise.all([
    gateway.customer(customerId),
    gateway.cards(customerId).catch(noneIfMissing),
    subscriptionsOfCustomer(db, customerId),
    invoicesOf(deps, customerId),
    listContacts(deps, customerId),
    listPaperQuotes(deps, customerId),
    buyingsOf(db, customerId, PURCHASES_MAX),
    statementsOfCustomer(db, customerId),
  ]);
  return {
    customer: customerId,
    email: customer?.email ?? null,
    balance: customer?.balance ?? 0,
    billing_details: customer ? await readBillingDetails(deps, customerId) : null,
    references: customer ? await readReferences(deps, customerId) : null,
    billing_contacts: contacts.map(({ email, mails, state }) => ({ email, mails, state })),
    quotes: quotes.map(({ number, state, product, total, currency, buyer }) => ({
      number,
      state,
      product,
      total,
      currency,
      buyer,
    })),
    purchases: purchases.map(purchaseOf),
    statements: statements.map(statementOf),
    cards: cards.map(({ brand, last4, expMonth, expYear }) => ({
      brand,
      last4,
      exp_month: expMonth,
      exp_year: expYear,
    })),
    subscriptions: subscriptions.map(({ row }) => ({
      id: row.id,
      license: row.registration_id,
      status: row.status,
      plan: row.paid_plan,
      quantity: row.paid_quantity,
      period_end: row.period_end,
      cancel_at_period_end: row.cancel_at_period_end,
      created: row.created_at,
    })),
    invoices: invoices.map(invoiceOf),
  };
}

/** A customer that was deleted at the provider has no cards there. */
function noneIfMissing(error: unknown): never[] {
  if (error instanceof ProviderFailure && error.kind === "missing") return [];
  throw error;
}

/** Returns a purchase or a try, with what the buyer agreed to. */
function purchaseOf({ created_at: at, state, request }: Buying): object {
  const { plan, quantity, quote, consents = [] } = request;
  return { at, state, plan, quantity, total: quote.total, currency: quote.currency, agreed_to: consents };
}

/** Returns what the person stated, and what became of it. */
function statementOf({ kind, at, name, reference, contract, receipt_to, good_cause, state }: StoredStatement): object {
  return { kind, at, name, reference, contract, receipt_to, good_cause, state };
}

function invoiceOf({ number, status, total, currency, created }: ProviderInvoice): object {
  return { number, status, total, currency, created: new Date(created * 1_000) };
}

async function invoicesOf({ gateway }: Deps, customerId: string): Promise<ProviderInvoice[]> {
  const found: ProviderInvoice[] = [];
  for (;;) {
    const last = found.at(-1)?.id;
    const wanted = { limit: PAGE, ...(last === undefined ? {} : { startingAfter: last }) };
    const gone = (error: unknown) => ({ items: noneIfMissing(error), hasMore: false });
    const page = await gateway.customerInvoices(customerId, wanted).catch(gone);
    found.push(...page.items);
    if (!page.hasMore || page.items.length === 0 || found.length >= INVOICES_MAX) return found;
  }
}
