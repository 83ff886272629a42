import { storedQuantityMax } from "@foyer/domain/quantity";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import {
  comparedCoupon,
  comparedPlan,
  machineTask,
  provedRepairBody,
  repair,
  reconcilerRun,
  repairBody,
  searchHit,
  staffAct,
  staffCustomerPage,
  staffPurchase,
} from "./staff-wire.ts";
import { subscription } from "./subscription-wire.ts";
import { cents, id, instant, success } from "./wire-values.ts";

const page = z.object({ limit: z.int().min(1).max(200).optional(), before: z.string().optional() });

/** Finds customers, subscriptions, invoices and payments by address or the provider's id. */
export const staffSearchBilling = endpoint("staffSearchBilling", {
  requirement: "ROLE-04",
  access: "staff:read",
  summary: "Search customers, subscriptions and invoices",
  query: z.object({ q: z.string() }),
  reply: z.object({ results: z.array(searchHit) }),
  refusals: ["provider.unavailable"],
});

export const staffReadCustomer = endpoint("staffReadCustomer", {
  access: "staff:read",
  summary: "Read everything of a customer",
  params: z.object({ id }),
  reply: staffCustomerPage,
  refusals: ["object.not_found", "provider.unavailable"],
});

/** Removes a billing contact, for example of a person who left the customer's firm. */
export const staffRemoveBillingContact = endpoint("staffRemoveBillingContact", {
  requirement: "DOC-05",
  access: "staff:support",
  summary: "Remove a billing contact",
  params: z.object({ id }),
  body: repairBody,
  reply: repair,
  refusals: ["object.not_found"],
});

/** Starts a new subscription for an ended license. The seats that fit come back. */
export const staffStartSubscription = endpoint("staffStartSubscription", {
  requirement: "ROLE-04",
  access: "staff:billing",
  summary: "Start a new subscription for an ended license",
  params: z.object({ id }),
  body: repairBody.extend({ plan: z.string(), quantity: z.int(), customer: z.string() }),
  reply: repair.extend({ subscription: subscription.optional() }),
  refusals: [
    "object.not_found",
    "subscription.forbidden",
    "rate.limited",
    "payment.declined",
    "payment.authentication_failed",
    "provider.unavailable",
  ],
});

/** Refunds an invoice: to the card, or as credit for later invoices. Limited without the right `admin`. */
export const staffRefund = endpoint("staffRefund", {
  reply: repair,
  access: "staff:billing",
  summary: "Refund or credit an invoice",
  params: z.object({ id }),
  body: provedRepairBody.extend({ amount: cents.min(1), to: z.enum(["card", "balance"]) }),
  refusals: [
    "object.not_found",
    "subscription.forbidden",
    "permission.denied",
    "permission.proof_required",
    "password.wrong",
    "provider.unavailable",
  ],
});

/** Reads a subscription from the provider again, and reports it to the accounts service. */
export const staffResync = endpoint("staffResync", {
  reply: repair,
  access: "staff:support",
  summary: "Take a subscription from the provider anew",
  params: z.object({ id }),
  body: repairBody,
  refusals: ["object.not_found", "subscription.forbidden", "provider.unavailable"],
});

/** Reads staff actions in the purchase service, newest first. `at` is ISO 8601 here too. */
export const staffListBillingActs = endpoint("staffListBillingActs", {
  requirement: "ROLE-04",
  access: "staff:read",
  summary: "Read what staff did",
  query: page.extend({ target: z.string().optional(), staff: z.string().optional() }),
  reply: z.object({ acts: z.array(staffAct), has_more: z.boolean().optional() }),
});

/** Lists failed and waiting webhooks, operations and jobs of the purchase service. */
export const staffListBillingTasks = endpoint("staffListBillingTasks", {
  access: "staff:read",
  summary: "List background work",
  query: page,
  reply: z.object({ tasks: z.array(machineTask) }),
});

/** Reads the latest runs of the reconciler, newest first. With `eventful` only those with findings. */
export const staffListReconcilerRuns = endpoint("staffListReconcilerRuns", {
  access: "staff:read",
  summary: "Read the runs of the reconciler",
  query: page.extend({ eventful: z.boolean().optional() }),
  reply: z.object({ runs: z.array(reconcilerRun) }),
});

/** Lists what a customer bought on the portal's page, or tried to buy. */
export const staffListPurchases = endpoint("staffListPurchases", {
  requirement: "BUY-18",
  access: "staff:read",
  summary: "List the purchases of a customer",
  params: z.object({ id }),
  /** `blocked_until`: end of the time in which declined cards prevent purchases. */
  reply: z.object({ purchases: z.array(staffPurchase), blocked_until: instant.nullable() }),
});

export const staffAllowPurchases = endpoint("staffAllowPurchases", {
  requirement: "BUY-15",
  access: "staff:support",
  summary: "Let a customer buy again after declined cards",
  params: z.object({ id }),
  body: repairBody,
  reply: repair,
  refusals: ["object.not_found"],
});

/** Ends a bought subscription at once and gives back everything that was paid for it, within 14 days. */
export const staffCancelPurchase = endpoint("staffCancelPurchase", {
  requirement: "BUY-18",
  access: "staff:billing",
  summary: "Cancel a purchase and give back what was paid",
  params: z.object({ id, checkout: id }),
  body: provedRepairBody,
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

/** Puts a coupon on a running subscription, in place of the discount that it has. Its next invoice has it first. */
export const staffPutDiscount = endpoint("staffPutDiscount", {
  requirement: "BUY-11",
  access: "staff:billing",
  summary: "Put a coupon on a subscription",
  params: z.object({ id }),
  body: repairBody.extend({ code: z.string().max(100) }),
  reply: repair,
  refusals: ["object.not_found", "coupon.refused", "subscription.forbidden", "provider.unavailable"],
});

export const staffReadCatalogue = endpoint("staffReadCatalogue", {
  requirement: "BUY-01",
  access: "staff:read",
  summary: "Compare the catalogue with the provider's prices",
  /** `coupons`: the newest codes. */
  reply: z.object({ plans: z.array(comparedPlan), coupons: z.array(comparedCoupon) }),
  refusals: ["provider.unavailable"],
});

/** Values that replace those of a message that the accounts service refused. */
const toldAs = z.object({
  registration_id: id.min(1).max(255).optional(),
  plan: z.string().min(1).max(255).optional(),
  quantity: z.int().min(0).max(storedQuantityMax).optional(),
});
export type ToldAs = z.infer<typeof toldAs>;

/** Retries failed background work. `tell_as` is for messages only. */
export const staffRetryBillingTask = endpoint("staffRetryBillingTask", {
  access: "staff:admin",
  summary: "Try failed background work again",
  params: z.object({ id }),
  body: z.object({ reason: repairBody.shape.reason, tell_as: toldAs.optional() }),
  reply: success,
  refusals: ["object.not_found", "subscription.forbidden"],
});
