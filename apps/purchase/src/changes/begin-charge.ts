import { unixSecondsOf } from "@foyer/contract/wire-values";
import type { Queryable } from "@foyer/service-kit/db";
import { Refusal, refuse } from "@foyer/service-kit/errors";
import type { PurchaseTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { referenceOfSubscription } from "../references/reference-store.ts";
import { refuseMissingReference } from "../references/references.ts";
import { lockSubscription, planById } from "../subscriptions/subscription-store.ts";
import type { SubscriptionRow } from "../subscriptions/subscription-wire.ts";
import { begin, type Decision } from "./operations/begin.ts";
import { chargeByQuote, latestStagedCharge } from "./operations/charge-store.ts";
import { type Charge, charge } from "./operations/charge.ts";
import { liveOperation } from "./operations/operation-store.ts";
import { subjectOf } from "./operations/operation.ts";
import { refuseDeclined } from "./refuse-too-many.ts";
import { refuseDeadQuote, refuseUnknownQuote } from "./quotes/hold-quote.ts";
import { type Quote, quoteShown, stagedQuote, unstageCharged } from "./quotes/quote-store.ts";
import { type CallOf, refuseChange } from "./rules/change-rules.ts";

type Db = Queryable<PurchaseTables>;

/** A repeat that names no quote returns the answer of a successful charge within this time. */
const REPEAT_DONE_MS = 3_600 * 1_000;
/** A repeat returns the answer of a failed charge only within this time, which covers concurrent requests. */
const REPEAT_FAILED_MS = 5 * 1_000;

/** The person who confirms, and what is confirmed. */
export interface Buyer extends CallOf {
  /** Id of the confirmed quote. Without one, the change that this person staged last is charged. */
  readonly quote: string | undefined;
}

/**
 * Returns the charge for the confirmed quote, and records it if it is new. A confirmation joins only a charge
 * of the same quote. If another charge runs first, its result decides whether the quote is still valid.
 *
 * Refuses with `rate.limited` after declined payments, with `quote.dead`, without any change, if the quote is no longer valid, and with
 * `subscription.forbidden` if nothing was confirmed.
 */
export async function beginCharge(deps: Deps, buyer: Buyer): Promise<Charge> {
  const { customerId, subscriptionId } = buyer;
  await refuseMissingReference(deps, { customerId, own: () => referenceOfSubscription(deps.db, subscriptionId) });
  const subject = subjectOf.subscription(subscriptionId);
  return await begin(deps, { kind: charge, subject, customerId, decide: (tx) => decide(deps, tx, buyer) });
}

async function decide(deps: Deps, tx: Db, buyer: Buyer): Promise<ChargeDecision> {
  const { subscriptionId, by } = buyer;
  const row = await lockSubscription(tx, subscriptionId);
  if (!row) refuse("object.not_found");
  const confirmed = await (buyer.quote === undefined
    ? stagedOrRepeated(deps, tx, buyer)
    : namedOrRepeated(tx, buyer, buyer.quote));
  if ("join" in confirmed) return confirmed;
  const live = await liveOperation(tx, subjectOf.subscription(subscriptionId));
  if (live) return { after: live };
  const { quote } = confirmed;
  await refuseUnlessHeld(tx, row, quote, deps.clock.now());
  await refuseDeclined(deps, tx, row.customer_id);
  await unstageCharged(tx, { id: quote.id, subscriptionId, by });
  return { begin: { ...requestOf(row, quote), by } };
}

type ChargeDecision = Decision<typeof charge.name, Charge["request"]>;
type Confirmed = { readonly join: Charge } | { readonly quote: Quote };

/** A quote is charged once. A repeat joins the first charge, unless that failed and the quote was staged again. */
async function namedOrRepeated(tx: Db, buyer: Buyer, id: string): Promise<Confirmed> {
  const made = await chargeMade(tx, buyer, id);
  if (made) return { join: made };
  const quote = await quoteShown(tx, { id, subscriptionId: buyer.subscriptionId, by: buyer.by });
  if (!quote) refuseUnknownQuote();
  return { quote };
}

/** Returns the charge of a quote that this person has confirmed; null if it failed and the quote was staged again. */
export async function chargeMade(
  db: Db,
  { subscriptionId, by }: Pick<Buyer, "subscriptionId" | "by">,
  id: string,
): Promise<Charge | null> {
  const made = await chargeByQuote(db, subscriptionId, id);
  if (made?.request.by !== by) return null;
  if (made.state !== "failed") return made;
  const quote = await quoteShown(db, { id, subscriptionId, by });
  return quote?.staged_at ? null : made;
}

async function stagedOrRepeated(deps: Deps, tx: Db, { subscriptionId, by }: Buyer): Promise<Confirmed> {
  const quote = await stagedQuote(tx, { subscriptionId, by });
  if (quote) return { quote };
  const latest = await latestStagedCharge(tx, subscriptionId, by);
  if (latest && isRepeatable(latest, deps.clock.now())) return { join: latest };
  refuse("subscription.forbidden", { reason: "nothing_to_pay" });
}

function isRepeatable({ state, finished_at: finishedAt, outcome, invoice_id: invoiceId }: Charge, now: Date): boolean {
  if (finishedAt === null) return true;
  // The charge lost its quote while it waited for the bank, so no caller has received this answer yet.
  const isUnheard = outcome?.refusal?.name === "quote.dead" && invoiceId !== null;
  return now.getTime() - finishedAt.getTime() < (state === "done" || isUnheard ? REPEAT_DONE_MS : REPEAT_FAILED_MS);
}

/** The rules allowed the change when the quote was shown. If a rule forbids it now, the quote is dead as well. */
async function refuseUnlessHeld(tx: Db, row: SubscriptionRow, quote: Quote, now: Date): Promise<void> {
  const plan = await planById(tx, row.paid_plan);
  if (!plan) refuse("quote.dead");
  const to = quote.plan === plan.id ? plan : await planById(tx, quote.plan);
  refuseDeadQuote(quote, { row, plan }, to, now);
  try {
    refuseChange(row, quote, "create_prorations", { now, isWaiting: false });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuse("quote.dead", { reason: "no_longer_allowed", facts: { why: error.message } });
  }
}

function requestOf(row: SubscriptionRow, quote: Quote): Charge["request"] {
  return {
    plan: quote.plan,
    quantity: quote.quantity,
    restartPeriod: quote.plan !== row.paid_plan,
    wasStaged: quote.staged_at !== null,
    quote: {
      id: quote.id,
      prorationAt: unixSecondsOf(quote.proration_at),
      subtotal: quote.subtotal_cents,
      tax: quote.tax_cents,
      total: quote.total_cents,
    },
  };
}
