import { newPlan, newProduct, type Plan } from "../objects/plan.ts";
import type { Interval } from "../money/periods.ts";
import { newId } from "../objects/id.ts";
import type { Unit } from "../store/unit.ts";
import { mergedMetadata, type Params } from "../wire/params.ts";
import { badRequest, missingParam } from "../wire/refusal.ts";
import { listing, textOf, type Call, type Route } from "./route.ts";

const INTERVALS = ["day", "week", "month", "year"] as const satisfies Interval[];

/** The id of the product that a call names or makes. */
export async function productFor(unit: Unit, params: Params): Promise<string> {
  if (params.isText("product")) return (await unit.get("product", params.required("product"), "product")).id;
  const given = params.object("product");
  if (!given) throw missingParam("product");
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
  if (amount === undefined) throw missingParam(key);
  return amount;
}

async function create({ unit, params }: Call): Promise<Plan> {
  const interval = params.oneOf("interval", INTERVALS);
  if (!interval) throw missingParam("interval");
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

async function update({ unit, params, id }: Call): Promise<Plan> {
  const plan = await unit.own("plan", id);
  return unit.save(plan, {
    active: params.boolean("active") ?? plan.active,
    nickname: params.nullable("nickname", plan.nickname),
    metadata: mergedMetadata(plan.metadata, params.dictionary("metadata")),
  });
}

async function createProduct({ unit, params }: Call): Promise<object> {
  const id = params.string("id");
  const product = newProduct(unit.now, params.required("name"), {
    ...(id ? { id } : {}),
    metadata: mergedMetadata({}, params.dictionary("metadata")),
  });
  await unit.insert(product);
  await unit.emit("product.created", product);
  return product;
}

export const planRoutes: Route[] = [
  { method: "POST", path: "plans", run: create },
  { method: "POST", path: "plans/:id", run: update },
  listing("plans", "plan", (params) => ({ equals: { active: textOf(params, "active") } })),
  { method: "POST", path: "products", run: createProduct },
];
