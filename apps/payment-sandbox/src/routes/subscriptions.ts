import { endSubscription } from "../billing/settling.ts";
import { planName } from "../billing/plan-name.ts";
import { startSubscription } from "../billing/starting.ts";
import { expirePending } from "../billing/updating.ts";
import { billingMode, type Subscription } from "../objects/subscription.ts";
import type { Unit } from "../store/unit.ts";
import { mergedMetadata, type Params } from "../wire/params.ts";
import { badRequest, notModeled } from "../wire/refusal.ts";
import { methodFor } from "./payment-methods.ts";
import { listFor, retrieval, type Call, type Route } from "./route.ts";
import { cancellation } from "./subscription-cancellation.ts";
import { updateSubscription } from "./subscription-update.ts";
import { taxRates } from "./tax-rates.ts";
import { itemGiven, PRORATION_BEHAVIORS, trialEndOf } from "./wanted.ts";

function refuseOtherCollection(params: Params): void {
  const method = params.oneOf("collection_method", ["charge_automatically", "send_invoice"]);
  if (method === "send_invoice") throw notModeled("collection_method send_invoice", "collection_method");
}

async function ownMethod(unit: Unit, params: Params, customer: string): Promise<string | null> {
  const id = params.string("default_payment_method");
  if (!id) return null;
  const method = await methodFor(unit, id, "default_payment_method");
  if (method.customer === customer) return method.id;
  throw badRequest(`The payment method ${id} must be attached to the customer.`, { param: "default_payment_method" });
}

async function given(unit: Unit, params: Params, customer: string): Promise<Partial<Subscription>> {
  const mode = params.object("billing_mode")?.oneOf("type", ["classic", "flexible"]) ?? "flexible";
  const settings = params.object("payment_settings");
  const save = settings?.oneOf("save_default_payment_method", ["off", "on_subscription"]) ?? "off";
  if (params.has("billing_cycle_anchor")) throw notModeled("billing_cycle_anchor at creation", "billing_cycle_anchor");
  return {
    billing_mode: billingMode(mode, unit.now),
    default_payment_method: await ownMethod(unit, params, customer),
    description: params.nullable("description", null),
    metadata: mergedMetadata({}, params.dictionary("metadata")),
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: save },
  };
}

async function create({ unit, params }: Call): Promise<Subscription> {
  const customer = await unit.own("customer", params.required("customer"), "customer");
  const item = await itemGiven(unit, params);
  if (!item?.plan) throw badRequest("Missing required param: items.", { code: "parameter_missing", param: "items" });
  refuseOtherCollection(params);
  params.oneOf("proration_behavior", PRORATION_BEHAVIORS);
  if (params.string("currency") && customer.currency && item.plan.currency !== customer.currency) {
    throw badRequest("You cannot combine currencies on a single customer.", { param: "currency" });
  }
  const trialEnd = trialEndOf(params);
  const behaviors = ["allow_incomplete", "default_incomplete", "error_if_incomplete"] as const;
  const subscription = await startSubscription(unit, {
    customer,
    plan: item.plan,
    planName: await planName(unit, item.plan),
    quantity: item.quantity ?? 1,
    itemTaxRates: (await taxRates(unit, item.taxRateIds, "items[0][tax_rates]")) ?? [],
    defaultTaxRates: (await taxRates(unit, params.strings("default_tax_rates"), "default_tax_rates")) ?? [],
    trialEnd: typeof trialEnd === "number" ? trialEnd : null,
    paymentBehavior: params.oneOf("payment_behavior", behaviors) ?? "allow_incomplete",
    offSession: params.boolean("off_session") ?? true,
    given: await given(unit, params, customer.id),
  });
  if (params.boolean("cancel_at_period_end")) await unit.save(subscription, cancellation(subscription, true, unit.now));
  return subscription;
}

async function cancel({ unit, params, id }: Call): Promise<Subscription> {
  const subscription = await unit.own("subscription", id);
  if (params.boolean("invoice_now")) throw notModeled("an invoice at cancellation", "invoice_now");
  if (params.boolean("prorate")) throw notModeled("a credit at cancellation", "prorate");
  if (subscription.status === "canceled" || subscription.status === "incomplete_expired") {
    throw badRequest(`No such subscription: '${id}'`, { code: "resource_missing", param: "id" });
  }
  await expirePending(unit, subscription);
  await endSubscription(unit, subscription, "cancellation_requested");
  return subscription;
}

const STATUSES = [
  "active",
  "all",
  "canceled",
  "ended",
  "incomplete",
  "incomplete_expired",
  "past_due",
  "paused",
  "trialing",
  "unpaid",
] as const;
const ENDED = ["canceled", "incomplete_expired"];

function list(call: Call): Promise<object> {
  const { params } = call;
  const status = params.oneOf("status", STATUSES);
  if (params.has("plan") || params.has("price")) throw notModeled("listing subscriptions by plan", "plan");
  const filter = { customer: params.string("customer") || undefined };
  if (status === "all") return listFor(call, "subscription", filter, "/v1/subscriptions");
  if (status === "ended") {
    const not = { status: STATUSES.filter((one) => !ENDED.includes(one)) };
    return listFor(call, "subscription", { ...filter, not }, "/v1/subscriptions");
  }
  if (status) return listFor(call, "subscription", { ...filter, equals: { status } }, "/v1/subscriptions");
  return listFor(call, "subscription", { ...filter, not: { status: ENDED } }, "/v1/subscriptions");
}

export const subscriptionRoutes: Route[] = [
  { method: "POST", path: "subscriptions", run: create },
  retrieval("subscriptions", "subscription"),
  { method: "GET", path: "subscriptions", run: list },
  { method: "POST", path: "subscriptions/:id", run: updateSubscription },
  { method: "DELETE", path: "subscriptions/:id", run: cancel },
];
