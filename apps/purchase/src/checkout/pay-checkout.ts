import type { Checkout } from "@foyer/contract/checkout";
import type { Person } from "@foyer/service-kit/call";
import type { Queryable } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { refuseTooManyUntil } from "@foyer/service-kit/refuse-too-many";
import { offerById } from "../catalogue/offer.ts";
import { begin, type Decision } from "../changes/operations/begin.ts";
import { buyingByQuote, buyingsSince, isBought } from "../changes/operations/buy-store.ts";
import { buy, type Buying } from "../changes/operations/buy.ts";
import { liveOperation } from "../changes/operations/operation-store.ts";
import { awaitOperation, refuseUnlessDone } from "../changes/operations/run-operation.ts";
import { refuseEndedCode, refuseUse } from "../coupons/check-coupon.ts";
import type { PurchaseTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { refuseMissingReference } from "../references/references.ts";
import { tellSaleNow } from "../sales/tell-sales.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { subscriptionsOfLicense } from "../subscriptions/subscription-store.ts";
import { isEnded } from "../subscriptions/subscription-wire.ts";
import { tellAccountsNow } from "../subscriptions/tell-accounts.ts";
import { anyCheckout, checkoutOf, type CheckoutQuote, endOtherCheckouts, isBoughtSince } from "./checkout-store.ts";
import { checkoutWire } from "./checkout-wire.ts";
import { fingerprintOf, planOnSale, refuseOtherTax, targetOf } from "./start-checkout.ts";
import { mayBuySince } from "../changes/operations/decline-store.ts";
import { refuseDeclined } from "../changes/refuse-too-many.ts";

const HOUR_MS = 3_600_000;
/** Purchases that an account may begin in an hour. */
const AN_HOUR = 5;

/** Refuses with 429 a buyer who begins many purchases, or whose payments were declined. Staff can lift the wait. */
async function refuseAbuse(deps: Deps, tx: Queryable<PurchaseTables>, customerId: string): Promise<void> {
  if (!deps.rateLimits) return;
  await refuseDeclined(deps, tx, customerId);
  const now = deps.clock.now();
  const lifted = (await mayBuySince(tx, customerId))?.getTime() ?? 0;
  const begun = await buyingsSince(tx, customerId, new Date(Math.max(now.getTime() - HOUR_MS, lifted) + 1));
  const oldest = begun.at(-AN_HOUR);
  if (oldest) refuseTooManyUntil(new Date(oldest.created_at.getTime() + HOUR_MS), now, { reason: "purchases" });
}

type Db = Queryable<PurchaseTables>;

export interface Payment {
  readonly buyer: Person;
  readonly checkoutId: string;
  /** A saved card, or undefined for the default one. */
  readonly card: string | undefined;
  /** Ids of the given consents. */
  readonly consents: readonly string[];
  /** Held seats that end if not all seats of the license fit. */
  readonly release: readonly string[];
}

async function reachCheckout(
  { db }: Deps,
  { buyer, checkoutId }: Pick<Payment, "buyer" | "checkoutId">,
): Promise<CheckoutQuote> {
  const quote = await checkoutOf(db, buyer.id, checkoutId);
  if (!quote) refuse("object.not_found");
  return quote;
}

/** Refuses a card that is not the buyer's. */
async function refuseOthersCard(deps: Deps, { purchase }: CheckoutQuote, card: string | undefined): Promise<void> {
  if (card === undefined) return;
  const owned = await orRefuse(() => deps.gateway.card(card));
  if (owned?.customerId !== purchase.customer) refuse("object.not_found");
}

/**
 * Refuses an offer on paper that would buy another license today: the buyer may have begun a trial, or may no longer manage
 * the ended license.
 */
async function refuseOtherTarget(deps: Deps, buyer: Person, quote: CheckoutQuote): Promise<void> {
  const { purchase, plan, quantity } = quote;
  const target = await targetOf(deps, buyer, {
    plan,
    quantity,
    license: purchase.isReturn ? purchase.license : undefined,
  });
  if (target.subject === quote.subscription_id) return;
  refuse("quote.dead", { reason: "trial_changed" });
}

/** Refuses to pay while a shown consent is missing. */
function refuseUnticked({ purchase: { consents = [] } }: CheckoutQuote, ticked: readonly string[]): void {
  const missing = consents.find(({ id }) => !ticked.includes(id));
  if (missing) refuse("input.invalid", { field: "consents", reason: "consent", facts: { text: missing.text } });
}

/** Refuses a quote that can no longer be paid as it was shown. */
async function refuseDead(tx: Db, quote: CheckoutQuote, now: Date): Promise<void> {
  const { purchase, subscription_id: subject } = quote;
  if (quote.expires_at <= now) {
    refuse("quote.dead", { reason: "offer_replaced" });
  }
  const plan = await offerById(tx, quote.plan);
  if (!plan || fingerprintOf(plan) !== quote.fingerprint) refuse("quote.dead");
  const offered = { subject, plan: quote.plan, isOnPaper: quote.on_paper, since: quote.created_at };
  if (await isBoughtSince(tx, { customer: purchase.customer, ...offered })) {
    refuse("quote.dead", { reason: "bought_since" });
  }
  if (purchase.trial && (await isBought(tx, subject))) {
    refuse("quote.dead", { reason: "trial_bought" });
  }
  if (!purchase.isReturn && !purchase.trial) return;
  const rows = await subscriptionsOfLicense(tx, purchase.license);
  if (rows.some(({ status }) => !isEnded(status) && status !== "incomplete")) {
    refuse("subscription.forbidden", { reason: "subscribed" });
  }
}

function requestOf({ buyer, card, release }: Payment, quote: CheckoutQuote): Buying["request"] {
  const { purchase } = quote;
  const { coupon } = purchase;
  return {
    plan: quote.plan,
    quantity: quote.quantity,
    by: buyer.username,
    account: buyer.id,
    buy: {
      license: purchase.license,
      isReturn: purchase.isReturn,
      ...(purchase.trial ? { isTrial: true } : {}),
      product: purchase.product,
      taxRates: purchase.taxRates.map(({ id }) => id),
      ...(purchase.once ? { once: { price: purchase.once.price, line: purchase.line } } : {}),
      card: card ?? null,
      ...(purchase.reference === undefined ? {} : { reference: purchase.reference }),
      ...(release.length === 0 ? {} : { release: [...release] }),
    },
    quote: {
      id: quote.id,
      subtotal: quote.subtotal_cents,
      tax: quote.tax_cents,
      total: quote.total_cents,
      currency: quote.currency,
    },
    ...(coupon ? { coupon: { promotion: coupon.promotion, code: coupon.code, id: coupon.coupon.id } } : {}),
    consents: (purchase.consents ?? []).map(({ id, version, text }) => ({ id, version, text })),
  };
}

async function decide(deps: Deps, tx: Db, payment: Payment): Promise<Decision<typeof buy.name, Buying["request"]>> {
  const now = deps.clock.now();
  // Read again: another tab may have replaced it.
  const quote = await checkoutOf(tx, payment.buyer.id, payment.checkoutId);
  if (!quote) refuse("object.not_found");
  const subject = quote.subscription_id;
  const made = await buyingByQuote(tx, subject, quote.id);
  // After a refusal, the next request is another try. A repeat of the first one joined it, or got its answer by its key.
  if (made && made.state !== "failed") return { join: made };
  const live = await liveOperation(tx, subject);
  if (live?.state === "waiting") {
    refuse("subscription.forbidden", { reason: "purchase_waits" });
  }
  if (live) return { after: live };
  refuseUnticked(quote, payment.consents);
  await refuseDead(tx, quote, now);
  await refuseAbuse(deps, tx, quote.purchase.customer);
  if (quote.purchase.coupon) await refuseUse(tx, quote.purchase.coupon, quote.purchase.customer);
  await endOtherCheckouts(tx, subject, quote.id, now);
  return { begin: requestOf(payment, quote) };
}

/**
 * Pays a checkout, once: concurrent and repeated requests share one purchase. Returns the checkout that is paid, or that
 * waits for the bank. A refusal means that nothing was charged.
 */
export async function payCheckout(deps: Deps, payment: Payment): Promise<Checkout> {
  const quote = await reachCheckout(deps, payment);
  const { customer: customerId } = quote.purchase;
  const known = await buyingByQuote(deps.db, quote.subscription_id, quote.id);
  if (!known || known.state === "failed") {
    await planOnSale(deps, quote.plan);
    await refuseOthersCard(deps, quote, payment.card);
    await refuseOtherTax(deps, quote);
    if (quote.on_paper) await refuseOtherTarget(deps, payment.buyer, quote);
    await refuseMissingReference(deps, { customerId, own: async () => quote.purchase.reference ?? null });
    if (quote.purchase.coupon) await refuseEndedCode(deps, quote.purchase.coupon);
  }
  const begun = await begin(deps, {
    kind: buy,
    subject: quote.subscription_id,
    customerId,
    decide: (tx) => decide(deps, tx, payment),
  });
  const operation = buy.of({ ...(await awaitOperation(deps, begun.id)) });
  if (!operation) throw new Error(`operation ${begun.id} buys nothing`);
  refuseUnlessDone({ ...operation });
  if (operation.state === "done" && operation.request.made) await tellNow(deps, operation.request.made);
  return await checkoutWire(deps, quote);
}

/** Reports the purchase to the accounts service, so that the license exists before the answer. */
async function tellNow(deps: Deps, { subscription, invoice }: NonNullable<Buying["request"]["made"]>): Promise<void> {
  if (subscription === undefined) await tellSaleNow(deps, invoice);
  else await tellAccountsNow(deps, subscription);
}

/** Returns a checkout. First looks at a payment that waits for the bank, so that a read completes it. */
export async function readCheckout(deps: Deps, buyer: Person, checkoutId: string): Promise<Checkout> {
  const quote = await reachCheckout(deps, { buyer, checkoutId });
  const buying = await buyingByQuote(deps.db, quote.subscription_id, quote.id);
  if (buying?.state === "waiting") await awaitOperation(deps, buying.id);
  return await checkoutWire(deps, quote);
}

const DAY_MS = 86_400_000;

/** Returns whether a checkout was paid, for a day after its quote. It returns nothing else, because only the id is required. */
export async function readCheckoutState({ db, clock }: Deps, id: string): Promise<"open" | "paid" | "failed"> {
  const quote = await anyCheckout(db, id);
  const now = clock.now().getTime();
  if (!quote || quote.created_at.getTime() < now - DAY_MS) refuse("object.not_found");
  const buying = await buyingByQuote(db, quote.subscription_id, id);
  if (buying?.state === "done") return "paid";
  const isOver = quote.expires_at.getTime() <= now && (!buying || buying.state === "failed");
  return isOver ? "failed" : "open";
}
