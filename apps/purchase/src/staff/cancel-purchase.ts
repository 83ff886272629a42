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
  invoiceOf,
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
import { reachSubscription } from "../subscriptions/reach-subscription.ts";
import { tellAccountsNow } from "../subscriptions/tell-accounts.ts";
import { descriptionOf } from "../notices/notice-of-state.ts";
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

/** A subscription, with everything that is left to give back of it; nothing if the vendor keeps the money. */
async function subscriptionThing(deps: Deps, id: string, keepsMoney: boolean): Promise<Thing> {
  return {
    kind: cancelPurchase,
    subject: subjectOf.subscription(id),
    target: `subscription:${id}`,
    left: keepsMoney ? sumOf([]) : await leftOf(deps, id),
    lock: async (tx) => {
      const row = await lockSubscription(tx, id);
      if (!row) refuse("object.not_found");
      const { paid_plan: plan, paid_quantity: quantity, status, currency, registration_id: license } = row;
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
  const invoice = await orRefuse(() => invoiceOf(deps, invoiceId));
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
    : await subscriptionThing(deps, subscription, false);
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

/** Actor and rules of the end of a purchase. */
export interface Ending extends RepairInput {
  /** Named in the record: a staff member, or the buyer. */
  readonly staff: string;
  /** The staff member whose daily limit counts. Null for the buyer's own statement. */
  readonly limited: Person | null;
  /** Set if a statement at the desk is carried out, which has a period of its own. */
  readonly statement?: Pick<Canceling, "by" | "statement">;
}

/** The purchase of a thing, for the record and for the customer's mail. */
interface Ended {
  readonly purchase: string;
  readonly description: string;
  readonly currency: string;
  readonly keepsMoney?: true;
  /** Refuses what is too old. Runs in the transaction that records the end. */
  readonly refuseOld?: () => void;
}

/** Ends a thing at once, once: repeats and other callers join the first request. */
async function endThing(
  deps: Deps,
  customerId: string,
  { thing, ended, ending }: { readonly thing: Thing; readonly ended: Ended; readonly ending: Ending },
): Promise<Repair> {
  const { kind, subject, target, left, invoice } = thing;
  const { purchase, description, currency, keepsMoney, refuseOld: refuseOldOne } = ended;
  const { staff, reason, limited, statement = {} } = ending;
  const now = deps.clock.now();
  const check = async (tx: Transaction<PurchaseTables>, obstacle: Obstacle | null): Promise<void> => {
    refuseOldOne?.();
    if (obstacle !== null) refuse("subscription.forbidden", { reason: obstacle });
    if (limited) await refuseOverLimit(tx, limited, { amount: left.amount + left.balance, currency }, now);
  };
  if (ending.preview === true) {
    const before = await inTransaction(deps.db, async (tx) => {
      const locked = await thing.lock(tx);
      await check(tx, locked.obstacle);
      return locked.before;
    });
    return previewed(before, afterOf(before, left));
  }
  const twin = JSON.stringify([purchase]);
  const repeat = { kind, subject, isTwin: isTwinOf({ twin }), repeatMs: REPEAT_MS, now };
  const request = async (tx: Transaction<PurchaseTables>, { before, obstacle }: Locked): Promise<Canceling> => {
    await check(tx, obstacle);
    const more = { ...(invoice === undefined ? {} : { invoice }), ...(keepsMoney ? { keepsMoney } : {}) };
    const cancel = { purchase, ...left, tell: { description, currency }, ...more };
    return { cancel, act: { staff, act: "purchase.cancel", target, reason, before }, twin, ...statement };
  };
  const begun = await beginOrJoin<string, Canceling, Locked>(deps, repeat, customerId, request, thing.lock);
  await untilRefunded(deps, customerId, begun.id);
  await thing.tell();
  const before = begun.request.act.before ?? {};
  return applied(before, afterOf(before, begun.request.cancel));
}

/** Names a purchase: its customer, and its checkout. */
export interface NamedPurchase {
  readonly id: string;
  readonly checkout: string;
}

/** Ends what was bought at once, and gives back everything that was paid for it. */
export async function endPurchase(deps: Deps, { id, checkout }: NamedPurchase, ending: Ending): Promise<Repair> {
  const bought = await paidPurchase(deps.db, id, checkout);
  if (!bought) refuse("object.not_found");
  const thing = await thingOf(deps, bought);
  const { buy, quote } = bought.request;
  const now = deps.clock.now();
  const period = ending.statement ? {} : { refuseOld: () => refuseOld(bought, now) };
  const ended = { purchase: checkout, description: buy.product, currency: quote.currency, ...period };
  return await endThing(deps, id, { thing, ended, ending });
}

/** Ends a subscription at once without a refund. Staff use it for a cancellation with a special reason. */
export async function endSubscription(deps: Deps, customerId: string, id: string, ending: Ending): Promise<Repair> {
  const { row } = await reachSubscription(deps, customerId, id);
  const thing = await subscriptionThing(deps, id, true);
  const description = await descriptionOf(deps.db, row.paid_plan);
  const ended = { purchase: id, description, currency: row.currency, keepsMoney: true as const };
  return await endThing(deps, customerId, { thing, ended, ending });
}

/** Cancels a purchase for staff, within 14 days. */
export const staffCancelPurchase = (
  deps: Deps,
  staff: Person,
  purchase: NamedPurchase,
  input: RepairInput,
): Promise<Repair> => endPurchase(deps, purchase, { ...input, staff: staff.username, limited: staff });

/** Waits until the purchase has ended and the money is on its way back. */
async function untilRefunded(deps: Deps, customerId: string, operationId: string): Promise<void> {
  refuseUnlessDone(await awaitOperation(deps, operationId));
  for (const refund of await markedRefunds(deps.db, customerId, refundsOf(operationId)))
    refuseUnlessDone(await awaitOperation(deps, refund));
}
