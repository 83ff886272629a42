import type pg from "pg";
import { collect } from "../billing/collecting.ts";
import { lastError } from "../billing/last-error.ts";
import type { PaymentIntent } from "../objects/payment-intent.ts";
import type { PaymentMethod } from "../objects/payment-method.ts";
import type { SetupIntent } from "../objects/setup-intent.ts";
import type { LastError } from "../objects/test-card.ts";
import { succeed } from "../routes/setup-intents.ts";
import { inTransaction } from "../store/transaction.ts";
import { Unit } from "../store/unit.ts";
import { parseForm } from "../wire/form.ts";
import { badRequest, missing, Refusal } from "../wire/refusal.ts";
import type { ApiAnswer } from "./idempotency.ts";

function failure(intent: "setup_intent" | "payment_intent", method: PaymentMethod): LastError {
  const message =
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.";
  return lastError({ code: `${intent}_authentication_failure`, message }, method, "invalid_request_error");
}

async function settleSetup(unit: Unit, intent: SetupIntent, agreed: boolean): Promise<void> {
  const method = await unit.get("payment_method", intent.payment_method ?? "");
  if (agreed) {
    await succeed(unit, intent, method);
    return;
  }
  await unit.save(intent, {
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_setup_error: failure("setup_intent", method),
  });
  await unit.emit("setup_intent.setup_failed", intent);
}

async function settlePayment(unit: Unit, intent: PaymentIntent, agreed: boolean): Promise<void> {
  const invoice = await unit.get("invoice", intent.sandbox.invoice);
  const method = await unit.get("payment_method", intent.payment_method ?? "");
  if (agreed) {
    await collect(unit, invoice, { method, offSession: false, automatic: false, authenticated: true });
    return;
  }
  await unit.save(intent, {
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_payment_error: failure("payment_intent", method),
  });
  await unit.emit("payment_intent.payment_failed", intent);
  await unit.emit("invoice.payment_failed", invoice);
}

async function settle(unit: Unit, id: string, secret: string, agreed: boolean): Promise<string> {
  const type = id.startsWith("seti_") ? "setup_intent" : "payment_intent";
  const intent = await unit.own(type, id);
  if (intent.client_secret !== secret) throw missing(type, id);
  if (intent.status !== "requires_action") {
    throw badRequest(`This intent does not wait for authentication: its status is ${intent.status}.`, {
      code: `${type}_unexpected_state`,
    });
  }
  if (intent.object === "setup_intent") await settleSetup(unit, intent, agreed);
  else await settlePayment(unit, intent, agreed);
  return intent.status;
}

function fields(body: string, contentType: string | undefined): Record<string, unknown> {
  if (!contentType?.includes("json")) return parseForm(body);
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  } catch {
    throw badRequest("The body is not valid JSON.");
  }
}

/** Completes or fails the authentication in place of the card holder. The caller must know the intent's secret. */
export async function authenticate(
  here: { pool: pg.Pool; now: () => Date; origin: string },
  id: string,
  body: string,
  contentType: string | undefined,
): Promise<ApiAnswer> {
  try {
    const { client_secret: secret, outcome } = fields(body, contentType);
    if (outcome !== "success" && outcome !== "failure") {
      throw badRequest("Invalid outcome: must be one of success, failure", { param: "outcome" });
    }
    if (typeof secret !== "string")
      throw badRequest("Missing required param: client_secret.", { param: "client_secret" });
    const now = Math.floor(here.now().getTime() / 1000);
    const status = await inTransaction(here.pool, async (client) => {
      const unit = new Unit(client, { now, origin: here.origin });
      const settled = await settle(unit, id, secret, outcome === "success");
      await unit.send();
      return settled;
    });
    return { status: 200, body: { status } };
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.body() };
    throw error;
  }
}
