import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { interval } from "./subscription-wire.ts";
import { cents, currency, id } from "./wire-values.ts";

/** A plan on sale. */
const planOnSale = z.object({
  id,
  interval,
  /** Cents for one seat and interval, without tax. */
  amount: cents,
  currency,
});

/** A product on sale: code and major version. */
export const productOnSale = z.object({
  /** `OUTLINE-5` */
  id,
  /** `Outlinear 5` */
  name: z.string(),
  /** Yearly first. */
  plans: z.array(planOnSale).min(1),
  /** Cents that one seat costs less in a year when it is paid yearly. Absent without both plans in one currency. */
  year_saves: cents.optional(),
});
export type ProductOnSale = z.infer<typeof productOnSale>;

/** What is on sale. */
export const catalogue = z.object({
  products: z.array(productOnSale),
  /** True if the tax depends on the buyer's country. */
  taxed_by_country: z.boolean(),
});
export type Catalogue = z.infer<typeof catalogue>;

/** Lists what is on sale. */
export const readCatalogue = endpoint("readCatalogue", {
  requirement: "BUY-01",
  access: "open",
  summary: "List what is on sale",
  cacheSeconds: 60,
  reply: catalogue,
  refusals: ["provider.unavailable"],
});
