import type { Repair } from "@foyer/contract/staff-wire";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction, type Queryable } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Transaction } from "kysely";
import { beginOrJoin } from "../changes/operations/begin.ts";
import type { Buying } from "../changes/operations/buy.ts";
import { paidPurchase } from "../changes/operations/buy-store.ts";
import {
  type Canceling,
  cancelPurchase,
  invoicesOf,
  refundableInvoices,
  refundsOf,
  returnSale,
} from "../changes/operations/cancel-purchase.ts";
import { type Left, leftToGiveBack, sumOf } from "../changes/operations/give-back.ts";
import { subjectOf } from "../changes/operations/operation.ts";
import { isTwinOf } from "../changes/operations/request-parts.ts";
import { awaitOperation, refuseUnlessDone } from "../changes/operations/run-operation.ts";
import type { PurchaseTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { lockSale, type Sale } from "../sales/sale-store.ts";
import { tellSaleNow } from "../sales/tell-sales.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { lockSubscription, subscriptionsOfLicense } from "../subscriptions/subscription-store.ts";
import { isEnded } from "../subscriptions/subscription-wire.ts";
import { tellAccountsNow } from "../subscriptions/tell-accounts.ts";
import { markedRefunds } from "./purchases-store.ts";
import { refuseOverLimit } from "./refund.ts";
import { applied, previewed, REPEAT_MS, type RepairInput } from "./repair.ts";

/** Time after the payment in which a purchase can be canceled and refunded completely. */
const CANCELABLE_MS = 14 * 86_400_000;

/** Returns until when a purchase can be canceled, or null if it is not paid. */
export function cancelableUntil({ state, finished_at: paid }: Pick<Buying, "state" | "finished_at">): Date | null {
  return state === "done" && paid !== null ? new Date(paid.getTime() + CANCELABLE_MS) : null;
}

/** Refuses a purchase that is too old to be canceled. */
function refuseOld(bought: Buying, now: Date): void {
  const until = cancelableUntil(bought);
  if (until && until > now) return;
  refuse("subscription.forbidden", { reason: "too_old_to_cancel" });
}

/** The result of a purchase, which its cancellation ends. */
interface Thing {
  readonly kind: typeof cancelPurchase | typeof returnSale;
  readonly subject: string;
  /** The target of the staff act. */
  readonly target: string;
  /** The invoice of a license that is paid once. */
  readonly invoice?: string;
  readonly left: Left;
  /** Locks it for the transaction. Returns its state, and why it cannot be canceled, or null. */
  readonly lock: (
    tx: Queryable<PurchaseTables>,
  ) => Promise<{ before: Record<string, unknown>; obstacle: Obstacle | null }>;
  /** Reports the end to the accounts service. */
  readonly tell: () => Promise<void>;
}

type Locked = Awaited<ReturnType<Thing["lock"]>>;

/** The subscription that was bought. */
async function boughtSubscription(deps: Deps, { request }: Buying, id: string): Promise<Thing> {
  return {
    kind: cancelPurchase,
    subject: subjectOf.subscription(id),
    target: `subscription:${id}`,
    left: await leftOf(deps, id),
    lock: async (tx) => {
      const row = await lockSubscription(tx, id);
      if (!row) refuse("object.not_found");
      const { license } = request.buy;
      const { paid_plan: plan, paid_quantity: quantity, status } = row;
      const { currency } = request.quote;
      return {
        before: { subscription: row.id, license, plan, quantity, currency, status, given_back: 0 },
        obstacle: isEnded(status) ? "ended_already" : null,
      };
    },
    tell: async () => void (await tellAccountsNow(deps, id)),
  };
}

/** The license that was paid once. */
async function soldLicense(deps: Deps, { request }: Buying, invoiceId: string): Promise<Thing> {
  const invoice = await orRefuse(() => deps.gateway.invoice(invoiceId));
  if (!invoice) refuse("object.not_found");
  const { license } = request.buy;
  return {
    kind: returnSale,
    subject: subjectOf.license(license),
    target: `license:${license}`,
    invoice: invoiceId,
    left: leftToGiveBack(invoice),
    lock: async (tx) => {
      const sale = await lockSale(tx, invoiceId);
      if (!sale) refuse("object.not_found");
      const { plan, quantity, currency } = sale;
      return {
        before: { invoice: invoiceId, license, plan, quantity, currency, status: "active", given_back: 0 },
        obstacle: await obstacleTo(tx, sale),
      };
    },
    tell: () => tellSaleNow(deps, invoiceId),
  };
}

/** Returns the result of a paid purchase. */
async function thingOf(deps: Deps, bought: Buying): Promise<Thing> {
  const { made } = bought.request;
  if (!made) refuse("object.not_found");
  const { subscription, invoice } = made;
  return subscription === undefined
    ? await soldLicense(deps, bought, invoice)
    : await boughtSubscription(deps, bought, subscription);
}

type Obstacle = "canceled_before" | "ended_already" | "subscription_first";

/** Returns why a license that was paid once cannot be canceled, or null. */
async function obstacleTo(tx: Queryable<PurchaseTables>, sale: Sale): Promise<Obstacle | null> {
  if (sale.returned_at !== null) return "canceled_before";
  const rows = await subscriptionsOfLicense(tx, sale.registration_id);
  return rows.every(({ status }) => isEnded(status)) ? null : "subscription_first";
}

/**
 * Returns what was paid for the subscription and is not given back yet, of all its invoices. Refuses if a change has left a
 * credit, because the customer would keep it in addition to the full refund.
 */
async function leftOf(deps: Deps, subscriptionId: string): Promise<Left> {
  const invoices = await orRefuse(() => invoicesOf(deps, subscriptionId));
  if (invoices.some(({ total }) => total < 0)) {
    refuse("subscription.forbidden", { reason: "credit_left" });
  }
  return sumOf(refundableInvoices(invoices).map(leftToGiveBack));
}

const afterOf = (before: Record<string, unknown>, { amount, balance }: Left): Record<string, unknown> => ({
  ...before,
  status: "canceled",
  given_back: amount + balance,
  to: balance > 0 ? "card, balance" : "card",
});

function wantedOf(
  { request: { buy, quote } }: Buying,
  { invoice, left }: Thing,
): Omit<Canceling["cancel"], "purchase"> {
  const tell = { description: buy.product, currency: quote.currency };
  return { ...left, tell, ...(invoice === undefined ? {} : { invoice }) };
}

/**
 * Ends what was bought at once and gives back everything that was paid for it, once: repeats and other staff members join
 * the first request.
 */
export async function staffCancelPurchase(
  deps: Deps,
  staff: Person,
  { id: customerId, checkout }: { readonly id: string; readonly checkout: string },
  { reason, preview = false }: RepairInput,
): Promise<Repair> {
  const bought = await paidPurchase(deps.db, customerId, checkout);
  if (!bought) refuse("object.not_found");
  const thing = await thingOf(deps, bought);
  const { kind, subject, target, left } = thing;
  const { currency } = bought.request.quote;
  const now = deps.clock.now();
  const check = async (tx: Transaction<PurchaseTables>, obstacle: Obstacle | null): Promise<void> => {
    refuseOld(bought, now);
    if (obstacle !== null) refuse("subscription.forbidden", { reason: obstacle });
    await refuseOverLimit(tx, staff, { amount: left.amount + left.balance, currency }, now);
  };
  if (preview) {
    const before = await inTransaction(deps.db, async (tx) => {
      const locked = await thing.lock(tx);
      await check(tx, locked.obstacle);
      return locked.before;
    });
    return previewed(before, afterOf(before, left));
  }
  const twin = JSON.stringify([checkout]);
  const repeat = { kind, subject, isTwin: isTwinOf({ twin }), repeatMs: REPEAT_MS, now };
  const request = async (tx: Transaction<PurchaseTables>, { before, obstacle }: Locked): Promise<Canceling> => {
    await check(tx, obstacle);
    const act = { staff: staff.username, act: "purchase.cancel", target, reason, before };
    return { cancel: { purchase: checkout, ...wantedOf(bought, thing) }, act, twin };
  };
  const begun = await beginOrJoin<string, Canceling, Locked>(deps, repeat, customerId, request, thing.lock);
  await untilRefunded(deps, customerId, begun.id);
  await thing.tell();
  const { act, cancel } = begun.request;
  const before = act.before ?? {};
  return applied(before, afterOf(before, cancel));
}

/** Waits until the purchase has ended and the money is on its way back. */
async function untilRefunded(deps: Deps, customerId: string, operationId: string): Promise<void> {
  refuseUnlessDone(await awaitOperation(deps, operationId));
  for (const refund of await markedRefunds(deps.db, customerId, refundsOf(operationId)))
    refuseUnlessDone(await awaitOperation(deps, refund));
}
