import { newPrice, type Price } from "../objects/plan.ts";
import { all } from "../store/listing.ts";
import { mergedMetadata } from "../wire/params.ts";
import { badRequest, missingParam, notModeled } from "../wire/refusal.ts";
import { productFor } from "./plans.ts";
import { listing, textOf, type Call, type Route } from "./route.ts";

/** Creates a price that is paid once. Recurring prices are plans. */
async function create({ unit, params }: Call): Promise<Price> {
  if (params.has("recurring")) throw notModeled("recurring prices, which are plans here", "recurring");
  const amount = params.integer("unit_amount");
  if (amount === undefined) {
    throw missingParam("unit_amount");
  }
  const key = params.string("lookup_key") || null;
  const [same] = key === null ? [] : await all(unit, "price", { equals: { lookup_key: key } });
  if (same?.active) {
    throw badRequest(`A price (\`${same.id}\`) already uses that lookup key.`, {
      code: "resource_already_exists",
      param: "lookup_key",
    });
  }
  const price = newPrice({
    created: unit.now,
    unit_amount: amount,
    currency: params.required("currency"),
    lookup_key: key,
    product: await productFor(unit, params),
    nickname: params.nullable("nickname", null),
    metadata: mergedMetadata({}, params.dictionary("metadata")),
  });
  await unit.insert(price);
  await unit.emit("price.created", price);
  return price;
}

async function update({ unit, params, id }: Call): Promise<Price> {
  const price = await unit.own("price", id);
  const active = params.boolean("active") ?? price.active;
  await unit.save(price, { active, nickname: params.nullable("nickname", price.nickname) });
  await unit.emit("price.updated", price);
  return price;
}

export const priceRoutes: Route[] = [
  { method: "POST", path: "prices", run: create },
  { method: "POST", path: "prices/:id", run: update },
  listing("prices", "price", (params) => {
    // Plans are not listed as prices here.
    if (params.oneOf("type", ["one_time", "recurring"]) !== "one_time") {
      throw notModeled("listing prices other than those paid once", "type");
    }
    return { equals: { active: textOf(params, "active") } };
  }),
];
