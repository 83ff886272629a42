import { lastError } from "../billing/last-error.ts";
import type { PaymentMethod } from "../objects/payment-method.ts";
import { authenticationWanted, newSetupIntent, type SetupIntent } from "../objects/setup-intent.ts";
import { cardError, testCard, type Decline } from "../objects/test-card.ts";
import { shown, type Unit } from "../store/unit.ts";
import type { Params } from "../wire/params.ts";
import { badRequest, missing, notModeled } from "../wire/refusal.ts";
import { attachTo, cardFrom, methodFor, refuseForeign } from "./payment-methods.ts";
import type { Call, Route } from "./route.ts";

/** Refuses a public call that does not know the intent's secret. */
export function refuseStranger(call: Call, intent: { id: string; client_secret: string }, noun: string): void {
  const given = call.params.string("client_secret");
  if (given === undefined && !call.isPublic) return;
  if (given === intent.client_secret) return;
  if (given === undefined) throw missing(noun, intent.id);
  throw badRequest(`The client_secret provided does not match the client_secret associated with the ${noun}.`, {
    param: "client_secret",
  });
}

async function methodGiven(unit: Unit, params: Params, before: string | null): Promise<PaymentMethod> {
  const data = params.object("payment_method_data");
  if (data) return cardFrom(unit, data);
  const id = params.string("payment_method") || before;
  if (!id) {
    throw badRequest(
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
      { code: "setup_intent_unexpected_state" },
    );
  }
  return methodFor(unit, id, "payment_method");
}

async function declined(unit: Unit, intent: SetupIntent, method: PaymentMethod, decline: Decline): Promise<never> {
  await unit.save(intent, {
    status: "requires_payment_method",
    payment_method: null,
    last_setup_error: lastError(decline, method),
    next_action: null,
  });
  await unit.emit("setup_intent.setup_failed", intent);
  throw cardError(decline, { setup_intent: shown(intent) }, true);
}

/** Saves the card, which can then be charged off session. */
export async function succeed(unit: Unit, intent: SetupIntent, method: PaymentMethod): Promise<void> {
  method.sandbox.authenticated = true;
  await unit.save(method);
  if (intent.customer) await attachTo(unit, method, intent.customer);
  await unit.save(intent, {
    status: "succeeded",
    payment_method: method.id,
    next_action: null,
    last_setup_error: null,
  });
  await unit.emit("setup_intent.succeeded", intent);
}

async function confirmed(unit: Unit, intent: SetupIntent, params: Params): Promise<SetupIntent> {
  if (intent.status === "succeeded") {
    throw badRequest("You cannot confirm this SetupIntent because it has already succeeded.", {
      code: "setup_intent_unexpected_state",
      extra: { setup_intent: shown(intent) },
    });
  }
  const method = await methodGiven(unit, params, intent.payment_method);
  if (intent.customer) refuseForeign(method, intent.customer);
  const { setup } = testCard(method.sandbox.number);
  if (typeof setup === "object") return declined(unit, intent, method, setup);
  if (setup === "works") {
    await succeed(unit, intent, method);
    return intent;
  }
  await unit.save(intent, {
    status: "requires_action",
    payment_method: method.id,
    next_action: authenticationWanted(unit.origin, intent.id),
  });
  await unit.emit("setup_intent.requires_action", intent);
  return intent;
}

async function create({ unit, params }: Call): Promise<SetupIntent> {
  const types = params.strings("allowed_payment_method_types") ?? [];
  if (types.some((type) => type !== "card")) {
    throw notModeled("payment methods other than cards", "allowed_payment_method_types");
  }
  if (params.has("payment_method_types")) {
    throw badRequest(
      "Received unknown parameter: payment_method_types. Use allowed_payment_method_types in this API version.",
      { code: "parameter_unknown", param: "payment_method_types" },
    );
  }
  const customer = params.string("customer") || null;
  if (customer) await unit.own("customer", customer, "customer");
  const intent = newSetupIntent(unit.now, {
    allowed_payment_method_types: types.length > 0 ? ["card"] : null,
    customer,
    usage: params.oneOf("usage", ["off_session", "on_session"]) ?? "off_session",
  });
  await unit.insert(intent);
  await unit.emit("setup_intent.created", intent);
  return intent;
}

async function retrieve(call: Call): Promise<object> {
  const intent = await call.unit.get("setup_intent", call.id);
  refuseStranger(call, intent, "setupintent");
  return intent;
}

async function confirm(call: Call): Promise<SetupIntent> {
  const intent = await call.unit.own("setup_intent", call.id);
  refuseStranger(call, intent, "setupintent");
  return confirmed(call.unit, intent, call.params);
}

export const setupIntentRoutes: Route[] = [
  { method: "POST", path: "setup_intents", run: create },
  { method: "GET", path: "setup_intents/:id", isPublic: true, run: retrieve },
  { method: "POST", path: "setup_intents/:id/confirm", isPublic: true, run: confirm },
];
