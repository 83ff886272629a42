import type { OwnPaperQuote } from "@foyer/contract/paper-quotes";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Offer } from "../catalogue/offer.ts";
import { buyingByQuote } from "../changes/operations/buy-store.ts";
import { shownTax } from "../changes/quotes/quote-store.ts";
import { checkoutOf, type CheckoutQuote, putOnPaper } from "../checkout/checkout-store.ts";
import { linesOf } from "../checkout/checkout-wire.ts";
import { planOnSale, refuseOtherTax } from "../checkout/start-checkout.ts";
import { refuseEndedCode } from "../coupons/check-coupon.ts";
import { readBillingDetails } from "../customers/billing-details.ts";
import type { QuotePaper } from "../db/paper-tables.ts";
import type { Deps } from "../deps.ts";
import { referenceInForce } from "../references/references.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { paperByQuote } from "./paper-quote-store.ts";
import { BINDS_MS, ownQuote, refuseTooManyPapers, storePaper } from "./paper-quotes.ts";

async function paperOf(deps: Deps, quote: CheckoutQuote, plan: Offer): Promise<QuotePaper> {
  const { purchase, subscription_id: subject } = quote;
  const [{ name, address, tax_ids: taxIds }, customer] = await Promise.all([
    readBillingDetails(deps, purchase.customer),
    orRefuse(() => deps.gateway.customer(purchase.customer)),
  ]);
  const { tax, tax_included: taxIncluded } = shownTax(quote);
  return {
    plan: plan.id,
    product: plan.nickname ?? plan.product,
    interval: plan.interval,
    seats: { from: 0, to: quote.quantity },
    lines: linesOf(quote).map(({ description: text, amount }) => ({ text, amount })),
    subtotal: quote.subtotal_cents,
    tax,
    ...(taxIncluded === undefined ? {} : { taxIncluded }),
    total: quote.total_cents,
    currency: quote.currency,
    reverseCharge: purchase.isReverseCharge,
    fingerprint: quote.fingerprint,
    purchase: { taxRates: purchase.taxRates },
    buyer: { name, address, tax_ids: taxIds },
    reference: purchase.reference ?? (await referenceInForce(deps, subject, customer)),
  };
}

/** Refuses an offer that is being paid, or was paid. */
async function refusePaid({ db }: Deps, { id, subscription_id: subject }: CheckoutQuote): Promise<void> {
  const buying = await buyingByQuote(db, subject, id);
  if (buying && buying.state !== "failed") refuse("quote.dead", { reason: "offer_used" });
}

/**
 * Puts the offer of a checkout on paper for 30 days, or until its coupon ends. The paper is the checkout itself, so that the
 * offer is paid once, on the screen or from the paper.
 */
export async function quoteCheckout(deps: Deps, buyer: Person, checkoutId: string): Promise<OwnPaperQuote> {
  const { db, clock } = deps;
  const quote = await checkoutOf(db, buyer.id, checkoutId);
  if (!quote) refuse("object.not_found");
  const { id: quoteId, subscription_id: subject, purchase } = quote;
  const { customer: customerId, coupon } = purchase;
  if (!(await paperByQuote(db, customerId, quoteId))) {
    await refusePaid(deps, quote);
    const plan = await planOnSale(deps, quote.plan);
    await refuseOtherTax(deps, quote);
    const end = coupon ? await refuseEndedCode(deps, coupon) : null;
    const paper = await paperOf(deps, quote, plan);
    const now = clock.now();
    const until = new Date(Math.min(now.getTime() + BINDS_MS, end?.getTime() ?? Infinity));
    await inTransaction(db, async (tx) => {
      await refuseTooManyPapers(tx, customerId, now);
      // Another request of the same buyer may have made the paper since.
      if (await paperByQuote(tx, customerId, quoteId)) return;
      if (!(await putOnPaper(tx, quoteId, now, until))) {
        refuse("quote.dead", { reason: "offer_replaced" });
      }
      await storePaper(tx, { quoteId, customerId, subject, paper, now, until });
    });
  }
  return await ownQuote(deps, customerId, quoteId);
}
