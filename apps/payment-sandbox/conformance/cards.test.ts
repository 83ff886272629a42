import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SandboxServer } from "../src/testing/sandbox-server.ts";
import { attachAndUse, buyer, idOf, itemOf, openShop } from "./shop.ts";

let server: SandboxServer;
let stripe: Stripe;

beforeAll(async () => {
  ({ server, stripe } = await openShop("2026-11-01T00:00:00Z"));
});
afterAll(() => server.close());

/** The request of the sandbox's card script: a public call, form-encoded, without headers of its own. */
async function confirmInBrowser(secret: string, card: Record<string, string>) {
  const [id] = secret.split("_secret_");
  const body = new URLSearchParams({
    key: "pk_test_sandbox",
    client_secret: secret,
    "payment_method_data[type]": "card",
  });
  for (const [name, value] of Object.entries({ exp_month: "12", exp_year: "2031", cvc: "123", ...card })) {
    body.set(`payment_method_data[card][${name}]`, value);
  }
  const response = await fetch(`${server.url}/sandbox/stripe/v1/setup_intents/${id}/confirm`, { method: "POST", body });
  const answer = (await response.json()) as Record<string, never> & {
    error?: Record<string, unknown>;
    status?: string;
  };
  return { status: response.status, body: answer };
}

async function setupIntent() {
  const customer = await stripe.customers.create({ email: "card@example.com" });
  const intent = await stripe.setupIntents.create({ customer: customer.id, usage: "off_session" });
  return { customer: customer.id, id: intent.id, secret: intent.client_secret ?? "" };
}

async function bank(id: string, secret: string, outcome: string, asJson = false) {
  return fetch(`${server.url}/sandbox/3ds/${id}`, {
    method: "POST",
    ...(asJson
      ? { body: JSON.stringify({ client_secret: secret, outcome }), headers: { "content-type": "application/json" } }
      : { body: new URLSearchParams({ client_secret: secret, outcome }) }),
  });
}

describe("saving a card", () => {
  test.each([
    ["4242424242424242", "visa", "123"],
    ["5555555555554444", "mastercard", "123"],
    ["378282246310005", "amex", "1234"],
    ["4000000000000341", "visa", "123"],
  ])("%s is saved and attached", async (number, brand, cvc) => {
    const { customer, id, secret } = await setupIntent();
    const answer = await confirmInBrowser(secret, { number, cvc });
    expect(answer.body.status).toBe("succeeded");
    const saved = await stripe.customers.listPaymentMethods(customer);
    expect(saved.data.map((one) => [one.card?.brand, one.card?.last4])).toEqual([[brand, number.slice(-4)]]);
    expect((await stripe.setupIntents.retrieve(id)).status).toBe("succeeded");
  });

  test.each([
    [{ number: "4000000000000002" }, "card_declined", "generic_decline"],
    [{ number: "4000000000009995" }, "card_declined", "insufficient_funds"],
    [{ number: "4000000000000069" }, "expired_card", undefined],
    [{ number: "4000000000000127" }, "incorrect_cvc", undefined],
    [{ number: "4000000000000119" }, "processing_error", undefined],
    [{ number: "4242424242424241" }, "incorrect_number", undefined],
    [{ number: "4111111111111111" }, "card_declined", "test_mode_live_card"],
    [{ number: "4242424242424242", exp_month: "13" }, "invalid_expiry_month", undefined],
    [{ number: "4242424242424242", exp_year: "1995" }, "invalid_expiry_year", undefined],
    [{ number: "4242424242424242", cvc: "99" }, "invalid_cvc", undefined],
  ])("%o is refused with %s", async (card, code, declineCode) => {
    const { customer, secret } = await setupIntent();
    const answer = await confirmInBrowser(secret, card);
    expect(answer.status).toBe(402);
    expect(answer.body.error).toMatchObject({
      type: "card_error",
      code,
      ...(declineCode ? { decline_code: declineCode } : {}),
    });
    expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
  });

  test("a declined card can be followed by another in the same intent", async () => {
    const { secret } = await setupIntent();
    await confirmInBrowser(secret, { number: "4000000000000002" });
    expect((await confirmInBrowser(secret, { number: "4242424242424242" })).body.status).toBe("succeeded");
    const again = await confirmInBrowser(secret, { number: "4242424242424242" });
    expect([again.status, again.body.error?.code]).toEqual([400, "setup_intent_unexpected_state"]);
  });

  test.each([false, true])("authentication succeeds or fails at the bank (JSON: %s)", async (asJson) => {
    const { customer, id, secret } = await setupIntent();
    const waiting = await confirmInBrowser(secret, { number: "4000002500003155" });
    expect(waiting.body).toMatchObject({ status: "requires_action", next_action: { type: "use_stripe_sdk" } });
    const failed = await bank(id, secret, "failure", asJson);
    expect(await failed.json()).toEqual({ status: "requires_payment_method" });
    expect((await stripe.setupIntents.retrieve(id)).last_setup_error?.code).toBe("setup_intent_authentication_failure");
    await confirmInBrowser(secret, { number: "4000002500003155" });
    expect(await (await bank(id, secret, "success", asJson)).json()).toEqual({ status: "succeeded" });
    expect((await stripe.customers.listPaymentMethods(customer)).data).toHaveLength(1);
    expect((await bank(id, secret, "success")).status).toBe(400);
  });

  test("the bank and public calls want the right secret", async () => {
    const { id, secret } = await setupIntent();
    await confirmInBrowser(secret, { number: "4000002500003155" });
    expect((await bank(id, `${id}_secret_guess`, "success")).status).toBe(404);
    expect((await confirmInBrowser(`${id}_secret_guess`, { number: "4242424242424242" })).status).toBe(400);
    const open = await fetch(`${server.url}/sandbox/stripe/v1/setup_intents/${id}?key=pk_test_sandbox`);
    expect(open.status).toBe(404);
  });
});

describe("charging a saved card", () => {
  async function subscribed(token = "pm_card_visa") {
    const { customer } = await buyer(stripe, token);
    const subscription = await stripe.subscriptions.create({ customer, items: [{ plan: "MONTHLY", quantity: 2 }] });
    return { customer, subscription };
  }

  test("a first payment that is declined leaves the subscription incomplete, and nothing with error_if_incomplete", async () => {
    const { customer, subscription } = await subscribed("pm_card_chargeCustomerFail");
    expect(subscription.status).toBe("incomplete");
    await expect(
      stripe.subscriptions.create({ customer, items: [{ plan: "MONTHLY" }], payment_behavior: "error_if_incomplete" }),
    ).rejects.toMatchObject({ statusCode: 402, code: "card_declined", decline_code: "generic_decline" });
    expect((await stripe.subscriptions.list({ customer, status: "all" })).data).toHaveLength(1);
    await server.advance(23 * 3600 + 1);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("incomplete_expired");
    expect((await stripe.invoices.retrieve(idOf(subscription.latest_invoice))).status).toBe("void");
  });

  test("a card that needed authentication once is charged off session", async () => {
    const { customer, id, secret } = await setupIntent();
    await confirmInBrowser(secret, { number: "4000002500003155" });
    await bank(id, secret, "success");
    const [method] = (await stripe.customers.listPaymentMethods(customer)).data;
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method?.id ?? "" } });
    expect((await stripe.subscriptions.create({ customer, items: [{ plan: "MONTHLY" }] })).status).toBe("active");
  });

  test("pending_if_incomplete keeps the old terms until the bank agrees", async () => {
    const { customer, subscription } = await subscribed();
    await attachAndUse(stripe, customer, "pm_card_authenticationRequired");
    const item = itemOf(subscription);
    const updated = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, quantity: 5 }],
      proration_behavior: "always_invoice",
      payment_behavior: "pending_if_incomplete",
      expand: ["latest_invoice.confirmation_secret", "latest_invoice.payments"],
    });
    expect([updated.status, itemOf(updated).quantity]).toEqual(["active", 2]);
    expect(updated.pending_update?.subscription_items?.[0]?.quantity).toBe(5);
    const invoice = updated.latest_invoice as Stripe.Invoice;
    const secret = invoice.confirmation_secret?.client_secret ?? "";
    const [id = ""] = secret.split("_secret_");
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe("requires_action");
    await expect(stripe.invoices.pay(invoice.id)).rejects.toMatchObject({
      statusCode: 402,
      code: "invoice_payment_intent_requires_action",
    });
    expect(await (await bank(id, secret, "success")).json()).toEqual({ status: "succeeded" });
    const applied = await stripe.subscriptions.retrieve(subscription.id);
    expect([itemOf(applied).quantity, applied.pending_update, itemOf(applied).id]).toEqual([5, null, item.id]);
    expect((await stripe.invoices.retrieve(invoice.id)).status).toBe("paid");
  });

  test("a declined pending update is dropped with its invoice, at once when voided or after 23 hours", async () => {
    for (const ending of ["void", "expire"]) {
      const { customer, subscription } = await subscribed();
      await attachAndUse(stripe, customer, "pm_card_chargeCustomerFail");
      const updated = await stripe.subscriptions.update(subscription.id, {
        items: [{ id: itemOf(subscription).id, quantity: 5 }],
        proration_behavior: "always_invoice",
        payment_behavior: "pending_if_incomplete",
      });
      expect(updated.pending_update).not.toBeNull();
      const invoice = idOf(updated.latest_invoice);
      if (ending === "void") await stripe.invoices.voidInvoice(invoice);
      else await server.advance(23 * 3600 + 1);
      const after = await stripe.subscriptions.retrieve(subscription.id);
      expect([after.status, itemOf(after).quantity, after.pending_update]).toEqual(["active", 2, null]);
      expect((await stripe.invoices.retrieve(invoice)).status).toBe("void");
      expect((await stripe.invoiceItems.list({ customer, pending: true })).data).toEqual([]);
    }
  });

  test("error_if_incomplete changes nothing when the card is declined", async () => {
    const { customer, subscription } = await subscribed();
    await attachAndUse(stripe, customer, "pm_card_chargeCustomerFail");
    await expect(
      stripe.subscriptions.update(subscription.id, {
        items: [{ id: itemOf(subscription).id, quantity: 5 }],
        proration_behavior: "always_invoice",
        payment_behavior: "error_if_incomplete",
      }),
    ).rejects.toMatchObject({ statusCode: 402, decline_code: "generic_decline" });
    const after = await stripe.subscriptions.retrieve(subscription.id);
    expect([itemOf(after).quantity, after.latest_invoice]).toEqual([2, subscription.latest_invoice]);
    expect((await stripe.invoiceItems.list({ customer })).data).toEqual([]);
  });

  test("default_incomplete waits for the holder's own confirmation", async () => {
    const { customer } = await buyer(stripe);
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ plan: "MONTHLY" }],
      payment_behavior: "default_incomplete",
      expand: ["latest_invoice.confirmation_secret"],
    });
    expect(subscription.status).toBe("incomplete");
    const secret = (subscription.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? "";
    const [id = ""] = secret.split("_secret_");
    const body = new URLSearchParams({ key: "pk_test_sandbox", client_secret: secret });
    const answer = await fetch(`${server.url}/sandbox/stripe/v1/payment_intents/${id}/confirm`, {
      method: "POST",
      body,
    });
    expect(((await answer.json()) as { status: string }).status).toBe("succeeded");
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  });
});
