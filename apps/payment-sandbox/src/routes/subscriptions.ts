import { discountWanted } from "../billing/discounting.ts";
import { endSubscription } from "../billing/settling.ts";
import { planName } from "../billing/plan-name.ts";
import { startSubscription } from "../billing/starting.ts";
import { expirePending } from "../billing/updating.ts";
import { billingMode, type Subscription } from "../objects/subscription.ts";
import type { Unit } from "../store/unit.ts";
import { mergedMetadata, type Params } from "../wire/params.ts";
import { badRequest, missingParam, notModeled } from "../wire/refusal.ts";
import { listing, retrieval, textOf, type Call, type Route } from "./route.ts";
import { updateSubscription } from "./subscription-update.ts";
import { taxRates } from "./tax-rates.ts";
import { itemGiven, trialEndOf } from "./wanted.ts";

function given(unit: Unit, params: Params): Partial<Subscription> {
  const mode = params.object("billing_mode")?.oneOf("type", ["classic", "flexible"]) ?? "flexible";
  if (params.has("billing_cycle_anchor")) throw notModeled("billing_cycle_anchor at creation", "billing_cycle_anchor");
  return {
    billing_mode: billingMode(mode, unit.now),
    metadata: mergedMetadata({}, params.dictionary("metadata")),
  };
}

async function create({ unit, params }: Call): Promise<Subscription> {
  const customer = await unit.own("customer", params.required("customer"), "customer");
  const item = await itemGiven(unit, params);
  if (!item?.plan) throw missingParam("items");
  const trialEnd = trialEndOf(params);
  const behaviors = ["allow_incomplete", "default_incomplete", "error_if_incomplete"] as const;
  return startSubscription(unit, {
    customer,
    plan: item.plan,
    planName: await planName(unit, item.plan),
    quantity: item.quantity ?? 1,
    itemTaxRates: (await taxRates(unit, item.taxRateIds, "items[0][tax_rates]")) ?? [],
    defaultTaxRates: (await taxRates(unit, params.strings("default_tax_rates"), "default_tax_rates")) ?? [],
    trialEnd: typeof trialEnd === "number" ? trialEnd : null,
    paymentBehavior: params.oneOf("payment_behavior", behaviors) ?? "allow_incomplete",
    given: given(unit, params),
    coupon: (await discountWanted(unit, params, item.plan.currency, true))?.coupon ?? null,
  });
}

async function cancel({ unit, id }: Call): Promise<Subscription> {
  const subscription = await unit.own("subscription", id);
  if (subscription.status === "canceled" || subscription.status === "incomplete_expired") {
    throw badRequest(`No such subscription: '${id}'`, { code: "resource_missing", param: "id" });
  }
  await expirePending(unit, subscription);
  await endSubscription(unit, subscription, "cancellation_requested");
  return subscription;
}

export const subscriptionRoutes: Route[] = [
  { method: "POST", path: "subscriptions", run: create },
  retrieval("subscriptions", "subscription"),
  listing("subscriptions", "subscription", (params) => {
    const status = params.string("status");
    if (status !== undefined && status !== "all") throw notModeled("listing subscriptions of one status", "status");
    const not = status === "all" ? {} : { status: ["canceled", "incomplete_expired"] };
    return { customer: textOf(params, "customer"), not };
  }),
  { method: "POST", path: "subscriptions/:id", run: updateSubscription },
  { method: "DELETE", path: "subscriptions/:id", run: cancel },
];
