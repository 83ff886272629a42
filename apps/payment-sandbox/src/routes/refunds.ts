import { newRefund, type Refund } from "../objects/refund.ts";
import type { Charge } from "../objects/charge.ts";
import { all } from "../store/listing.ts";
import type { Unit } from "../store/unit.ts";
import { mergedMetadata } from "../wire/params.ts";
import { badRequest } from "../wire/refusal.ts";
import { listing, retrieval, textOf, type Call, type Route } from "./route.ts";

/** Refunds a part of a charge to its card. */
export async function refundCharge(
  unit: Unit,
  charge: Charge,
  amount: number,
  given: Partial<Refund> = {},
): Promise<Refund> {
  const left = charge.amount - charge.amount_refunded;
  if (!charge.paid) throw badRequest("This charge did not succeed, so it cannot be refunded.", { param: "charge" });
  if (left === 0) {
    throw badRequest(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  }
  if (amount < 1 || amount > left) {
    throw badRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: "amount",
    });
  }
  const refund = await unit.insert(newRefund(unit.now, charge, amount, given));
  await unit.save(charge, {
    amount_refunded: charge.amount_refunded + amount,
    refunded: charge.amount_refunded + amount === charge.amount,
  });
  await unit.emit("refund.created", refund);
  await unit.emit("charge.refunded", charge);
  return refund;
}

async function create({ unit, params }: Call): Promise<Refund> {
  const intentId = params.string("payment_intent");
  const intent = intentId ? await unit.own("payment_intent", intentId, "payment_intent") : null;
  const chargeId = intent ? intent.latest_charge : params.string("charge");
  if (!chargeId)
    throw badRequest("One of the following params should be provided: payment_intent or charge.", { param: "charge" });
  const charge = await unit.own("charge", chargeId, "charge");
  return refundCharge(unit, charge, params.integer("amount", 1) ?? charge.amount - charge.amount_refunded, {
    reason: params.oneOf("reason", ["duplicate", "fraudulent", "requested_by_customer"]) ?? null,
    metadata: mergedMetadata({}, params.dictionary("metadata")),
  });
}

export const refundRoutes: Route[] = [
  { method: "POST", path: "refunds", run: create },
  retrieval("refunds", "refund"),
  listing("refunds", "refund", (params) => ({
    parent: textOf(params, "charge"),
    equals: { payment_intent: textOf(params, "payment_intent") },
  })),
  retrieval("charges", "charge"),
  {
    method: "GET",
    path: "invoice_payments",
    run: async ({ unit, params }) => {
      const of = params.object("payment");
      params.ignore("limit");
      of?.ignore("type");
      const intent = await unit.get("payment_intent", of?.required("payment_intent") ?? "", "payment");
      const data = await all(unit, "invoice_payment", { parent: intent.sandbox.invoice });
      const own = data.filter(({ payment }) => payment.payment_intent === intent.id);
      return { object: "list", data: own, has_more: false, url: "/v1/invoice_payments" };
    },
  },
  listing("charges", "charge", (params) => ({ customer: textOf(params, "customer") })),
];
