import type { Interval } from "../money/periods.ts";
import { newId } from "./id.ts";

export interface Plan {
  id: string;
  object: "plan";
  active: boolean;
  amount: number;
  amount_decimal: string;
  billing_scheme: "per_unit";
  created: number;
  currency: string;
  interval: Interval;
  interval_count: number;
  livemode: false;
  metadata: Record<string, string>;
  meter: null;
  nickname: string | null;
  product: string;
  tiers_mode: null;
  transform_usage: null;
  trial_period_days: null;
  usage_type: "licensed";
}

export interface Price {
  id: string;
  object: "price";
  active: boolean;
  billing_scheme: "per_unit";
  created: number;
  currency: string;
  custom_unit_amount: null;
  livemode: false;
  lookup_key: null;
  metadata: Record<string, string>;
  nickname: string | null;
  product: string;
  recurring: {
    interval: Interval;
    interval_count: number;
    meter: null;
    trial_period_days: null;
    usage_type: "licensed";
  };
  tax_behavior: "unspecified";
  tiers_mode: null;
  transform_quantity: null;
  type: "recurring";
  unit_amount: number;
  unit_amount_decimal: string;
}

export interface Product {
  id: string;
  object: "product";
  active: boolean;
  created: number;
  default_price: null;
  description: string | null;
  images: string[];
  livemode: false;
  marketing_features: [];
  metadata: Record<string, string>;
  name: string;
  package_dimensions: null;
  shippable: null;
  statement_descriptor: null;
  tax_code: null;
  tax_details: null;
  type: "service";
  unit_label: string | null;
  updated: number;
  url: string | null;
}

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

/** The same plan as the provider's newer calls show it. */
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
