import { discountWanted, redeem } from "../billing/discounting.ts";
import { plannedChange, type Wanted } from "../billing/subscription-change.ts";
import { carryOut, voidInvoice, type PaymentBehavior, type UpdateOptions } from "../billing/updating.ts";
import type { Subscription } from "../objects/subscription.ts";
import { shown, type Unit } from "../store/unit.ts";
import { mergedMetadata, type Params } from "../wire/params.ts";
import { badRequest } from "../wire/refusal.ts";
import { methodFor } from "./payment-methods.ts";
import { previousOf, type Call } from "./route.ts";
import { cancellation } from "./subscription-cancellation.ts";
import { prefetchAround, wantedFrom } from "./wanted.ts";

const PAYMENT_BEHAVIORS = [
  "allow_incomplete",
  "default_incomplete",
  "error_if_incomplete",
  "pending_if_incomplete",
] as const satisfies PaymentBehavior[];

/** Parameters that cannot be sent with a change that waits for its payment. */
const NEVER_PENDING = ["default_tax_rates", "metadata", "cancel_at_period_end", "default_payment_method"];

function refuseBesidePending(params: Params): void {
  const refused = NEVER_PENDING.find((key) => params.has(key));
  if (!refused) return;
  throw badRequest(
    `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you can only update supported parameters; ${refused} is not one of them.`,
    { param: refused },
  );
}

async function plainFields(unit: Unit, params: Params, subscription: Subscription): Promise<Partial<Subscription>> {
  const method = params.string("default_payment_method");
  const saved = method ? await methodFor(unit, method, "default_payment_method") : null;
  if (saved && saved.customer !== subscription.customer) {
    throw badRequest(`The payment method ${saved.id} must be attached to the customer.`, {
      param: "default_payment_method",
    });
  }
  return {
    metadata: mergedMetadata(subscription.metadata, params.dictionary("metadata")),
    default_payment_method: method === undefined ? subscription.default_payment_method : (saved?.id ?? null),
  };
}

/** The fields that `cancel_at_period_end` changes. */
function ending(params: Params, subscription: Subscription, now: number): Partial<Subscription> {
  const atPeriodEnd = params.boolean("cancel_at_period_end");
  return atPeriodEnd === undefined ? {} : cancellation(subscription, atPeriodEnd, now);
}

function isOtherThan(subscription: Subscription, wanted: Wanted): boolean {
  const item = subscription.items.data[0];
  return (
    wanted.plan.id !== item.plan.id ||
    wanted.quantity !== item.quantity ||
    wanted.anchor === "now" ||
    wanted.trialEnd !== undefined
  );
}

function optionsFrom(params: Params, wanted: Wanted): UpdateOptions {
  const paymentBehavior = params.oneOf("payment_behavior", PAYMENT_BEHAVIORS) ?? "allow_incomplete";
  if (paymentBehavior === "pending_if_incomplete") refuseBesidePending(params);
  return {
    paymentBehavior,
    prorationBehavior: wanted.prorationBehavior,
    prorationDate: wanted.prorationDate,
  };
}

const TERMINAL = ["canceled", "incomplete_expired"];

function refuseEnded(params: Params, subscription: Subscription): void {
  if (!TERMINAL.includes(subscription.status)) return;
  const others = [
    "items",
    "default_tax_rates",
    "cancel_at_period_end",
    "default_payment_method",
    "trial_end",
    "discounts",
  ];
  if (others.some((key) => params.has(key))) {
    throw badRequest("A canceled subscription can only update its cancellation_details and metadata.");
  }
}

/** Voids the invoice of a waiting change that another change replaces. */
async function replacePending(unit: Unit, subscription: Subscription): Promise<void> {
  const waiting = subscription.sandbox.pending;
  if (waiting) await voidInvoice(unit, await unit.get("invoice", waiting.invoice));
}

/** `POST subscriptions/:id`: one call may change fields, terms and the end. All of it takes effect or none. */
export async function updateSubscription({ unit, params, id }: Call): Promise<Subscription> {
  const subscription = await unit.own("subscription", id);
  await prefetchAround(unit, subscription);
  refuseEnded(params, subscription);
  const before = shown(subscription);
  const discounts = await discountWanted(unit, params, subscription.currency, true);
  const wanted = await wantedFrom(unit, params, subscription, discounts);
  const options = optionsFrom(params, wanted);
  const end = ending(params, subscription, unit.now);
  await unit.save(subscription, await plainFields(unit, params, subscription));
  if (discounts?.coupon && wanted.discount) await redeem(unit, wanted.discount);
  if (isOtherThan(subscription, wanted)) {
    await replacePending(unit, subscription);
    await carryOut(unit, subscription, plannedChange(subscription, wanted, unit.now), options);
  } else {
    subscription.items.data[0].tax_rates = wanted.itemTaxRates;
    await unit.save(subscription, {
      default_tax_rates: wanted.defaultTaxRates,
      ...(discounts ? { discounts: wanted.discount ? [wanted.discount.discount.id] : [] } : {}),
    });
  }
  await unit.save(subscription, end);
  const previous = previousOf(before, shown(subscription));
  if (Object.keys(previous).length > 0) await unit.emit("customer.subscription.updated", subscription, previous);
  return subscription;
}
