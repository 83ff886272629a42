import { eventually, type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** Tests the purchase service as an external client: over HTTP, with the payment sandbox. */
let foyer: RunningSystem;

const account = (username: string, more: object = {}) => ({
  type: "account",
  username,
  email: `${username}@example.com`,
  password: `river-stone-${username}`,
  ...more,
});
const YEARLY = "OUTLINE-5-SUB-ANNUAL-WEB";
const MONTHLY = "OUTLINE-5-SUB-MONTHLY-WEB";

/** A license with that many seats and a subscription; its owner and payer is used by this test only. */
const team = (name: string, subscription: object = {}, more: object = {}) => [
  account(name),
  {
    type: "license",
    id: `lic-${name}`,
    owners: [name],
    product_id: MONTHLY,
    description: "Outlinear 5",
    total_seats: 5,
    ...more,
  },
  { type: "subscription", license: `lic-${name}`, current_period_end: "+15d", ...subscription },
];

const lines = [
  ...team("raise", { tax_percent: 20 }),
  ...team("lower"),
  ...team("yearly", { current_period_end: "+200d" }, { product_id: YEARLY }),
  ...team("soon", { current_period_end: "+20d" }, { product_id: YEARLY }),
  ...team("tomonths"),
  ...team("declined", { card: "4000000000000341" }),
  ...team("asks", { card: "4000002760003184" }),
  ...team("resume", { cancel_at_period_end: true }),
  ...team("ended", { status: "canceled", card: null, current_period_end: "-1d" }),
  account("newcomer"),
  account("clerk", { is_staff: true }),
];

interface Holder {
  readonly token: string;
  readonly customer: string;
  readonly subscription: string;
  readonly path: string;
  readonly invoicePath: string;
}

beforeAll(async () => {
  foyer = await startFoyer({ lines });
});
afterAll(() => foyer.close());

async function holderOf(name: string): Promise<Holder> {
  const token = await foyer.signIn(name, `river-stone-${name}`);
  const { body } = await foyer.call("POST", "/api/1.1/user/", { token });
  const customer = String(body.userinfo.customer_id[0]);
  const listed = await foyer.call("GET", `/api/v2/customer/${customer}/subscriptions`, { token });
  const subscription = String(listed.body.subscriptions[0].id);
  return {
    token,
    customer,
    subscription,
    path: `/api/v2/customer/${customer}/subscription/${subscription}`,
    invoicePath: `/api/v2/customer/${customer}/invoice/${subscription}`,
  };
}

const post = (holder: Holder, address: string, json: unknown = {}, headers: Record<string, string> = {}) =>
  foyer.call("POST", address, { token: holder.token, json, headers });
const refusalOf = (answer: { status: number; body: { code?: unknown } }) => [answer.status, answer.body.code];
const subscriptionOf = async (holder: Holder) =>
  (await foyer.call("GET", holder.path, { token: holder.token })).body.subscription;
const seatsOf = async (holder: Holder, id: string) => {
  const { body } = await foyer.call("POST", "/api/1.1/managed_team_licenses/", { token: holder.token });
  return body.managed_team_licenses.find((one: { id: string }) => one.id === id);
};
const invoicesOf = async (holder: Holder) =>
  (await foyer.call("GET", `/api/v2/customer/${holder.customer}/invoices`, { token: holder.token })).body.invoices;

async function preview(holder: Holder, plan: string, quantity: number) {
  const { items, default_tax_rates } = await subscriptionOf(holder);
  return post(holder, `${holder.invoicePath}/preview`, {
    plan,
    quantity,
    default_tax_rates,
    subscription_item_id: items.data[0].id,
  });
}

describe("reading", () => {
  test("PUR-02 PUR-03 configuration is open, plans carry cents and interval", async () => {
    expect((await foyer.call("GET", "/api/v2/get_conf")).body).toEqual({ publishable_key: "pk_test_sandbox" });
    const { token } = await holderOf("raise");
    const { body } = await foyer.call("GET", "/api/v2/plans", { token });
    const plan = body.plans.find((one: { id: string }) => one.id === YEARLY);
    expect(plan).toMatchObject({
      currency: "usd",
      interval: "year",
      amount: expect.any(Number),
      product: expect.any(String),
      nickname: expect.any(String),
    });
    expect(refusalOf(await foyer.call("GET", "/api/v2/plans"))).toEqual([401, 1002]);
  });

  test("PUR-04 PUR-05 PUR-06 PUR-07 customer, subscriptions and cards are the caller's own", async () => {
    const holder = await holderOf("raise");
    const { body } = await foyer.call("GET", `/api/v2/customer/${holder.customer}`, { token: holder.token });
    expect(body.customer).toMatchObject({
      id: holder.customer,
      email: "raise@example.com",
      default_payment_method: expect.any(String),
    });
    expect(body.subscriptions[0]).toMatchObject({
      id: holder.subscription,
      status: "active",
      cancel_at_period_end: false,
      next: null,
      current_period_end: expect.any(Number),
      items: { data: [{ quantity: 5, plan: { id: MONTHLY, interval: "month", currency: "usd" } }] },
    });
    const cards = await foyer.call("GET", `/api/v2/customer/${holder.customer}/payment_methods`, {
      token: holder.token,
    });
    expect(cards.body.payment_methods).toEqual([
      {
        id: expect.any(String),
        card: { brand: "visa", last4: "4242", exp_month: expect.any(Number), exp_year: expect.any(Number) },
        is_default: true,
      },
    ]);
    const other = await holderOf("lower");
    for (const address of [
      other.path,
      `/api/v2/customer/${other.customer}`,
      `/api/v2/customer/${holder.customer}/subscription/${other.subscription}`,
    ]) {
      expect(refusalOf(await foyer.call("GET", address, { token: holder.token }))).toEqual([404, 2004]);
    }
  });

  test("PUR-01 concurrent requests create a customer once", async () => {
    const token = await foyer.signIn("newcomer", "river-stone-newcomer");
    const { body } = await foyer.call("POST", "/api/1.1/user/", { token });
    const json = { email: "newcomer@example.com", omni_id: body.userinfo.id, omni_username: "newcomer" };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => foyer.call("POST", "/api/v2/customer", { token, json })),
    );
    expect(answers.map((answer) => [answer.status, answer.body.customer_id])).toEqual(
      answers.map(() => [200, answers[0]?.body.customer_id]),
    );
    const foreign = await foyer.call("POST", "/api/v2/customer", {
      token,
      json: { ...json, omni_id: "somebody-else" },
    });
    expect([403, 404, 422]).toContain(foreign.status);
    const after = await foyer.call("POST", "/api/1.1/user/", { token });
    expect(after.body.userinfo.customer_id).toEqual([answers[0]?.body.customer_id]);
    expect((await foyer.call("GET", `/api/v2/customer/${answers[0]?.body.customer_id}`, { token })).status).toBe(200);
  });
});

describe("more seats", () => {
  test("PUR-10 PUR-11 PUR-12 QTY-08 the charge equals the amount shown, and the seats increase when it is paid", async () => {
    const holder = await holderOf("raise");
    const shown = await preview(holder, MONTHLY, 8);
    const {
      lines: { data },
      subtotal,
      tax,
      total,
      quote,
    } = shown.body;
    expect(data.slice(0, 2).map((line: { proration: boolean }) => line.proration)).toEqual([true, true]);
    expect(data.reduce((sum: number, line: { amount: number }) => sum + line.amount, 0)).toBe(subtotal);
    expect(subtotal + tax).toBe(total);
    expect(tax).toBeGreaterThan(0);
    const { default_tax_rates } = await subscriptionOf(holder);
    const staged = await post(holder, holder.path, {
      plan: MONTHLY,
      quantity: 8,
      proration_behavior: "create_prorations",
      default_tax_rates,
      quote: quote.id,
    });
    expect(staged.status).toBe(200);
    expect((await subscriptionOf(holder)).items.data[0].quantity).toBe(5);
    const created = await post(
      holder,
      `${holder.invoicePath}/create`,
      { auto_advance: true },
      { "idempotency-key": "raise-1" },
    );
    expect(created.status).toBe(200);
    expect(created.body.invoice).toMatchObject({ status: "paid", total });
    const finalized = await post(holder, `/api/v2/invoice/${created.body.invoice.id}/finalize`);
    expect(finalized.body.invoice).toMatchObject({ id: created.body.invoice.id, status: "paid", total });
    expect((await subscriptionOf(holder)).items.data[0].quantity).toBe(8);
    await eventually(async () => (await seatsOf(holder, "lic-raise")).total_seats === 8, "eight seats");
    expect((await invoicesOf(holder))[0]).toMatchObject({
      total,
      status: "paid",
      number: expect.any(String),
      invoice_pdf: expect.any(String),
    });
  });

  test("QTY-11 a declined card changes nothing and returns the reason", async () => {
    const holder = await holderOf("declined");
    const before = await subscriptionOf(holder);
    const shown = await preview(holder, MONTHLY, 7);
    await post(holder, holder.path, {
      plan: MONTHLY,
      quantity: 7,
      proration_behavior: "create_prorations",
      default_tax_rates: [],
      quote: shown.body.quote.id,
    });
    const created = await post(holder, `${holder.invoicePath}/create`, { auto_advance: true });
    expect(refusalOf(created)).toEqual([402, 20002]);
    expect(created.body.errors[0].decline_code).toBe("generic_decline");
    expect(await subscriptionOf(holder)).toEqual(before);
    expect((await seatsOf(holder, "lic-declined")).total_seats).toBe(5);
    expect((await preview(holder, MONTHLY, 7)).body.total).toBeGreaterThan(0);
  });

  test("QTY-11 PAY-05 a card that asks for authentication waits, and completes or is dropped", async () => {
    const holder = await holderOf("asks");
    const attempt = async () => {
      const shown = await preview(holder, MONTHLY, 6);
      await post(holder, holder.path, {
        plan: MONTHLY,
        quantity: 6,
        proration_behavior: "create_prorations",
        default_tax_rates: [],
        quote: shown.body.quote.id,
      });
      const created = await post(holder, `${holder.invoicePath}/create`, { auto_advance: true });
      return { total: shown.body.total, created };
    };
    const answerBank = (secret: string, outcome: string) =>
      foyer.call("POST", `/sandbox/3ds/${secret.split("_secret_")[0]}`, { json: { client_secret: secret, outcome } });
    const { created } = await attempt();
    expect(created.status).toBe(200);
    expect((await subscriptionOf(holder)).items.data[0].quantity).toBe(5);
    await answerBank(String(created.body.requires_action.client_secret), "failure");
    await eventually(async () => (await preview(holder, MONTHLY, 6)).status === 200, "the failed change to be dropped");
    expect((await subscriptionOf(holder)).items.data[0].quantity).toBe(5);
    const again = await attempt();
    await answerBank(String(again.created.body.requires_action.client_secret), "success");
    await eventually(
      async () => (await subscriptionOf(holder)).items.data[0].quantity === 6,
      "six seats after the bank",
    );
    await eventually(async () => (await seatsOf(holder, "lic-asks")).total_seats === 6, "six seats in the license");
    expect((await invoicesOf(holder))[0]).toMatchObject({ status: "paid", total: again.total });
  });

  test("PUR-09 R-63 quantities outside 1 to 2200, equal ones and contradictions are refused", async () => {
    const holder = await holderOf("resume");
    const change = (quantity: unknown, proration_behavior: string, plan = MONTHLY) =>
      post(holder, holder.path, { plan, quantity, proration_behavior, default_tax_rates: [] });
    for (const quantity of [0, 2201, 5]) expect(refusalOf(await change(quantity, "none"))).toEqual([409, 20005]);
    for (const quantity of ["5", 1.5, null]) expect(refusalOf(await change(quantity, "none"))).toEqual([422, 4000]);
    expect(refusalOf(await change(9, "none"))).toEqual([409, 20005]);
    expect(refusalOf(await change(3, "create_prorations"))).toEqual([409, 20005]);
    expect(refusalOf(await change(5, "none", YEARLY))).toEqual([409, 20005]);
    expect(refusalOf(await preview(holder, MONTHLY, 2201))).toEqual([409, 20005]);
  });

  test("R-64 an expired quote charges nothing", async () => {
    const holder = await holderOf("lower");
    const shown = await preview(holder, MONTHLY, 9);
    const until =
      shown.body.quote.expires_at - Math.floor(Date.parse((await foyer.call("GET", "/sandbox/clock")).body.now) / 1000);
    await foyer.advance(until + 5);
    const fresh = await holderOf("lower");
    const staged = await post(fresh, holder.path, {
      plan: MONTHLY,
      quantity: 9,
      proration_behavior: "create_prorations",
      default_tax_rates: [],
      quote: shown.body.quote.id,
    });
    expect(refusalOf(staged)).toEqual([409, 20006]);
    expect((await subscriptionOf(fresh)).items.data[0].quantity).toBe(5);
  });
});

describe("later changes", () => {
  test("QTY-09 fewer seats are recorded, block other changes, and can be withdrawn", async () => {
    const holder = await holderOf("lower");
    const record = (quantity: number) =>
      post(holder, holder.path, { plan: MONTHLY, quantity, proration_behavior: "none", default_tax_rates: [] });
    const invoicesBefore = (await invoicesOf(holder)).length;
    const recorded = await record(2);
    expect(recorded.body.subscription).toMatchObject({
      next: { quantity: 2, plan: expect.anything(), at: expect.any(Number) },
      items: { data: [{ quantity: 5 }] },
    });
    await eventually(async () => (await seatsOf(holder, "lic-lower")).renewing_quantity === 2, "the renewing quantity");
    expect((await seatsOf(holder, "lic-lower")).total_seats).toBe(5);
    expect(refusalOf(await preview(holder, MONTHLY, 8))).toEqual([409, 20005]);
    const back = await record(5);
    expect(back.body.subscription).toMatchObject({ next: null, items: { data: [{ quantity: 5 }] } });
    await eventually(
      async () => (await seatsOf(holder, "lic-lower")).renewing_quantity === 5,
      "the quantity taken back",
    );
    expect((await invoicesOf(holder)).length).toBe(invoicesBefore);
  });

  test("PUR-08 RENEW-01 RENEW-02 auto-renewal is turned off and on", async () => {
    const holder = await holderOf("lower");
    const set = (cancel_at_period_end: boolean) => post(holder, holder.path, { cancel_at_period_end });
    expect((await set(true)).body.subscription.cancel_at_period_end).toBe(true);
    await eventually(
      async () => (await seatsOf(holder, "lic-lower")).cancel_at_period_end === true,
      "the license to know",
    );
    expect(refusalOf(await preview(holder, MONTHLY, 8))).toEqual([409, 20005]);
    expect((await set(false)).body.subscription.cancel_at_period_end).toBe(false);
  });

  test("CYCLE-01 yearly to monthly is refused before the last 30 days and recorded within them", async () => {
    const early = await holderOf("yearly");
    const toMonthly = (holder: Holder) =>
      post(holder, holder.path, { plan: MONTHLY, quantity: 5, proration_behavior: "none", default_tax_rates: [] });
    expect(refusalOf(await toMonthly(early))).toEqual([409, 20005]);
    const soon = await holderOf("soon");
    const recorded = await toMonthly(soon);
    expect(recorded.body.subscription).toMatchObject({
      next: { plan: expect.anything(), quantity: 5 },
      items: { data: [{ plan: { id: YEARLY } }] },
    });
  });

  test("CYCLE-03 CYCLE-04 monthly to yearly credits the rest of the month and charges the year now", async () => {
    const holder = await holderOf("tomonths");
    const shown = await preview(holder, YEARLY, 5);
    expect(shown.body.lines.data[0]).toMatchObject({ proration: true });
    expect(shown.body.lines.data[0].amount).toBeLessThan(0);
    await post(holder, holder.path, {
      plan: YEARLY,
      quantity: 5,
      proration_behavior: "create_prorations",
      default_tax_rates: [],
      quote: shown.body.quote.id,
    });
    const created = await post(holder, `${holder.invoicePath}/create`, { auto_advance: true });
    expect(created.body.invoice).toMatchObject({ status: "paid", total: shown.body.total });
    expect((await subscriptionOf(holder)).items.data[0].plan).toMatchObject({ id: YEARLY, interval: "year" });
    await eventually(
      async () => (await seatsOf(holder, "lic-tomonths")).product_id === YEARLY,
      "the license to follow the plan",
    );
  });

  test("an ended subscription refuses changes with 409 20005", async () => {
    const holder = await holderOf("ended");
    expect(refusalOf(await preview(holder, MONTHLY, 8))).toEqual([409, 20005]);
    expect((await seatsOf(holder, "lic-ended")).subscription_state).toBe("inactive");
  });
});

describe("cards", () => {
  test("PUR-13 PUR-14 PUR-15 PAY-02 PAY-04 a card is added through the provider, made default, and the last one kept", async () => {
    const holder = await holderOf("resume");
    const base = `/api/v2/customer/${holder.customer}`;
    const intent = await post(holder, `${base}/setup_intent`, { usage: "off_session" });
    expect(intent.body).toMatchObject({ cs: expect.stringContaining("_secret_"), id: expect.any(String) });
    const confirmed = await foyer.call("POST", `/sandbox/stripe/v1/setup_intents/${intent.body.id}/confirm`, {
      form: {
        key: "pk_test_sandbox",
        client_secret: intent.body.cs,
        "payment_method_data[type]": "card",
        "payment_method_data[card][number]": "5555555555554444",
        "payment_method_data[card][exp_month]": "12",
        "payment_method_data[card][exp_year]": "2031",
        "payment_method_data[card][cvc]": "123",
      },
    });
    expect(confirmed.body.status).toBe("succeeded");
    const list = async () =>
      (await foyer.call("GET", `${base}/payment_methods`, { token: holder.token })).body.payment_methods;
    const added = (await list()).find((one: { card: { last4: string } }) => one.card.last4 === "4444");
    expect((await post(holder, `${base}/payment_method/${added.id}/default`)).body.payment_method.id).toBe(added.id);
    expect((await list()).find((one: { is_default: boolean }) => one.is_default).id).toBe(added.id);
    const old = (await list()).find((one: { is_default: boolean }) => !one.is_default);
    expect((await post(holder, `${base}/payment_method/${old.id}/detach`)).status).toBe(200);
    const keeper = await holderOf("raise");
    const [last] = (
      await foyer.call("GET", `/api/v2/customer/${keeper.customer}/payment_methods`, { token: keeper.token })
    ).body.payment_methods;
    expect(
      refusalOf(await post(keeper, `/api/v2/customer/${keeper.customer}/payment_method/${last.id}/detach`)),
    ).toEqual([409, 20005]);
    expect(refusalOf(await post(holder, `${base}/payment_method/${last.id}/detach`))).toEqual([404, 2004]);
  });

  test("R-56 a webhook without the provider's signature is 400", async () => {
    const forged = await foyer.call("POST", "/api/v2/webhook", {
      json: { id: "evt_1", type: "invoice.paid" },
      headers: { "stripe-signature": "t=1,v1=00" },
    });
    expect(forged.status).toBe(400);
  });
});

describe("staff", () => {
  test("ROLE-04 staff start a new subscription for an ended license, and its seats are restored", async () => {
    const holder = await holderOf("ended");
    const address = "/api/v2/admin/licenses/lic-ended/subscription/";
    const json = { plan: MONTHLY, quantity: 3, customer: holder.customer, reason: "paid again" };
    expect(refusalOf(await post(holder, address, json))).toEqual([404, 2004]);
    const token = await foyer.signIn("clerk", "river-stone-clerk");
    expect(refusalOf(await foyer.call("POST", address, { token, json: { ...json, reason: "" } }))).toEqual([422, 4000]);
    expect(refusalOf(await foyer.call("POST", address, { token, json }))).toEqual([402, 20002]);
    await foyer.call("POST", "/sandbox/stripe/v1/payment_methods/pm_card_visa/attach", {
      form: { customer: holder.customer },
      headers: { authorization: "Bearer sk_test_sandbox" },
    });
    await eventually(
      async () =>
        (await foyer.call("GET", `/api/v2/customer/${holder.customer}`, { token: holder.token })).body.customer
          .default_payment_method,
      "the first card to become the default one",
    );
    const started = await foyer.call("POST", address, { token, json });
    expect(started).toMatchObject({ status: 200, body: { subscription: { status: "active" } } });
    expect(await seatsOf(holder, "lic-ended")).toMatchObject({
      subscription_state: "active",
      subscription_id: started.body.subscription.id,
      total_seats: 3,
    });
    const { body } = await foyer.call("GET", "/api/v2/admin/acts/", { token });
    expect(body.acts[0]).toEqual({
      id: expect.any(String),
      at: expect.stringMatching(/Z$/),
      staff: "clerk",
      act: "license.subscription",
      target: "license:lic-ended",
      reason: "paid again",
      before: expect.objectContaining({ status: "canceled" }),
      after: expect.objectContaining({ quantity: 3, status: "active" }),
    });
    const found = await foyer.call("GET", `/api/v2/admin/search/?q=${started.body.subscription.id}`, { token });
    expect(found.body.results[0]).toMatchObject({ kind: "subscription", license: "lic-ended", account: "ended" });
  });
});

describe("renewal", () => {
  test("a renewal charges, applies recorded changes, and ends a canceled subscription", async () => {
    const lowered = await holderOf("lower");
    await post(lowered, lowered.path, {
      plan: MONTHLY,
      quantity: 3,
      proration_behavior: "none",
      default_tax_rates: [],
    });
    await foyer.advance(21 * 86_400);
    const after = await holderOf("lower");
    await eventually(
      async () => (await seatsOf(after, "lic-lower")).total_seats === 3,
      "three seats after the renewal",
    );
    expect((await subscriptionOf(after)).items.data[0].quantity).toBe(3);
    const ended = await holderOf("resume");
    await eventually(
      async () => (await seatsOf(ended, "lic-resume")).subscription_state === "inactive",
      "the canceled license to end",
    );
    const soon = await holderOf("soon");
    await eventually(
      async () => (await seatsOf(soon, "lic-soon")).product_id === MONTHLY,
      "the monthly plan after the year",
    );
    const late = await holderOf("declined");
    expect((await seatsOf(late, "lic-declined")).subscription_state).toBe("active");
    expect((await subscriptionOf(late)).status).toBe("past_due");
  });
});
