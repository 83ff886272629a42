import { collect } from "../billing/collecting.ts";
import { finalize, issueDraft } from "../billing/invoicing.ts";
import { planName } from "../billing/plan-name.ts";
import { debitOf, fullLine } from "../billing/subscription-change.ts";
import { markPaid } from "../billing/settling.ts";
import { addIntervals } from "../money/periods.ts";
import type { Period } from "../money/proration.ts";
import type { Invoice } from "../objects/invoice.ts";
import type { Plan } from "../objects/plan.ts";
import { billingMode, newSubscription, type Subscription } from "../objects/subscription.ts";
import { newTaxRate, type TaxRate } from "../objects/tax-rate.ts";
import { cancellation } from "../routes/subscription-cancellation.ts";
import type { Connection } from "../store/transaction.ts";
import { Unit } from "../store/unit.ts";
import { seedUnit } from "./seed.ts";

const DAY = 86_400;
/** A failed renewal is tried again after so long. */
const FIRST_RETRY_SECONDS = 3 * DAY;

export interface SubscriptionSeed {
  id?: string;
  customer: string;
  /** A plan that is there already. */
  plan: string;
  /** Seats that renew. */
  quantity: number;
  /** Seats that are paid for now: more than `quantity` where a decrease is recorded. */
  paidQuantity: number;
  status: "active" | "past_due" | "canceled";
  cancelAtPeriodEnd: boolean;
  currentPeriodEnd: Date;
  /** An exclusive rate; 0 for none. */
  taxPercent: number;
  metadata: Record<string, string>;
  billingMode?: "classic" | "flexible";
  /** Where invoices are shown. */
  origin: string;
  /** Sandbox time. */
  at: Date;
}

interface Seeding {
  client: Connection;
  seed: SubscriptionSeed;
  unit: Unit;
  subscription: Subscription;
  plan: Plan;
}

async function taxRateOf(unit: Unit, percentage: number): Promise<TaxRate[]> {
  if (percentage === 0) return [];
  const id = `txr_imported_${String(percentage).replace(".", "_")}`;
  const found = await unit.find("tax_rate", id);
  return [
    found ??
      (await unit.insert(newTaxRate({ id, created: unit.now, display_name: "Tax", inclusive: false, percentage }))),
  ];
}

/** The invoice of one period, as it was issued at `at`. */
async function issued({ subscription, plan }: Seeding, unit: Unit, quantity: number, period: Period): Promise<Invoice> {
  const invoice = await issueDraft(unit, {
    created: unit.now,
    customer: await unit.get("customer", subscription.customer),
    subscription,
    period,
    billingReason: "subscription_cycle",
    items: [],
    drafts: [fullLine(plan, await planName(unit, plan), quantity, period, [], null)],
    given: { auto_advance: true },
  });
  return finalize(unit, invoice);
}

/** The history of a paid period, whatever the card would do if it were charged now. */
async function paidInvoice(seeding: Seeding, quantity: number, period: Period): Promise<void> {
  const { unit } = seeding;
  const invoice = await issued(seeding, unit, quantity, period);
  if (invoice.status !== "open" || !invoice.sandbox.paymentIntent) return;
  const customer = await unit.get("customer", invoice.customer);
  const id = customer.invoice_settings.default_payment_method;
  const method = id ? await unit.find("payment_method", id) : null;
  if (method) {
    // As it went then: a card that declines now may have worked.
    const worked = { ...method, sandbox: { ...method.sandbox, number: "4242424242424242" } };
    await collect(unit, invoice, { method: worked, offSession: true, automatic: false });
    return;
  }
  const intent = await unit.get("payment_intent", invoice.sandbox.paymentIntent);
  await unit.save(intent, { status: "canceled", canceled_at: unit.now });
  await markPaid(unit, invoice);
}

/** The renewal that has just failed for the first time, and is tried again. */
async function openInvoice(seeding: Seeding, quantity: number, period: Period): Promise<void> {
  const { unit } = seeding;
  const invoice = await issued(seeding, unit, quantity, period);
  if (invoice.status !== "open") return;
  const retry = unit.now + FIRST_RETRY_SECONDS;
  invoice.sandbox.retries = 1;
  await unit.save(invoice, { attempted: true, attempt_count: 1, next_payment_attempt: retry });
  await unit.schedule("collect", invoice.id, invoice.customer, retry);
  if (!invoice.sandbox.paymentIntent) return;
  const intent = await unit.get("payment_intent", invoice.sandbox.paymentIntent);
  await unit.save(intent, { status: "requires_payment_method", payment_method: null });
}

async function inserted(unit: Unit, seed: SubscriptionSeed, plan: Plan, period: Period): Promise<Subscription> {
  const name = await planName(unit, plan);
  const rates = await taxRateOf(unit, seed.taxPercent);
  const billed = seed.status === "past_due" ? seed.quantity : seed.paidQuantity;
  const terms = {
    plan,
    quantity: seed.quantity,
    defaultTaxRates: rates,
    itemTaxRates: [],
    period,
    anchor: period.end,
    trialEnd: null,
    discounts: [],
    debits: [debitOf(fullLine(plan, name, billed, period, [], null))],
  };
  const subscription = newSubscription(Math.min(period.start, unit.now), seed.customer, terms, {
    ...(seed.id ? { id: seed.id } : {}),
    billing_mode: billingMode(seed.billingMode ?? "flexible", period.start),
    metadata: seed.metadata,
    status: seed.status,
  });
  if (seed.status === "canceled") {
    Object.assign(subscription, { canceled_at: period.end, ended_at: period.end, cancel_at: period.end });
    subscription.cancellation_details.reason = "cancellation_requested";
  } else if (seed.cancelAtPeriodEnd) {
    Object.assign(subscription, cancellation(subscription, true, unit.now));
  }
  return unit.insert(subscription);
}

/**
 * Makes a subscription as if it had been here all along: with the paid invoice of its current period, or, past due, with
 * the paid one of the last period and the open one that is tried again in three days. Nothing is charged or told.
 *
 * An id that is there already is left as it is. Answers the id.
 */
export async function seedSubscription(client: Connection, seed: SubscriptionSeed): Promise<string> {
  const present = seedUnit(client, seed.at);
  if (seed.id && (await present.find("subscription", seed.id))) return seed.id;
  await present.lockCustomer(seed.customer);
  const plan = await present.get("plan", seed.plan);
  const end = Math.floor(seed.currentPeriodEnd.getTime() / 1000);
  const before = (from: number) => addIntervals(from, plan.interval, -plan.interval_count);
  const period = { start: Math.min(before(end), present.now), end };
  const last = { start: before(period.start), end: period.start };
  const subscription = await inserted(present, seed, plan, period);
  await present.send();
  const terms = { origin: seed.origin, silent: true };
  const begun = { client, seed, subscription, plan };
  const then = new Unit(client, { ...terms, now: seed.status === "past_due" ? last.start : period.start });
  await paidInvoice({ ...begun, unit: then }, seed.paidQuantity, seed.status === "past_due" ? last : period);
  await then.send();
  if (seed.status === "past_due") {
    const now = new Unit(client, { ...terms, now: present.now });
    const fresh = await now.get("subscription", subscription.id);
    // The paid invoice before made it active.
    await now.save(fresh, { status: "past_due" });
    await openInvoice({ ...begun, subscription: fresh, unit: now }, seed.quantity, period);
    await now.send();
  }
  if (seed.status !== "canceled") await present.schedule("period_end", subscription.id, seed.customer, end);
  await present.send();
  return subscription.id;
}
