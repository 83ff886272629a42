import { collect } from "../billing/collecting.ts";
import type { PaymentIntent } from "../objects/payment-intent.ts";
import type { PaymentMethod } from "../objects/payment-method.ts";
import { attachTo, cardFrom, methodFor, refuseForeign } from "./payment-methods.ts";
import { badRequest } from "../wire/refusal.ts";
import { shown, type Unit } from "../store/unit.ts";
import type { Params } from "../wire/params.ts";
import { listing, textOf, type Call, type Route } from "./route.ts";
import { refuseStranger } from "./setup-intents.ts";

async function retrieve(call: Call): Promise<PaymentIntent> {
  const intent = await call.unit.get("payment_intent", call.id);
  refuseStranger(call, intent, "payment_intent");
  return intent;
}

async function methodGiven(unit: Unit, params: Params, intent: PaymentIntent): Promise<PaymentMethod | undefined> {
  const data = params.object("payment_method_data");
  if (data) return attachTo(unit, await cardFrom(unit, data), intent.customer);
  const id = params.string("payment_method") || intent.payment_method;
  if (!id) return undefined;
  const method = await methodFor(unit, id, "payment_method");
  refuseForeign(method, intent.customer);
  return method;
}

/** Pays the intent's invoice on session. */
async function confirm(call: Call): Promise<PaymentIntent> {
  const { unit, params } = call;
  const intent = await unit.own("payment_intent", call.id);
  refuseStranger(call, intent, "payment_intent");
  if (intent.status === "succeeded" || intent.status === "canceled") {
    throw badRequest(`This PaymentIntent's status is ${intent.status}; it cannot be confirmed.`, {
      code: "payment_intent_unexpected_state",
      extra: { payment_intent: shown(intent) },
    });
  }
  const method = await methodGiven(unit, params, intent);
  const invoice = await unit.get("invoice", intent.sandbox.invoice);
  const outcome = await collect(unit, invoice, { method, offSession: false, automatic: false });
  if (outcome.kind === "failed") throw outcome.refusal;
  return intent;
}

export const paymentIntentRoutes: Route[] = [
  { method: "GET", path: "payment_intents/:id", isPublic: true, run: retrieve },
  { method: "POST", path: "payment_intents/:id/confirm", isPublic: true, run: confirm },
  listing("payment_intents", "payment_intent", (params) => ({ customer: textOf(params, "customer") })),
];
