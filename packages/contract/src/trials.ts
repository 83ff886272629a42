import { trialSeatsMax, trialSeatsMin } from "@foyer/domain/trials";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id, instant, success } from "./wire-values.ts";

/** A trial that was started. */
const trial = z.object({
  registration_id: id,
  product_id: z.string(),
  /** `Outlinear 5` */
  description: z.string(),
  seats: z.int(),
  ends_at: instant,
  /** When it is deleted unless it was bought. */
  deleted_at: instant,
});

/** Starts a trial without a card: one for each account, product and address, and none for a person who paid for the product. */
export const startTrial = endpoint("startTrial", {
  requirement: "BUY-12",
  access: "person",
  summary: "Start a trial",
  body: z.object({
    /** A product of the catalogue with `trial_days`: `OUTLINE-5`. */
    product: z.string().max(255),
    seats: z.int().min(trialSeatsMin).max(trialSeatsMax),
  }),
  reply: success.extend({ trial }),
  refusals: ["trial.used", "plan.not_on_sale", "rate.limited"],
});
