import { all, listed, type Page } from "../store/listing.ts";
import { shown, type Unit } from "../store/unit.ts";
import type { AnyObject, ObjectType } from "../store/object-types.ts";
import { badRequest } from "./refusal.ts";

type Body = Record<string, unknown>;

/** The type to which each field of an id is expanded. */
const EXPANDABLE: Record<string, ObjectType> = {
  charge: "charge",
  coupon: "coupon",
  customer: "customer",
  default_payment_method: "payment_method",
  invoice: "invoice",
  latest_charge: "charge",
  latest_invoice: "invoice",
  payment_intent: "payment_intent",
  payment_method: "payment_method",
  product: "product",
  subscription: "subscription",
};

function isBody(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function list(data: unknown[], url: string): Body {
  return { object: "list", data, has_more: false, url };
}

/** Fields that an object has only if `expand` names them. */
async function included(unit: Unit, object: Body, field: string): Promise<unknown> {
  const id = String(object.id);
  const key = `${String(object.object)}.${field}`;
  if (key === "customer.tax_ids") {
    return list((await all(unit, "tax_id", { customer: id })).map(shown), `/v1/customers/${id}/tax_ids`);
  }
  if (key === "coupon.applies_to") {
    const products = (await unit.find("coupon", id))?.sandbox.products ?? null;
    return products === null ? undefined : { products };
  }
  if (key === "invoice.payments") {
    return list((await all(unit, "invoice_payment", { parent: id })).map(shown), "/v1/invoice_payments");
  }
  if (key === "charge.refunds") {
    return list((await all(unit, "refund", { parent: id })).map(shown), `/v1/charges/${id}/refunds`);
  }
  if (key === "invoice.confirmation_secret") {
    const invoice = await unit.find("invoice", id);
    const intent = invoice?.sandbox.paymentIntent;
    const secret = intent ? (await unit.get("payment_intent", intent)).client_secret : null;
    return secret === null ? null : { client_secret: secret, type: "payment_intent" };
  }
  return undefined;
}

async function expandField(unit: Unit, object: Body, field: string): Promise<void> {
  const extra = await included(unit, object, field);
  if (extra !== undefined) {
    object[field] = extra;
    return;
  }
  const value = object[field];
  if (typeof value !== "string") return;
  const type = EXPANDABLE[field];
  const found = type ? await unit.find(type, value) : null;
  if (found) object[field] = shown(found);
}

/** Replaces the ids of discounts by the discounts. No other list has ids. */
async function expandDiscounts(unit: Unit, object: Body, field: string): Promise<void> {
  const ids = object[field];
  if (field !== "discounts" || !Array.isArray(ids)) return;
  object[field] = await Promise.all(
    ids.map(async (id: unknown) => (typeof id === "string" ? shown(await unit.get("discount", id)) : id)),
  );
}

async function expandPath(unit: Unit, value: unknown, path: readonly string[]): Promise<void> {
  const [field, ...rest] = path;
  if (field === undefined) return;
  if (Array.isArray(value)) {
    for (const entry of value) await expandPath(unit, entry, path);
    return;
  }
  if (!isBody(value)) return;
  if (Array.isArray(value[field])) await expandDiscounts(unit, value, field);
  else await expandField(unit, value, field);
  await expandPath(unit, value[field], rest);
}

/** The object as it is sent, with the fields that `expand` names filled in, at most four levels deep. */
export async function presented(unit: Unit, object: object, expand: readonly string[]): Promise<object> {
  const body = shown(object);
  for (const path of expand) {
    const steps = path.split(".");
    if (steps.length > 4) {
      throw badRequest(`You cannot expand more than 4 levels of a property: ${path}`, { param: "expand" });
    }
    await expandPath(unit, body, steps);
  }
  return body;
}

/** A page of objects in the form of the provider's lists. */
export async function presentedList<K extends ObjectType>(
  unit: Unit,
  type: K,
  filter: Parameters<typeof listed>[2],
  page: Page,
  url: string,
): Promise<object> {
  const { data, hasMore } = await listed(unit, type, filter, page);
  return { object: "list", data: data.map((one: AnyObject) => shown(one)), has_more: hasMore, url };
}
