import { asPrice, newPlan, newProduct, type Plan } from "../objects/plan.ts";
import type { Interval } from "../money/periods.ts";
import { newId } from "../objects/id.ts";
import { listed } from "../store/listing.ts";
import type { Unit } from "../store/unit.ts";
import { mergedMetadata, type Params } from "../wire/params.ts";
import { badRequest } from "../wire/refusal.ts";
import { listFor, pageOf, retrieval, type Call, type Route } from "./route.ts";

const INTERVALS = ["day", "week", "month", "year"] as const satisfies Interval[];

async function productFor(unit: Unit, params: Params): Promise<string> {
  if (params.isText("product")) return (await unit.get("product", params.required("product"), "product")).id;
  const given = params.object("product") ?? params.object("product_data");
  if (!given) throw badRequest("Missing required param: product.", { code: "parameter_missing", param: "product" });
  const product = newProduct(unit.now, given.required("name"), {
    id: given.string("id") || newId("prod"),
    metadata: mergedMetadata({}, given.dictionary("metadata")),
  });
  return (await unit.insert(product)).id;
}

async function inserted(unit: Unit, plan: Plan): Promise<Plan> {
  if (await unit.find("plan", plan.id)) {
    throw badRequest("Plan already exists.", { code: "resource_already_exists", param: "id" });
  }
  await unit.insert(plan);
  await unit.emit("plan.created", plan);
  return plan;
}

function amountOf(params: Params, key: string): number {
  const amount = params.integer(key);
  if (amount === undefined)
    throw badRequest(`Missing required param: ${key}.`, { code: "parameter_missing", param: key });
  return amount;
}

async function create({ unit, params }: Call): Promise<Plan> {
  const interval = params.oneOf("interval", INTERVALS);
  if (!interval)
    throw badRequest("Missing required param: interval.", { code: "parameter_missing", param: "interval" });
  const id = params.string("id");
  return inserted(
    unit,
    newPlan({
      ...(id ? { id } : {}),
      created: unit.now,
      amount: amountOf(params, "amount"),
      currency: params.required("currency"),
      interval,
      interval_count: params.integer("interval_count", 1, 12) ?? 1,
      product: await productFor(unit, params),
      nickname: params.nullable("nickname", null),
      active: params.boolean("active") ?? true,
      metadata: mergedMetadata({}, params.dictionary("metadata")),
    }),
  );
}

async function createPrice({ unit, params }: Call): Promise<object> {
  const recurring = params.object("recurring");
  const interval = recurring?.oneOf("interval", INTERVALS);
  if (!interval)
    throw badRequest("The payment sandbox does not model prices that do not recur.", { code: "sandbox_not_supported" });
  const plan = newPlan({
    id: newId("price"),
    created: unit.now,
    amount: amountOf(params, "unit_amount"),
    currency: params.required("currency"),
    interval,
    interval_count: recurring?.integer("interval_count", 1, 12) ?? 1,
    product: await productFor(unit, params),
    nickname: params.nullable("nickname", null),
    active: params.boolean("active") ?? true,
    metadata: mergedMetadata({}, params.dictionary("metadata")),
  });
  return asPrice(await inserted(unit, plan));
}

async function update({ unit, params, id }: Call): Promise<Plan> {
  const plan = await unit.own("plan", id);
  return unit.save(plan, {
    active: params.boolean("active") ?? plan.active,
    nickname: params.nullable("nickname", plan.nickname),
    metadata: mergedMetadata(plan.metadata, params.dictionary("metadata")),
  });
}

function activeFilter(params: Params) {
  return { active: params.string("active") || undefined, product: params.string("product") || undefined };
}

async function listPrices({ unit, params }: Call): Promise<object> {
  params.ignore("type");
  const { data, hasMore } = await listed(unit, "plan", { equals: activeFilter(params) }, pageOf(params));
  return { object: "list", data: data.map(asPrice), has_more: hasMore, url: "/v1/prices" };
}

async function createProduct({ unit, params }: Call): Promise<object> {
  const id = params.string("id");
  params.ignore("type");
  const product = newProduct(unit.now, params.required("name"), {
    ...(id ? { id } : {}),
    description: params.nullable("description", null),
    metadata: mergedMetadata({}, params.dictionary("metadata")),
  });
  await unit.insert(product);
  await unit.emit("product.created", product);
  return product;
}

export const planRoutes: Route[] = [
  { method: "POST", path: "plans", run: create },
  retrieval("plans", "plan"),
  { method: "POST", path: "plans/:id", run: update },
  {
    method: "GET",
    path: "plans",
    run: (call) => listFor(call, "plan", { equals: activeFilter(call.params) }, "/v1/plans"),
  },
  { method: "POST", path: "prices", run: createPrice },
  { method: "GET", path: "prices/:id", run: async ({ unit, id }) => asPrice(await unit.get("plan", id)) },
  { method: "GET", path: "prices", run: listPrices },
  { method: "POST", path: "products", run: createProduct },
  retrieval("products", "product"),
  {
    method: "GET",
    path: "products",
    run: (call) =>
      listFor(call, "product", { equals: { active: call.params.string("active") || undefined } }, "/v1/products"),
  },
];
