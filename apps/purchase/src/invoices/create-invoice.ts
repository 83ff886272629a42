import type { InvoiceOutcome } from "@foyer/contract/subscription-wire";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import { inTransaction, type Queryable } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { sql } from "kysely";
import type { PurchaseSchema } from "../db/purchase-schema.ts";
import { insertOperation, latestOperation, liveOperation, type Operation } from "../operations/operation-store.ts";
import { awaitOperation, refuseUnlessDone } from "../operations/run-operation.ts";
import { orRefuse } from "../operations/stored-refusal.ts";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { refuseChangedQuote } from "../quotes/hold-quote.ts";
import { type Quote, quoteById, stagedChange, unstageChange } from "../quotes/quote-store.ts";
import { refuseBusy } from "../subscriptions/begin-operation.ts";
import { refuseChange } from "../subscriptions/change-rules.ts";
import { reachSubscription } from "../subscriptions/reach-subscription.ts";
import { lockSubscription, planById } from "../subscriptions/subscription-store.ts";
import type { SubscriptionRow } from "../subscriptions/subscription-wire.ts";
import { tellAccountsNow } from "../subscriptions/tell-accounts.ts";
import { outcomeWire } from "./invoice-wire.ts";

type Db = Queryable<PurchaseSchema>;

/** A repeat within that time gets the answer of the change that it repeats. */
const REPEAT_DONE_MS = 3_600 * 1_000;
/** A payment that failed is over at once; only those who asked together with it hear the same. */
const REPEAT_FAILED_MS = 5 * 1_000;

/** More charged changes than that on one day are a machine gone wild, not a manager. */
const CHARGES_A_DAY = 15;

interface Buyer {
  readonly customerId: string;
  readonly subscriptionId: string;
  /** Account name of who asks for it. */
  readonly by: string;
}

/** Carries out the staged change: charged, and in force once it is paid. Everybody who asks at once gets one answer. */
export async function createInvoice(deps: PurchaseDeps, buyer: Buyer): Promise<InvoiceOutcome> {
  const { customerId, subscriptionId } = buyer;
  await reachSubscription(deps, customerId, subscriptionId);
  const operation = await awaitOperation(deps, (await beginCharge(deps, buyer)).id);
  if (operation.state === "done") await tellAccountsNow(deps, subscriptionId);
  refuseUnlessDone(operation);
  const { invoice_id: invoiceId } = operation;
  const invoice = invoiceId === null ? null : await orRefuse(() => deps.gateway.invoice(invoiceId));
  if (!invoice) refuse("object.not_found");
  return outcomeWire(invoice);
}

/** The change to carry out, recorded; or the one that is being carried out, or was a moment ago. */
async function beginCharge(deps: PurchaseDeps, { customerId, subscriptionId, by }: Buyer): Promise<Operation> {
  return await inTransaction(deps.database.kysely, async (tx) => {
    const row = await lockSubscription(tx, subscriptionId);
    if (!row) refuse("object.not_found");
    const live = await liveOperation(tx, subscriptionId);
    if (live?.kind === "charge") return live;
    if (live) refuseBusy(live);
    const staged = await stagedChange(tx, subscriptionId);
    if (!staged) return await repeated(deps, tx, subscriptionId);
    const now = deps.clock.now();
    const quote = await quoteById(tx, staged.quote_id);
    if (staged.expires_at <= now || !quote) {
      refuse("quote.dead", { message: "The change was not paid within an hour and was dropped. Nothing was changed." });
    }
    refuseChange(row, staged, "create_prorations", { now, isWaiting: false });
    await refuseChanged(tx, row, quote);
    await refuseTooMany(deps, tx, subscriptionId, now);
    await unstageChange(tx, subscriptionId);
    return await insertOperation(tx, {
      kind: "charge",
      subscriptionId,
      customerId,
      request: { ...requestOf(row, quote), by },
      now,
    });
  });
}

function requestOf(row: SubscriptionRow, quote: Quote): Operation["request"] {
  return {
    plan: quote.plan,
    quantity: quote.quantity,
    restartPeriod: quote.plan !== row.paid_plan,
    quote: {
      id: quote.id,
      prorationAt: unixSecondsOf(quote.proration_at),
      subtotal: quote.subtotal_cents,
      tax: quote.tax_cents,
      total: quote.total_cents,
    },
  };
}

async function refuseChanged(tx: Db, row: SubscriptionRow, quote: Quote): Promise<void> {
  const plan = await planById(tx, row.paid_plan);
  if (!plan) refuse("quote.dead");
  await refuseChangedQuote(tx, { row, plan }, quote);
}

/** Nothing is staged: a repeat gets the answer of what it repeats. */
async function repeated(deps: PurchaseDeps, tx: Db, subscriptionId: string): Promise<Operation> {
  const latest = await latestOperation(tx, subscriptionId);
  if (latest?.kind === "charge" && latest.finished_at !== null) {
    const age = deps.clock.now().getTime() - latest.finished_at.getTime();
    if (age < (latest.state === "done" ? REPEAT_DONE_MS : REPEAT_FAILED_MS)) return latest;
  }
  refuse("subscription.forbidden", {
    message: "There is no change to pay for. Choose the new plan or number of seats first.",
  });
}

async function refuseTooMany(deps: PurchaseDeps, tx: Db, subscriptionId: string, now: Date): Promise<void> {
  const { made } = await tx
    .selectFrom("operations")
    .select(sql<number>`count(*)`.as("made"))
    .where("subscription_id", "=", subscriptionId)
    .where("kind", "=", "charge")
    .where("state", "=", "done")
    .where("created_at", ">", new Date(now.getTime() - 86_400_000))
    .executeTakeFirstOrThrow();
  if (made < CHARGES_A_DAY) return;
  deps.log.error({ subscriptionId, made }, "a subscription is changed too often");
  refuse("subscription.forbidden", {
    message: "This subscription was changed very often today. Please contact us, or try again tomorrow.",
  });
}
