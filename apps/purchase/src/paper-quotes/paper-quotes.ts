import { randomBytes, randomInt } from "node:crypto";
import type { OwnPaperQuote, PaperQuote } from "@foyer/contract/paper-quotes";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import { invoiceLine } from "@foyer/domain/invoice-line";
import { inTransaction, type Queryable } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { quoteChange } from "../changes/quotes/quote-change.ts";
import { expireQuote, forgetQuote, type Quote, shownTax } from "../changes/quotes/quote-store.ts";
import type { Amounts } from "../changes/quotes/own-amounts.ts";
import { reachForChange } from "../changes/reach-for-change.ts";
import { refuseTooMany } from "../changes/refuse-too-many.ts";
import { behaviorOf, type ChangeRequest, refuseChange } from "../changes/rules/change-rules.ts";
import { readBillingDetails } from "../customers/billing-details.ts";
import type { QuotePaper } from "../db/paper-tables.ts";
import type { PurchaseTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { referenceInForce } from "../references/references.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import type { HeldSubscription, PlanRow } from "../subscriptions/subscription-wire.ts";
import {
  countOpenPapers,
  insertPaper,
  paperByQuote,
  paperByReference,
  type PaperQuoteRow,
  papersOfCustomer,
  prunePapers,
  withdrawPaper,
} from "./paper-quote-store.ts";
import { isOutdated } from "./paper-state.ts";

type Db = Queryable<PurchaseTables>;

/** Maximum time for which the amounts on paper bind. */
export const BINDS_MS = 30 * 86_400_000;
/** Quotes of a customer that can be accepted at a time. */
const MOST_OPEN = 20;
const MOST_LISTED = 100;
const KEPT_MS = 400 * 86_400_000;
/** Characters that are not easily confused with each other. */
const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

function newNumber(): string {
  return `Q-${Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join("")}`;
}

/** Returns the amounts in words. The provider's own descriptions leave out the period. */
function linesOf(held: HeldSubscription, to: PlanRow, quantity: number, { lines }: Amounts): QuotePaper["lines"] {
  return lines.map(({ amount, period }) => {
    const isCredit = amount < 0;
    const plan = isCredit ? held.plan : to;
    const seats = isCredit ? held.row.paid_quantity : quantity;
    return { text: invoiceLine({ product: plan.nickname ?? plan.product, seats, period, amount }), amount };
  });
}

async function paperOf(
  deps: Deps,
  { customerId, subscriptionId, wanted }: ChangeRequest,
  { held, to }: { readonly held: HeldSubscription; readonly to: PlanRow },
  { quote, amounts }: { readonly quote: Quote; readonly amounts: Amounts },
): Promise<QuotePaper> {
  const [{ name, address, tax_ids: taxIds }, customer] = await Promise.all([
    readBillingDetails(deps, customerId),
    orRefuse(() => deps.gateway.customer(customerId)),
  ]);
  const { tax, tax_included: taxIncluded } = shownTax(quote);
  return {
    plan: to.id,
    product: to.nickname ?? to.product,
    interval: to.interval,
    seats: { from: held.row.paid_quantity, to: wanted.quantity },
    lines: linesOf(held, to, wanted.quantity, amounts),
    subtotal: quote.subtotal_cents,
    tax,
    ...(taxIncluded === undefined ? {} : { taxIncluded }),
    total: quote.total_cents,
    currency: quote.currency,
    reverseCharge: held.row.tax_exempt === "reverse",
    fingerprint: quote.fingerprint,
    buyer: { name, address, tax_ids: taxIds },
    reference: await referenceInForce(deps, subscriptionId, customer),
  };
}

/** Refuses a customer one more open quote than allowed. Transactions of a customer pass this one at a time. */
export async function refuseTooManyPapers(tx: Db, customerId: string, now: Date): Promise<void> {
  if ((await countOpenPapers(tx, customerId, now)) < MOST_OPEN) return;
  refuse("limit.reached", { reason: "open_quotes", facts: { most: MOST_OPEN } });
}

interface NewPaper {
  readonly quoteId: string;
  readonly customerId: string;
  /** Subject of the operation that accepts it. */
  readonly subject: string;
  readonly paper: QuotePaper;
  readonly now: Date;
  readonly until: Date;
}

/** Stores a paper with a new number and link. */
export async function storePaper(tx: Db, { quoteId, customerId, subject, paper, now, until }: NewPaper): Promise<void> {
  await insertPaper(tx, {
    quote_id: quoteId,
    customer_id: customerId,
    subscription_id: subject,
    number: newNumber(),
    reference: randomBytes(16).toString("base64url"),
    paper: JSON.stringify(paper),
    created_at: now,
    expires_at: until,
    withdrawn_at: null,
  });
}

/**
 * Makes a quote for a change that is charged at once. It binds for 30 days, at most until the end of the period that its amounts
 * pay for.
 */
export async function createPaperQuote(deps: Deps, asked: ChangeRequest): Promise<OwnPaperQuote> {
  const { customerId, subscriptionId, wanted, by } = asked;
  const { held, to, isWaiting } = await reachForChange(deps, customerId, subscriptionId, wanted.plan);
  const now = deps.clock.now();
  const behavior = behaviorOf(held.row, wanted);
  refuseChange(held.row, wanted, behavior, { now, isWaiting });
  if (behavior === "none") {
    refuse("subscription.forbidden", { reason: "costs_nothing" });
  }
  await refuseTooMany(deps, held.row);
  const until = new Date(Math.min(now.getTime() + BINDS_MS, held.row.paid_until.getTime()));
  const { db } = deps;
  const priced = await quoteChange(deps, held, to, { quantity: wanted.quantity, by, onPaperUntil: until });
  try {
    const paper = await paperOf(deps, asked, { held, to }, priced);
    await inTransaction(db, async (tx) => {
      await refuseTooManyPapers(tx, customerId, now);
      await storePaper(tx, { quoteId: priced.quote.id, customerId, subject: subscriptionId, paper, now, until });
    });
  } catch (error) {
    await forgetQuote(db, priced.quote.id);
    throw error;
  }
  return await ownQuote(deps, customerId, priced.quote.id);
}

async function stateOf({ db, clock }: Pick<Deps, "db" | "clock">, row: PaperQuoteRow): Promise<PaperQuote["state"]> {
  if (row.is_accepted) return "accepted";
  if (row.withdrawn_at !== null) return "withdrawn";
  if (row.expires_at <= clock.now()) return "expired";
  return (await isOutdated(db, row)) ? "outdated" : "open";
}

async function paperWire(deps: Pick<Deps, "db" | "clock">, row: PaperQuoteRow): Promise<PaperQuote> {
  const { number, reference, created_at: created, expires_at: expires, paper } = row;
  const { product, interval, seats, lines, subtotal, tax, taxIncluded, total, currency, buyer } = paper;
  return {
    number,
    reference,
    state: await stateOf(deps, row),
    kind: paper.purchase ? "purchase" : "change",
    created: unixSecondsOf(created),
    expires_at: unixSecondsOf(expires),
    product,
    interval,
    seats,
    subtotal,
    tax,
    ...(taxIncluded === undefined ? {} : { tax_included: taxIncluded }),
    ...(paper.purchase ? { tax_rates: tax === 0 ? [] : [...paper.purchase.taxRates] } : {}),
    total,
    currency,
    lines: lines.map((line) => ({ ...line })),
    reverse_charge: paper.reverseCharge,
    buyer: { ...buyer, tax_ids: [...buyer.tax_ids] },
    invoice_reference: paper.reference,
  };
}

async function ownWire(deps: Deps, row: PaperQuoteRow): Promise<OwnPaperQuote> {
  const { quote_id: quote, subscription_id: subscription, paper } = row;
  return {
    ...(await paperWire(deps, row)),
    quote,
    subscription: paper.purchase ? null : subscription,
    plan: paper.plan,
    quantity: paper.seats.to,
  };
}

export async function ownQuote(deps: Deps, customerId: string, quoteId: string): Promise<OwnPaperQuote> {
  const row = await paperByQuote(deps.db, customerId, quoteId);
  if (!row) refuse("object.not_found");
  return await ownWire(deps, row);
}

/** Lists a customer's quotes, newest first. */
export async function listPaperQuotes(deps: Deps, customerId: string): Promise<OwnPaperQuote[]> {
  const rows = await papersOfCustomer(deps.db, customerId, MOST_LISTED);
  return await Promise.all(rows.map((row) => ownWire(deps, row)));
}

/** Withdraws a quote, unless it was accepted or is over. */
export async function withdrawPaperQuote(deps: Deps, customerId: string, quoteId: string): Promise<OwnPaperQuote> {
  const row = await paperByQuote(deps.db, customerId, quoteId);
  if (!row) refuse("object.not_found");
  const now = deps.clock.now();
  if (!row.is_accepted && row.expires_at > now) {
    await inTransaction(deps.db, async (tx) => {
      await withdrawPaper(tx, quoteId, now);
      await expireQuote(tx, quoteId, now);
    });
  }
  return await ownQuote(deps, customerId, quoteId);
}

/** Returns a quote by its link. */
export async function readPaperQuote(deps: Pick<Deps, "db" | "clock">, reference: string): Promise<PaperQuote> {
  const row = await paperByReference(deps.db, reference);
  if (!row) refuse("object.not_found");
  return await paperWire(deps, row);
}

/** Returns the customer whose quote this is. */
export async function payerOfQuote({ db }: Pick<Deps, "db">, reference: string): Promise<string> {
  return (await paperByReference(db, reference))?.customer_id ?? refuse("object.not_found");
}

/** Deletes papers a year after they could last be accepted. */
export async function dropOldPapers({ db, clock }: Deps): Promise<void> {
  await prunePapers(db, new Date(clock.now().getTime() - KEPT_MS));
}
