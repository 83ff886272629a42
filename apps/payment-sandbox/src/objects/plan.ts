import type Stripe from "stripe";
import type { Interval } from "../money/periods.ts";
import { newId } from "./id.ts";
import type { Stored } from "./wire.ts";

export type Plan = Stored<Stripe.Plan, "amount" | "amount_decimal" | "product", { interval: Interval }>;

export type Price = Stored<Stripe.Price>;

export type Product = Stored<Stripe.Product>;

export function newPlan(
  given: Pick<Plan, "amount" | "created" | "currency" | "interval" | "product"> & Partial<Plan>,
): Plan {
  return {
    id: newId("plan"),
    object: "plan",
    active: true,
    amount_decimal: String(given.amount),
    billing_scheme: "per_unit",
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
    ...given,
  };
}

/** The plan as a price, the form that newer calls of the provider use. */
export function asPrice(plan: Plan): Price {
  return {
    id: plan.id,
    object: "price",
    active: plan.active,
    billing_scheme: "per_unit",
    created: plan.created,
    currency: plan.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: plan.metadata,
    nickname: plan.nickname,
    product: plan.product,
    recurring: {
      interval: plan.interval,
      interval_count: plan.interval_count,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "recurring",
    unit_amount: plan.amount,
    unit_amount_decimal: plan.amount_decimal,
  };
}

/** A price that is paid once. */
export function newPrice(
  given: Pick<Price, "created" | "currency" | "lookup_key" | "product"> & Partial<Price> & { unit_amount: number },
): Price {
  return {
    id: newId("price"),
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    custom_unit_amount: null,
    livemode: false,
    metadata: {},
    nickname: null,
    recurring: null,
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "one_time",
    unit_amount_decimal: String(given.unit_amount),
    ...given,
  };
}

export function newProduct(created: number, name: string, given: Partial<Product> = {}): Product {
  return {
    id: newId("prod"),
    object: "product",
    active: true,
    created,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: created,
    url: null,
    ...given,
  };
}
