import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { provedRepairBody, repair } from "./staff-wire.ts";
import { cents, currency, id, instant } from "./wire-values.ts";

/** Why a statement waits for staff. A refusal of the engine, such as `credit_left`, is a reason too. */
export const waitingReasons = [
  "no_click",
  "no_match",
  "several_matches",
  "business",
  "consent",
  "too_late",
  "good_cause",
  "not_me",
  "limited",
  "suspicious",
  "other_country",
  "no_address",
] as const;

/** The contract that a statement matches. */
const matchedContract = z.object({
  customer: id,
  /** Null for a subscription that was not bought on our page. */
  checkout: id.nullable(),
  /** Null for a license that is paid once. */
  subscription: id.nullable(),
  license: id.nullable(),
  product: z.string(),
  quantity: z.int(),
  /** Amount of the first payment. Null if it is not known here. */
  amount: cents.nullable(),
  currency: currency.nullable(),
  /** ISO 3166, or empty. */
  country: z.string(),
  bought: instant.nullable(),
  /** End of the time to withdraw. */
  until: instant.nullable(),
});
export type MatchedContract = z.infer<typeof matchedContract>;

/** A statement made at the desk, and what became of it. */
export const staffStatement = z.object({
  id,
  kind: z.enum(["withdraw", "cancel"]),
  at: instant,
  name: z.string(),
  /** Address of the order, or number of the order, as typed. */
  reference: z.string(),
  contract: z.string(),
  receipt_to: z.string(),
  /** Only of a cancellation at once for good cause. */
  good_cause: z.string().nullable(),
  /** By when it must be decided, and the money returned. */
  due: instant,
  state: z.enum(["looking", "waiting", "carrying", "carried_out", "closed"]),
  reason: z.string().nullable(),
  match: matchedContract.nullable(),
  decided: instant.nullable(),
  /** Account name of the staff member. Null if the buyer confirmed it. */
  decided_by: z.string().nullable(),
});
export type StaffStatement = z.infer<typeof staffStatement>;

export const staffListStatements = endpoint("staffListStatements", {
  requirement: "DESK-06",
  access: "staff:read",
  summary: "List the statements of consumers",
  /** `open` leaves out those that were decided. */
  query: z.object({ open: z.boolean().optional() }),
  /** Undecided ones first by their due date, then the newest decided ones. */
  reply: z.object({ statements: z.array(staffStatement) }),
});

/**
 * Carries a statement out, or closes it. `when` is for a cancellation. Without a match, staff name the contract by `customer`
 * and its checkout or subscription.
 */
export const staffDecideStatement = endpoint("staffDecideStatement", {
  requirement: "DESK-06",
  access: "staff:billing",
  summary: "Decide about a consumer's statement",
  params: z.object({ id }),
  body: provedRepairBody.extend({
    decision: z.enum(["carry_out", "close"]),
    when: z.enum(["period_end", "now"]).optional(),
    customer: id.max(255).optional(),
    contract: id.max(255).optional(),
  }),
  reply: repair,
  refusals: [
    "object.not_found",
    "subscription.forbidden",
    "permission.denied",
    "permission.proof_required",
    "password.wrong",
    "provider.unavailable",
  ],
});
