import { isRedeemable, newCoupon, newPromotionCode, type Coupon, type PromotionCode } from "../objects/coupon.ts";
import { listed } from "../store/listing.ts";
import { shown, type Unit } from "../store/unit.ts";
import { mergedMetadata, type Params } from "../wire/params.ts";
import { badRequest, missingParam } from "../wire/refusal.ts";
import { listing, pageOf, retrieval, textOf, type Call, type Route } from "./route.ts";

const DURATIONS = ["once", "repeating", "forever"] as const;

function reductionFrom(params: Params): Pick<Coupon, "amount_off" | "currency" | "percent_off"> {
  const percent = params.decimal("percent_off");
  const amount = params.integer("amount_off", 1);
  if ((percent === undefined) === (amount === undefined)) {
    throw badRequest("You must pass either percent_off or amount_off, and not both.", { param: "percent_off" });
  }
  if (percent !== undefined && (percent <= 0 || percent > 100)) {
    throw badRequest("Invalid percent_off: must be above 0 and at most 100", { param: "percent_off" });
  }
  const currency = amount === undefined ? null : params.required("currency");
  return { percent_off: percent ?? null, amount_off: amount ?? null, currency };
}

async function productsFrom(unit: Unit, params: Params): Promise<string[] | null> {
  const products = params.object("applies_to")?.strings("products") ?? [];
  for (const id of products) await unit.get("product", id, "applies_to[products]");
  return products.length > 0 ? products : null;
}

async function create({ unit, params }: Call): Promise<Coupon> {
  const duration = params.oneOf("duration", DURATIONS) ?? "once";
  const months = params.integer("duration_in_months", 1);
  if ((duration === "repeating") !== (months !== undefined)) throw missingParam("duration_in_months");
  const id = params.string("id");
  if (id && (await unit.find("coupon", id))) {
    throw badRequest("Coupon already exists.", { code: "resource_already_exists", param: "id" });
  }
  const coupon = newCoupon(
    {
      ...(id ? { id } : {}),
      created: unit.now,
      duration,
      duration_in_months: months ?? null,
      ...reductionFrom(params),
      max_redemptions: params.integer("max_redemptions", 1) ?? null,
      redeem_by: params.integer("redeem_by") ?? null,
      name: params.nullable("name", null),
      metadata: mergedMetadata({}, params.dictionary("metadata")),
    },
    await productsFrom(unit, params),
  );
  await unit.insert(coupon);
  await unit.emit("coupon.created", coupon);
  return coupon;
}

/** A deleted coupon can be redeemed no more. Discounts that were made with it stay. */
async function remove({ unit, id }: Call): Promise<object> {
  const coupon = await unit.own("coupon", id);
  await unit.save(coupon, { redeem_by: Math.min(unit.now - 1, coupon.redeem_by ?? unit.now), valid: false });
  await unit.emit("coupon.deleted", coupon);
  return { id, object: "coupon", deleted: true };
}

async function createCode({ unit, params }: Call): Promise<PromotionCode> {
  const promotion = params.object("promotion");
  if (promotion?.oneOf("type", ["coupon"]) === undefined) throw missingParam("promotion[type]");
  const coupon = await unit.get("coupon", promotion.required("coupon"), "promotion[coupon]");
  const code = params.required("code");
  if (!/^[A-Za-z0-9-]+$/.test(code)) throw badRequest(`Invalid code: ${code}`, { param: "code" });
  const same = await listed(unit, "promotion_code", { ignoringCase: { code }, equals: { active: "true" } }, ONE);
  if (same.data.length > 0) {
    throw badRequest("An active promotion code with `code: " + code + "` already exists.", { param: "code" });
  }
  const restrictions = params.object("restrictions");
  const made = newPromotionCode({
    created: unit.now,
    code,
    promotion: { coupon: coupon.id, type: "coupon" },
    active: params.boolean("active") ?? true,
    expires_at: params.integer("expires_at") ?? null,
    max_redemptions: params.integer("max_redemptions", 1) ?? null,
    restrictions: {
      first_time_transaction: restrictions?.boolean("first_time_transaction") ?? false,
      minimum_amount: restrictions?.integer("minimum_amount") ?? null,
      minimum_amount_currency: restrictions?.nullable("minimum_amount_currency", null) ?? null,
    },
    metadata: mergedMetadata({}, params.dictionary("metadata")),
  });
  await unit.insert(made);
  await unit.emit("promotion_code.created", made);
  return made;
}

const ONE = { limit: 1 };

/** The code as it is now: it is active only while it and its coupon can be redeemed. */
async function current(unit: Unit, code: PromotionCode): Promise<PromotionCode> {
  const coupon = await unit.get("coupon", String(code.promotion.coupon));
  const isOver = code.expires_at !== null && code.expires_at < unit.now;
  return { ...code, active: code.active && !isOver && isRedeemable(coupon, unit.now) };
}

async function updateCode({ unit, params, id }: Call): Promise<PromotionCode> {
  const code = await unit.own("promotion_code", id);
  const active = params.boolean("active");
  if (active !== undefined) await unit.save(code, { active });
  await unit.emit("promotion_code.updated", code);
  return current(unit, code);
}

async function listCodes({ unit, params }: Call): Promise<object> {
  const code = textOf(params, "code");
  const isActive = params.boolean("active");
  const filter = code ? { ignoringCase: { code } } : {};
  const { data, hasMore } = await listed(unit, "promotion_code", filter, pageOf(params));
  const codes = await Promise.all(data.map((one) => current(unit, one)));
  const wanted = codes.filter(({ active }) => isActive === undefined || active === isActive);
  return { object: "list", data: wanted.map(shown), has_more: hasMore, url: "/v1/promotion_codes" };
}

export const couponRoutes: Route[] = [
  { method: "POST", path: "coupons", run: create },
  retrieval("coupons", "coupon"),
  listing("coupons", "coupon"),
  { method: "DELETE", path: "coupons/:id", run: remove },
  { method: "POST", path: "promotion_codes", run: createCode },
  { method: "GET", path: "promotion_codes", run: listCodes },
  { method: "POST", path: "promotion_codes/:id", run: updateCode },
];
