import { expect, test } from "vitest";
import { MONTHLY, testWorld, YEARLY } from "../testing/purchase-world.ts";
import {
  checkoutCalls,
  invoicePathOf,
  makeCustomer,
  makePerson,
  makeSubscriber,
  pathOf,
  saveCard,
  subscriptionCalls,
} from "../testing/subscribers.ts";

const world = testWorld();

const { post, read, stage, turnRenewal } = subscriptionCalls(world);

test("PUR-01 each account gets one customer, also with concurrent requests, and the next call may use it", async () => {
  const person = await makePerson(world, "gina");
  const { origin } = await world.another();
  const body = { email: "Gina@example.com", omni_id: person, omni_username: person };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      world.call(person, "POST", "customer", body, {}, index % 2 ? origin : undefined),
    ),
  );
  const ids = new Set(answers.map((answer) => answer.body.customer_id));
  expect(ids.size).toBe(1);
  const [id] = ids;
  const { data } = await world.provider("GET", "customers", { email: "gina@example.com" });
  expect(data.map((customer: { id: string }) => customer.id)).toEqual([id]);
  expect(data[0].metadata).toEqual({ omni_id: person, omni_username: person });
  expect((await world.call(person, "GET", `customer/${id}`)).body).toEqual({
    customer: { id, email: "gina@example.com", default_payment_method: null, balance: 0 },
    subscriptions: [],
  });
});

test("PUR-01 a customer that an earlier try created at the provider is found by its metadata", async () => {
  const person = await makePerson(world, "lost");
  const metadata = { omni_id: person, omni_username: person };
  const left = await world.provider("POST", "customers", { email: "lost@example.com", metadata });
  expect(await makeCustomer(world, person)).toBe(left.id);
});

test("PUR-01 ROLE-02 no person can create a customer for another person", async () => {
  const person = await makePerson(world, "eve");
  await makePerson(world, "victim");
  const own = { email: "eve@example.com", omni_id: "eve", omni_username: "eve" };
  for (const [field, value, status] of [
    ["omni_id", "victim", 404],
    ["omni_username", "victim", 404],
    ["email", "victim@example.com", 422],
  ] as const) {
    expect((await world.call(person, "POST", "customer", { ...own, [field]: value })).status).toBe(status);
  }
  expect((await world.call(null, "POST", "customer", own)).body.code).toBe(1_002);
});

test("PUR-02 PAY-06 anyone can read the publishable key", async () => {
  expect((await world.call(null, "GET", "get_conf")).body).toEqual({ publishable_key: "pk_test_sandbox" });
});

test("PUR-03 the plans on sale", async () => {
  const person = await makePerson(world);
  const { body } = await world.call(person, "GET", "plans");
  expect(body.plans).toEqual([
    { id: YEARLY, amount: 10_000, currency: "usd", interval: "year", product: "OUTLINE", nickname: "Outlinear 5" },
    { id: MONTHLY, amount: 1_000, currency: "usd", interval: "month", product: "OUTLINE", nickname: "Outlinear 5" },
  ]);
});

test("PUR-04 PUR-05 PUR-07 a customer, its subscriptions, and one of them", async () => {
  const who = await makeSubscriber(world, { plan: YEARLY, quantity: 7, taxPercent: 8.5 });
  const expected = {
    id: who.subscription,
    status: "active",
    cancel_at_period_end: false,
    default_tax_rates: [{ percentage: 8.5, inclusive: false, display_name: "VAT" }],
    items: {
      data: [
        {
          id: who.item,
          quantity: 7,
          plan: { id: YEARLY, amount: 10_000, interval: "year", currency: "usd" },
          tax_rates: [],
        },
      ],
    },
    next: null,
    registration_id: who.license,
  };
  const one = await read(who);
  expect(one).toMatchObject(expected);
  expect(new Date(one.current_period_end * 1_000).toISOString()).toBe("2027-11-01T00:00:00.000Z");
  const list = await world.call(who.person, "GET", `customer/${who.customer}/subscriptions`);
  expect(list.body.subscriptions).toEqual([one]);
  const whole = await world.call(who.person, "GET", `customer/${who.customer}`);
  expect(whole.body).toMatchObject({
    customer: { id: who.customer, default_payment_method: who.card },
    subscriptions: [expected],
  });
});

test("ROLE-02 another person's customer, subscription, invoice, cursor and card answer as if they did not exist (FAULT-47)", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  const other = await makeSubscriber(world, { quantity: 2 });
  const change = { plan: MONTHLY, quantity: 4, proration_behavior: "create_prorations" };
  const { body } = await world.call(other.person, "GET", `customer/${other.customer}/invoices`);
  const invoice = body.invoices[0].id;
  const foreign = { ...other, customer: who.customer };
  const calls = [
    ["GET", `customer/${other.customer}`],
    ["GET", pathOf(other)],
    ["GET", pathOf(foreign)],
    ["GET", `customer/${other.customer}/payment_methods`],
    ["GET", `customer/${other.customer}/invoices`],
    ["GET", `customer/${who.customer}/invoices?starting_after=${invoice}`],
    ["GET", `customer/${who.customer}/invoices?starting_after=in_nothing`],
    ["POST", pathOf(other), change],
    ["POST", pathOf(foreign), change],
    ["POST", pathOf(foreign), { cancel_at_period_end: true }],
    ["POST", `${invoicePathOf(foreign)}/preview`, { plan: MONTHLY, quantity: 4 }],
    ["POST", `${invoicePathOf(foreign)}/create`, {}],
    ["POST", `invoice/${invoice}/finalize`],
    ["POST", `customer/${who.customer}/payment/${invoice}/pay`],
    ["GET", `customer/${who.customer}/payment/${invoice}`],
    ["POST", `customer/${other.customer}/setup_intent`, { usage: "off_session" }],
    ["POST", `customer/${who.customer}/payment_method/${other.card}/default`],
    ["POST", `customer/${who.customer}/payment_method/${other.card}/detach`],
    ["POST", `customer/${who.customer}/payment_method/pm_nothing/detach`],
    ["GET", `customer/${who.customer}/subscription/sub_nothing`],
    ["GET", `customer/cus_nothing`],
  ] as const;
  for (const [method, path, given] of calls) {
    const answer = await world.call(who.person, method, path, given);
    expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 404, 2_004]);
  }
});

test("PUR-08 RENEW-01 RENEW-02 auto-renewal is turned off and on, once even if it is requested several times", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => turnRenewal(who, "off")));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(answers[0]?.body.subscription).toMatchObject({ status: "active", cancel_at_period_end: true });
  expect(world.accounts.news.at(-1)?.subscription).toMatchObject({ id: who.subscription, cancel_at_period_end: true });
  expect((await stage(who, { plan: MONTHLY, quantity: 4 })).body.code).toBe(20_005);
  expect((await turnRenewal(who, "on")).body.subscription.cancel_at_period_end).toBe(false);
  await turnRenewal(who, "off");
  await world.advance(31 * 86_400);
  expect((await read(who)).status).toBe("canceled");
  expect(await turnRenewal(who, "on")).toMatchObject({ status: 409, body: { code: 20_005 } });
});

test("R-63 quantities other than whole numbers from 1 to 2200 are refused, in any form", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  const change = (quantity: unknown) => stage(who, { plan: MONTHLY, quantity });
  for (const quantity of [-1, 0, 2_201, 2]) expect((await change(quantity)).body.code).toBe(20_005);
  for (const quantity of [1.5, "5abc", "5&quantity=4", null, 2 ** 53]) {
    expect([quantity, (await change(quantity)).status]).toEqual([quantity, 422]);
  }
  const form = await fetch(`${world.origin}/api/v2/${pathOf(who)}`, {
    method: "POST",
    headers: { authorization: `Bearer ${who.person}`, "content-type": "application/x-www-form-urlencoded" },
    body: `plan=${MONTHLY}&quantity=1e3&proration_behavior=create_prorations`,
  });
  expect(form.status).toBe(422);
  const plans = await stage(who, { plan: "NO-SUCH-PLAN", quantity: 4 });
  expect(plans).toMatchObject({ status: 422, body: { code: 4_000, errors: [{ field: "plan" }] } });
});

test("CYCLE-02 contradictions are refused, and the message names the rule", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  const change = async (plan: string, quantity: number, behavior: string): Promise<string> => {
    const answer = await post(who, pathOf(who), { plan, quantity, proration_behavior: behavior });
    expect(answer).toMatchObject({ status: 409, body: { code: 20_005 } });
    return answer.body.message;
  };
  expect(await change(MONTHLY, 4, "none")).toMatch(/charged when they are added/);
  expect(await change(YEARLY, 3, "none")).toMatch(/charged when it begins/);
  expect(await change(MONTHLY, 2, "create_prorations")).toMatch(/Fewer seats/);
  expect(await change(MONTHLY, 3, "none")).toMatch(/already/);
});

test("HOME-01 R-38 the account page's answer holds for each reading what its own call answers, and only to that customer", async () => {
  const { person, customer } = await makeSubscriber(world);
  const page = await world.call(person, "GET", `customer/${customer}/account_page`);
  expect(page.status).toBe(200);
  const own = `customer/${customer}`;
  const alone: Record<string, string> = {
    readCustomer: own,
    listPaymentMethods: `${own}/payment_methods`,
    listInvoices: `${own}/invoices?limit=6`,
    listPlans: "plans",
    readPaymentConf: "get_conf",
    readBillingDetails: `${own}/billing_details`,
  };
  expect(Object.keys(page.body)).toEqual(Object.keys(alone));
  for (const [name, path] of Object.entries(alone)) {
    const { status, body } = await world.call(person, "GET", path);
    expect(page.body[name], name).toEqual({ status, body });
  }
  const other = await makePerson(world, "page-other");
  expect((await world.call(other, "GET", `${own}/account_page`)).status).toBe(404);
});

test("PUR-01 BUY-05 a customer deleted at the provider is replaced; its papers stay readable, and it can buy (FAULT-04)", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  const { person, customer: old } = who;
  const paper = async (id: string, query = "") =>
    (await world.call(person, "GET", `customer/${id}/documents${query}`)).body.documents.map(
      ({ id: paperId, kind }: { id: string; kind: string }) => `${kind} ${paperId}`,
    );
  const before = await paper(old);
  expect(before).toHaveLength(2);
  await world.provider("DELETE", `customers/${old}`);
  await world.settle();
  expect((await world.call(person, "GET", `customer/${old}`)).body.code).toBe(2_004);

  const { origin } = await world.another();
  const body = { email: `${person}@example.com`, omni_id: person, omni_username: person };
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      world.call(person, "POST", "customer", body, {}, index % 2 ? origin : undefined),
    ),
  );
  const [now] = answers.map((answer) => answer.body.customer_id);
  expect(answers.map((answer) => [answer.status, answer.body.customer_id])).toEqual(answers.map(() => [200, now]));
  expect(now).not.toBe(old);
  expect((await world.provider("GET", "customers", { email: body.email })).data).toMatchObject([{ id: now }]);
  // Clients use the first one.
  expect(world.accounts.people.get(person)?.customerIds).toEqual([now, old]);
  expect((await world.call(person, "GET", `customer/${now}`)).status).toBe(200);
  expect((await world.call(person, "POST", `customer/${now}/setup_intent`, { usage: "off_session" })).status).toBe(200);

  await saveCard(world, now, "pm_card_visa");
  const { opened, payCheckout } = checkoutCalls(world);
  const checkout = await opened(person);
  expect(checkout.customer).toBe(now);
  expect((await payCheckout(person, checkout.id)).body.checkout.state).toBe("paid");
  const all = await paper(now);
  expect(all).toHaveLength(4);
  expect(all.slice(2)).toEqual(before);
  const first = await world.call(person, "GET", `customer/${now}/documents?limit=2`);
  expect(await paper(now, `?limit=2&cursor=${first.body.cursor}`)).toEqual(before);
  expect(await paper(old)).toEqual(before);
});

test("ERASE-05 the data of an account whose customer was deleted at the provider is still collected (FAULT-04)", async () => {
  const { person, customer } = await makeSubscriber(world, { quantity: 2 });
  await world.provider("DELETE", `customers/${customer}`);
  world.accounts.exports.set(person, { customerIds: [customer], payments: null });
  await world.sweep();
  expect(JSON.parse(world.accounts.exports.get(person)?.payments ?? "[]")).toMatchObject([{ customer, email: null }]);
});
