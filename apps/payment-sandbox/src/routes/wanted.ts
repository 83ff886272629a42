import { discountFor, redeemedBy, type DiscountWanted } from "../billing/discounting.ts";
import { planName } from "../billing/plan-name.ts";
import type { ProrationBehavior, Wanted } from "../billing/subscription-change.ts";
import type { Plan } from "../objects/plan.ts";
import type { Subscription } from "../objects/subscription.ts";
import type { Unit } from "../store/unit.ts";
import type { Params } from "../wire/params.ts";
import { badRequest, notModeled } from "../wire/refusal.ts";
import { taxRates } from "./tax-rates.ts";

const PRORATION_BEHAVIORS = ["create_prorations", "always_invoice", "none"] as const satisfies ProrationBehavior[];

/** The item of a subscription in a call. */
export interface ItemGiven {
  id: string | undefined;
  plan: Plan | undefined;
  quantity: number | undefined;
  taxRateIds: string[] | undefined;
}

async function planFor(unit: Unit, params: Params): Promise<Plan | undefined> {
  const param = params.has("plan") ? "plan" : "price";
  const id = params.string("plan") || params.string("price");
  if (!id) return undefined;
  const plan = await unit.get("plan", id, `items[0][${param}]`);
  if (!plan.active)
    throw badRequest(`The price specified is inactive. This field only accepts active prices.`, {
      param: "items[0][price]",
    });
  return plan;
}

/** The item in a call's `items`. The sandbox models exactly one. */
export async function itemGiven(unit: Unit, params: Params): Promise<ItemGiven | undefined> {
  const items = params.objects("items");
  const [item] = items ?? [];
  if (!items || !item) return undefined;
  if (items.length > 1) throw notModeled("subscriptions of more than one item", "items");
  if (item.boolean("deleted")) throw notModeled("taking the only item off a subscription", "items[0][deleted]");
  if (item.has("price_data")) throw notModeled("prices made in passing", "items[0][price_data]");
  return {
    id: item.string("id"),
    plan: await planFor(unit, item),
    quantity: item.integer("quantity"),
    taxRateIds: item.strings("tax_rates"),
  };
}

function anchorOf(params: Params): "now" | "unchanged" | undefined {
  if (params.isText("billing_cycle_anchor")) {
    throw badRequest(
      "Invalid billing_cycle_anchor: in this API version it is an object; send billing_cycle_anchor[type]=now or billing_cycle_anchor[type]=unchanged.",
      { code: "parameter_invalid_object", param: "billing_cycle_anchor" },
    );
  }
  const given = params.object("billing_cycle_anchor");
  return given?.oneOf("type", ["now", "unchanged"]);
}

export function trialEndOf(params: Params): number | "now" | undefined {
  const isNow = params.isText("trial_end") && params.string("trial_end") === "now";
  return isNow ? "now" : params.integer("trial_end");
}

function refuseOtherItem(given: ItemGiven, subscription: Subscription): void {
  const own = subscription.items.data[0].id;
  if (given.id === undefined) {
    throw notModeled(`adding a second item to a subscription; to change its item send items[0][id]=${own}`, "items");
  }
  if (given.id !== own) {
    throw badRequest(`Invalid subscription item ${given.id}: it does not belong to this subscription.`, {
      code: "resource_missing",
      param: "items[0][id]",
    });
  }
}

/** Reads what a change of the subscription needs, at once. */
export async function prefetchAround(unit: Unit, subscription: Subscription): Promise<void> {
  const { customer, default_payment_method: card, discounts, items } = subscription;
  const { plan } = items.data[0];
  const ids = [customer, card, plan.id, plan.product, ...discounts];
  await unit.prefetch(ids.map((id) => (typeof id === "string" ? id : null)));
}

/** Reads the subscription that an update or a preview asks for. */
export async function wantedFrom(
  unit: Unit,
  params: Params,
  subscription: Subscription,
  discounts: DiscountWanted | undefined,
): Promise<Wanted> {
  const item = subscription.items.data[0];
  const given = await itemGiven(unit, params);
  if (given) refuseOtherItem(given, subscription);
  const plan = given?.plan ?? item.plan;
  // The provider resets the quantity to 1 when the price changes and no quantity is given.
  const kept = given?.plan && given.plan.id !== item.plan.id ? 1 : item.quantity;
  const own = await taxRates(unit, given?.taxRateIds, "items[0][tax_rates]");
  const discountBefore = await redeemedBy(unit, subscription);
  const owner = { customer: subscription.customer, subscription: subscription.id };
  return {
    plan,
    planName: await planName(unit, plan),
    planNameBefore: await planName(unit, item.plan),
    quantity: given?.quantity ?? kept,
    itemTaxRates: own ?? item.tax_rates,
    defaultTaxRates:
      (await taxRates(unit, params.strings("default_tax_rates"), "default_tax_rates")) ??
      subscription.default_tax_rates,
    prorationBehavior: params.oneOf("proration_behavior", PRORATION_BEHAVIORS) ?? "create_prorations",
    prorationDate: params.integer("proration_date"),
    anchor: anchorOf(params),
    trialEnd: trialEndOf(params),
    discountBefore,
    discount: discountFor(unit, discounts, discountBefore, owner),
  };
}
