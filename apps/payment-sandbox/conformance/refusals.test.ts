import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SandboxServer } from "../src/testing/sandbox-server.ts";
import { buyer, itemOf, openShop } from "./shop.ts";

let server: SandboxServer;
let stripe: Stripe;

beforeAll(async () => {
  ({ server, stripe } = await openShop("2026-11-01T00:00:00Z"));
});
afterAll(() => server.close());

async function raw(method: string, path: string, body = "", headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/sandbox/stripe/v1/${path}`, {
    method,
    headers: {
      authorization: "Bearer sk_test_sandbox",
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    ...(body ? { body } : {}),
  });
  const parsed = (await response.json()) as {
    error?: { code?: string; type?: string; param?: string; message?: string };
    id?: string;
  };
  return { status: response.status, headers: response.headers, error: parsed.error, id: parsed.id };
}

describe("refusals are the provider's, always JSON with an error", () => {
  test.each([
    ["GET", "customers/cus_x", "", 404, "resource_missing"],
    ["GET", "nonsense", "", 404, undefined],
    ["POST", "customers", "color=red", 400, "parameter_unknown"],
    ["POST", "customers", "invoice_settings[color]=red", 400, "parameter_unknown"],
    ["POST", "customers", "balance=much", 400, "parameter_invalid_integer"],
    ["POST", "customers", "coupon=TEN", 400, "sandbox_not_supported"],
    ["POST", "coupons", "percent_off=10&currency_options[eur][amount_off]=1", 400, "sandbox_not_supported"],
    ["POST", "subscription_schedules", "customer=cus_x", 400, "sandbox_not_supported"],
    ["POST", "tax_rates", "percentage=20&inclusive=false", 400, "parameter_missing"],
    [
      "POST",
      "tax_rates",
      "percentage=20&inclusive=false&display_name=VAT&jurisdiction=DE",
      400,
      "sandbox_not_supported",
    ],
    ["POST", "setup_intents", "payment_method_types[0]=card", 400, "parameter_unknown"],
    ["GET", "customers?limit=101", "", 400, "parameter_invalid_integer"],
    ["POST", "subscriptions", "customer=cus_x&items[0][plan]=MONTHLY", 404, "resource_missing"],
  ])("%s %s %s: %i %s", async (method, path, body, status, code) => {
    const answer = await raw(method, path, body);
    expect([answer.status, answer.error?.code]).toEqual([status, code]);
    expect(answer.error?.message).toBeTruthy();
    expect(answer.headers.get("request-id")).toMatch(/^req_/);
  });

  test("keys: none, unknown, public where a secret one is needed, another version", async () => {
    expect((await raw("GET", "customers", "", { authorization: "" })).status).toBe(401);
    expect((await raw("GET", "customers", "", { authorization: "Bearer sk_live_x" })).status).toBe(401);
    const open = await raw("GET", "customers", "", { authorization: "Bearer pk_test_sandbox" });
    expect([open.status, open.error?.code]).toEqual([401, "secret_key_required"]);
    expect((await raw("GET", "customers", "", { "stripe-version": "2020-08-27" })).status).toBe(400);
  });

  test("prototype names are no parameters", async () => {
    expect((await raw("POST", "customers", "metadata[__proto__][a]=1")).status).toBe(400);
    expect({}).not.toHaveProperty("a");
  });
});

describe("subscriptions refuse what is not modeled rather than guess", () => {
  async function subscribed(mode: "classic" | "flexible" = "flexible") {
    const { customer } = await buyer(stripe);
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ plan: "MONTHLY", quantity: 2 }],
      billing_mode: { type: mode },
    });
    return { customer, subscription, item: itemOf(subscription).id };
  }

  test("a flexible interval change without an anchor, a second item, an old-style anchor", async () => {
    const { subscription, item } = await subscribed();
    const path = `subscriptions/${subscription.id}`;
    expect((await raw("POST", path, `items[0][id]=${item}&items[0][plan]=YEARLY`)).error?.code).toBe(
      "sandbox_not_supported",
    );
    expect((await raw("POST", path, "items[0][plan]=YEARLY")).error?.code).toBe("sandbox_not_supported");
    expect((await raw("POST", path, "billing_cycle_anchor=now")).error?.param).toBe("billing_cycle_anchor");
  });

  test("a classic interval change resets the anchor by itself", async () => {
    const { subscription, item } = await subscribed("classic");
    const updated = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item, plan: "YEARLY", quantity: 2 }],
    });
    expect(itemOf(updated).plan.interval).toBe("year");
    const invoice = await stripe.invoices.retrieve(
      typeof updated.latest_invoice === "string" ? updated.latest_invoice : "",
    );
    expect(invoice.total).toBe(18000);
  });

  test("proration dates outside the period or with none; default_tax_rates beside a pending update", async () => {
    const { subscription, item } = await subscribed();
    const path = `subscriptions/${subscription.id}`;
    const change = `items[0][id]=${item}&items[0][quantity]=4`;
    expect((await raw("POST", path, `${change}&proration_date=1000000000`)).error?.param).toBe("proration_date");
    expect(
      (await raw("POST", path, `${change}&proration_behavior=none&proration_date=${subscription.created}`)).status,
    ).toBe(400);
    const beside = await raw("POST", path, `${change}&payment_behavior=pending_if_incomplete&metadata[a]=b`);
    expect([beside.status, beside.error?.param]).toEqual([400, "metadata"]);
    expect(itemOf(await stripe.subscriptions.retrieve(subscription.id)).quantity).toBe(2);
  });

  test("an inactive price is refused only where a change names it; the subscription keeps it otherwise", async () => {
    const { customer, subscription, item } = await subscribed();
    const path = `subscriptions/${subscription.id}`;
    const previewed = `customer=${customer}&subscription=${subscription.id}`;
    await stripe.plans.update("MONTHLY", { active: false });
    try {
      const named = await raw("POST", path, `items[0][id]=${item}&items[0][plan]=MONTHLY&items[0][quantity]=3`);
      expect([named.status, named.error?.message]).toEqual([400, expect.stringContaining("inactive")]);
      const shown = `${previewed}&subscription_details[items][0][id]=${item}`;
      const plan = "subscription_details[items][0][plan]=MONTHLY";
      expect((await raw("POST", "invoices/create_preview", `${shown}&${plan}`)).error?.message).toContain("inactive");
      const quantity = "subscription_details[items][0][quantity]=3";
      expect((await raw("POST", "invoices/create_preview", `${shown}&${quantity}`)).status).toBe(200);
      const updated = await stripe.subscriptions.update(subscription.id, { items: [{ id: item, quantity: 3 }] });
      expect([itemOf(updated).plan.id, itemOf(updated).quantity]).toEqual(["MONTHLY", 3]);
    } finally {
      await stripe.plans.update("MONTHLY", { active: true });
    }
  });
});

describe("idempotency keys", () => {
  test("the same key and body act once and answer alike; another body is refused; after a day the key is forgotten", async () => {
    const headers = { "idempotency-key": "key-1" };
    const first = await raw("POST", "customers", "email=a@example.com", headers);
    const again = await raw("POST", "customers", "email=a@example.com", headers);
    expect(again.id).toBe(first.id);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const other = await raw("POST", "customers", "email=b@example.com", headers);
    expect([other.status, other.error?.type]).toEqual([400, "idempotency_error"]);
    server.setNow(new Date(server.now().getTime() + 25 * 3600 * 1000));
    expect((await raw("POST", "customers", "email=b@example.com", headers)).id).not.toBe(first.id);
  });

  test("twenty at once make one customer", async () => {
    const headers = { "idempotency-key": "key-2" };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => raw("POST", "customers", "email=once@example.com", headers)),
    );
    expect(answers.every((one) => one.status === 200 || one.error?.code === "idempotency_key_in_use")).toBe(true);
    expect(new Set(answers.flatMap((one) => one.id ?? [])).size).toBe(1);
    expect((await stripe.customers.list({ email: "once@example.com" })).data).toHaveLength(1);
  });

  test("a declined charge is remembered, so that a repeat does not try again", async () => {
    const { customer } = await buyer(stripe, "pm_card_chargeCustomerFail");
    const create = () =>
      stripe.subscriptions.create(
        { customer, items: [{ plan: "MONTHLY" }], payment_behavior: "error_if_incomplete" },
        { idempotencyKey: "key-3" },
      );
    await expect(create()).rejects.toMatchObject({ statusCode: 402 });
    await expect(create()).rejects.toMatchObject({ statusCode: 402 });
  });
});

describe("faults", () => {
  test("the work is done and the answer lost: the same key finds what was made", async () => {
    server.sandbox.setFaults([{ when: "after", kind: "error_500" }]);
    const create = () => stripe.customers.create({ email: "lost@example.com" }, { idempotencyKey: "key-4" });
    await expect(create()).rejects.toMatchObject({ statusCode: 500 });
    await create();
    expect((await stripe.customers.list({ email: "lost@example.com" })).data).toHaveLength(1);
  });

  test("a reset connection and a 429", async () => {
    server.sandbox.setFaults([
      { when: "before", kind: "reset", times: 2 },
      { when: "before", kind: "rate_limit_429" },
    ]);
    await expect(stripe.customers.create({})).rejects.toMatchObject({ type: "StripeConnectionError" });
    await expect(stripe.customers.create({})).rejects.toMatchObject({ statusCode: 429 });
  });
});

describe("lists", () => {
  test("newest first, cursors both ways, expanded entries", async () => {
    const { customer } = await buyer(stripe);
    for (const amount of [100, 200, 300, 400]) {
      await stripe.invoiceItems.create({ customer, amount, currency: "usd" });
    }
    const first = await stripe.invoiceItems.list({ customer, limit: 2, expand: ["data.customer"] });
    expect([first.data.map((one) => one.amount), first.has_more]).toEqual([[400, 300], true]);
    expect(first.data[0]?.customer).toMatchObject({ object: "customer", id: customer });
    const second = await stripe.invoiceItems.list({ customer, limit: 2, starting_after: first.data[1]?.id ?? "" });
    expect([second.data.map((one) => one.amount), second.has_more]).toEqual([[200, 100], false]);
    const back = await stripe.invoiceItems.list({ customer, limit: 1, ending_before: second.data[0]?.id ?? "" });
    expect([back.data.map((one) => one.amount), back.has_more]).toEqual([[300], true]);
  });
});
