import { newPaymentMethod, type PaymentMethod } from "../objects/payment-method.ts";
import { cardError, refuseCardData, testCard, TEST_TOKENS } from "../objects/test-card.ts";
import type { Unit } from "../store/unit.ts";
import type { Params } from "../wire/params.ts";
import { badRequest, missingParam, notModeled } from "../wire/refusal.ts";
import { listFor, retrieval, type Call, type Route } from "./route.ts";

/** A new card from the data of the card form. Invalid data is refused before it is saved. */
export async function cardFrom(unit: Unit, params: Params): Promise<PaymentMethod> {
  if (params.required("type") !== "card") throw notModeled("payment methods other than cards", "type");
  const card = params.object("card");
  if (!card) throw missingParam("card");
  const number = card.required("number").replaceAll(" ", "");
  const month = card.integer("exp_month") ?? 0;
  const short = card.integer("exp_year") ?? 0;
  const year = short < 100 ? 2000 + short : short;
  refuseCardData({ number, month, year, cvc: card.string("cvc") }, unit.now);
  return unit.insert(newPaymentMethod(unit.now, { number, exp_month: month, exp_year: year }));
}

/** The saved method of this id, or a new method for a test token such as `pm_card_visa`. */
export async function methodFor(unit: Unit, id: string, param: string): Promise<PaymentMethod> {
  const number = TEST_TOKENS.get(id);
  if (!number) return unit.get("payment_method", id, param);
  const year = new Date(unit.now * 1000).getUTCFullYear() + 1;
  return unit.insert(newPaymentMethod(unit.now, { number, exp_month: 8, exp_year: year }));
}

/** Refuses a card that belongs to another customer or was detached. */
export function refuseForeign(method: PaymentMethod, customer: string): void {
  if (method.sandbox.detached) {
    throw badRequest(
      "This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.",
      { param: "payment_method" },
    );
  }
  if (method.customer !== null && method.customer !== customer) {
    throw badRequest("The payment method you provided has already been attached to a customer.", {
      param: "payment_method",
    });
  }
}

export async function attachTo(unit: Unit, method: PaymentMethod, customer: string): Promise<PaymentMethod> {
  refuseForeign(method, customer);
  if (method.customer === customer) return method;
  await unit.save(method, { customer });
  await unit.emit("payment_method.attached", method);
  return method;
}

async function attach({ unit, params, id }: Call): Promise<PaymentMethod> {
  const customer = await unit.own("customer", params.required("customer"), "customer");
  const method = await methodFor(unit, id, "payment_method");
  refuseForeign(method, customer.id);
  const { setup } = testCard(method.sandbox.number);
  if (typeof setup === "object") throw cardError(setup);
  return attachTo(unit, method, customer.id);
}

async function detach({ unit, id }: Call): Promise<PaymentMethod> {
  const method = await unit.own("payment_method", id);
  if (method.customer === null) {
    throw badRequest("The payment method you provided is not attached to a customer so detachment is impossible.");
  }
  const customer = await unit.get("customer", method.customer);
  method.sandbox.detached = true;
  await unit.save(method, { customer: null });
  if (customer.invoice_settings.default_payment_method === id) {
    await unit.save(customer, { invoice_settings: { ...customer.invoice_settings, default_payment_method: null } });
    await unit.emit("customer.updated", customer);
  }
  await unit.emit("payment_method.detached", method, { customer: customer.id });
  return method;
}

async function update({ unit, params, id }: Call): Promise<PaymentMethod> {
  const method = await unit.own("payment_method", id);
  const card = params.object("card");
  const month = card?.integer("exp_month", 1, 12);
  const year = card?.integer("exp_year", 2000, 2100);
  await unit.save(method, {
    card: { ...method.card, ...(month ? { exp_month: month } : {}), ...(year ? { exp_year: year } : {}) },
  });
  await unit.emit("payment_method.updated", method);
  return method;
}

async function list(call: Call): Promise<object> {
  const customer = call.params.string("customer");
  call.params.oneOf("type", ["card"]);
  if (!customer) throw missingParam("customer");
  await call.unit.get("customer", customer, "customer");
  return listFor(call, "payment_method", { customer }, "/v1/payment_methods");
}

export const paymentMethodRoutes: Route[] = [
  { method: "GET", path: "payment_methods", run: list },
  retrieval("payment_methods", "payment_method"),
  { method: "POST", path: "payment_methods/:id", run: update },
  { method: "POST", path: "payment_methods/:id/attach", run: attach },
  { method: "POST", path: "payment_methods/:id/detach", run: detach },
];
