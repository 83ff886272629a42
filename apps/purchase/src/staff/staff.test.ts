import { wantsProof } from "@foyer/contract/authority";
import { purchaseEndpoints } from "@foyer/contract/endpoints";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { type Answer, MONTHLY, type PurchaseWorld, testWorld, YEARLY } from "../testing/purchase-world.ts";
import {
  makeBuyer,
  makePerson,
  makeSubscriber,
  saveCard,
  type Subscriber,
  subscriptionCalls,
} from "../testing/subscribers.ts";

const world = testWorld({ stripe: { timeoutMs: 1_500, retries: 0 } });
const reason = "the customer asked by phone";
beforeAll(async () => {
  const rights = { reader: ["read"], helper: ["support"], biller: ["billing"], boss: ["admin"] };
  for (const [id, staffRights] of Object.entries(rights)) {
    await makePerson(world, id, staffRights);
  }
});
beforeEach(() => world.sandbox.setFaults([]));

const get = (who: string, path: string): Promise<Answer> => world.call(who, "GET", `admin/${path}`);
const post = (who: string, path: string, body: object = {}): Promise<Answer> =>
  world.call(who, "POST", `admin/${path}`, { reason, ...body });
const refusal = ({ status, body }: Answer): unknown => [status, body.code];
const hits = async (q: string): Promise<Json[]> => (await get("reader", `search/?q=${q}`)).body.results;
const actsOn = async (target: string): Promise<Json[]> => (await get("reader", `acts/?target=${target}`)).body.acts;

const { read, turnRenewal, invoicesOf, newsOf } = subscriptionCalls(world);

/** Returns an invoice of a currency, paid by card. */
async function paidOnce(of: PurchaseWorld, currency: string, amount: number): Promise<Json> {
  const { customer } = await makeBuyer(of);
  await of.provider("POST", "invoiceitems", { customer, currency, amount });
  const behavior = { pending_invoice_items_behavior: "include" };
  const invoice = await of.provider("POST", "invoices", { customer, currency, ...behavior });
  return await of.provider("POST", `invoices/${invoice.id}/pay`);
}

async function endedSubscriber(): Promise<Subscriber> {
  const who = await makeSubscriber(world, { quantity: 4, taxPercent: 20 });
  await world.provider("DELETE", `subscriptions/${who.subscription}`);
  await world.settle();
  return who;
}

/** Makes all next tries due now. */
async function resume(): Promise<void> {
  await world.service.database.kysely.updateTable("operations").set({ next_attempt_at: null }).execute();
  await world.sweep("resume-operations");
}

test("ROLE-04 every change requires a reason", async () => {
  const who = await makeSubscriber(world);
  const answer = await world.call("boss", "POST", `admin/subscriptions/${who.subscription}/resync/`, {});
  expect([refusal(answer), answer.body.errors[0].field]).toEqual([[422, 4000], "reason"]);
});

describe("reading", () => {
  test("ROLE-04 search finds customers, subscriptions, invoices, payments and cards", async () => {
    const who = await makeSubscriber(world);
    const [invoice] = await invoicesOf(who);
    const { data } = await world.provider("GET", "payment_intents", { customer: who.customer });
    const customer = expect.objectContaining({ kind: "customer", id: who.customer, account: who.person });
    const subscription = { kind: "subscription", id: who.subscription, license: who.license, account: who.person };
    expect(await hits(who.customer)).toEqual([customer, expect.objectContaining(subscription)]);
    expect(await hits(`${who.person.toUpperCase()}@example.com`)).toEqual([customer]);
    expect(await hits(who.person)).toEqual([customer]);
    expect(await hits(who.license)).toEqual([expect.objectContaining(subscription)]);
    expect(await hits(who.subscription.slice(0, 12))).toContainEqual(expect.objectContaining(subscription));
    expect(await hits(invoice.id)).toEqual([
      {
        kind: "invoice",
        id: invoice.id,
        title: invoice.number,
        detail: "$30.00, paid",
        account: who.person,
        license: who.license,
      },
    ]);
    expect(await hits(data[0].id)).toEqual([expect.objectContaining({ kind: "payment", account: who.person })]);
    expect(await hits(data[0].latest_charge)).toEqual([expect.objectContaining({ kind: "payment" })]);
    expect(await hits(who.card ?? "")).toEqual([expect.objectContaining({ kind: "customer", id: who.customer })]);
    expect(await hits("in_nobody_has_this")).toEqual([]);
    expect(await hits("%20")).toEqual([]);
  });

  test("ROLE-04 a customer's page contains subscriptions, cards, invoices and what happened", async () => {
    const who = await makeSubscriber(world);
    await turnRenewal(who, "off");
    await world.settle();
    await post("helper", `subscriptions/${who.subscription}/resync/`);
    const { status, body } = await get("reader", `customers/${who.customer}/`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      customer: { id: who.customer, omni_id: who.person, balance: 0, email: `${who.person}@example.com` },
      subscriptions: [{ id: who.subscription, cancel_at_period_end: true }],
      payment_methods: [{ id: who.card, is_default: true }],
      invoices: [{ total: 3_000, status: "paid" }],
    });
    const kinds = new Set(body.timeline.map(({ kind }: Json) => kind));
    expect(kinds).toEqual(new Set(["payment", "provider", "staff"]));
    expect(body.timeline).toEqual(
      body.timeline.toSorted((one: Json, other: Json) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0)),
    );
    expect(refusal(await get("reader", "customers/cus_nobody/"))).toEqual([404, 2004]);
  });
});

describe("a new subscription for an ended license", () => {
  test("ROLE-04 is previewed, charged once, recorded with its reason, and reported to the accounts service", async () => {
    const who = await endedSubscriber();
    const path = `licenses/${who.license}/subscription/`;
    const wanted = { plan: YEARLY, quantity: 2, customer: who.customer };
    const shown = await post("biller", path, { ...wanted, preview: true });
    expect(shown.body).toMatchObject({ applied: false, after: { total: 24_000, currency: "usd" } });
    expect(await invoicesOf(who)).toHaveLength(1);
    expect(await actsOn(`license:${who.license}`)).toEqual([]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post("biller", path, wanted)));
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    const { status, body } = answers[0] ?? {};
    expect([status, body]).toMatchObject([
      200,
      {
        applied: true,
        subscription: { status: "active", registration_id: who.license, items: { data: [{ quantity: 2 }] } },
      },
    ]);
    const invoices = await invoicesOf(who);
    expect(invoices.map(({ total }) => total)).toEqual([24_000, 4_800]);
    expect(await actsOn(`license:${who.license}`)).toMatchObject([
      {
        staff: "biller",
        act: "license.subscription",
        reason,
        before: { status: "canceled", quantity: 4 },
        after: { quantity: 2 },
      },
    ]);
    const told = world.accounts.news.findLast(({ subscription }) => subscription.registration_id === who.license);
    expect(told?.subscription).toMatchObject({ id: body.subscription.id, status: "active", plan: YEARLY, quantity: 2 });
    expect(refusal(await post("biller", path, { ...wanted, quantity: 3 }))).toEqual([409, 20_005]);
  });

  test("ROLE-04 a running license, an unknown one, a wrong plan or customer, and a declined card change nothing", async () => {
    const runs = await makeSubscriber(world);
    const wanted = { plan: MONTHLY, quantity: 2, customer: runs.customer };
    expect(refusal(await post("biller", `licenses/${runs.license}/subscription/`, wanted))).toEqual([409, 20_005]);
    expect(refusal(await post("biller", "licenses/lic-nobody/subscription/", wanted))).toEqual([404, 2004]);
    const who = await endedSubscriber();
    const path = `licenses/${who.license}/subscription/`;
    const mine = { ...wanted, customer: who.customer };
    expect(refusal(await post("biller", path, { ...mine, plan: "NOTHING" }))).toEqual([422, 4000]);
    expect(refusal(await post("biller", path, { ...mine, customer: "cus_nobody" }))).toEqual([422, 4000]);
    expect(refusal(await post("biller", path, { ...mine, quantity: 2_201 }))).toEqual([409, 20_005]);
    await saveCard(world, who.customer, "pm_card_chargeCustomerFail");
    expect(refusal(await post("biller", path, mine))).toEqual([402, 20_002]);
    expect(await actsOn(`license:${who.license}`)).toEqual([]);
    expect(await world.provider("GET", "subscriptions", { customer: who.customer })).toMatchObject({ data: [] });
  });
});

describe("password confirmation", () => {
  test("R-18 R-38 a refund requires the password, a preview does not, and nothing is done before", async () => {
    const marked = purchaseEndpoints.filter(wantsProof).map(({ name }) => name);
    expect(marked).toEqual(["staffRefund", "staffCancelPurchase", "staffDecideStatement"]);
    const cashier = { id: "cashier", username: "cashier", email: "cashier@example.com", customerIds: [] };
    world.accounts.people.set("cashier", { ...cashier, staffRights: ["billing"], password: "open sesame" });
    const who = await endedSubscriber();
    const [invoice] = await invoicesOf(who);
    const refunded = async (): Promise<unknown> =>
      (await world.provider("GET", "charges", { customer: who.customer })).data.map((one: Json) => one.amount_refunded);
    const path = `invoices/${invoice.id}/refund/`;
    const body = { amount: 700, to: "card" };
    expect(refusal(await post("cashier", path, body))).toEqual([403, 2002]);
    expect(refusal(await post("cashier", path, { ...body, password: "guessed" }))).toEqual([422, 3022]);
    expect((await post("cashier", path, { ...body, preview: true })).body.applied).toBe(false);
    expect(await refunded()).toEqual([0]);
    expect((await post("cashier", path, { ...body, password: "open sesame" })).body.applied).toBe(true);
    expect(await refunded()).toEqual([700]);
  });
});

describe("refunds", () => {
  test("ROLE-04 a refund has the decimals of its currency, in amounts, limits and messages (FAULT-06)", async () => {
    const [huf, kwd] = await Promise.all(["huf", "kwd"].map((currency) => paidOnce(world, currency, 8_000_000)));
    const refund = (invoice: Json, amount: number, staff = "boss") =>
      post(staff, `invoices/${invoice.id}/refund/`, { amount, to: "card", preview: true });
    expect((await refund(huf, 8_000_001)).body.message).toContain("At most HUF\u00a080,000.00 of this invoice");
    expect((await refund(huf, 60_000, "biller")).body.message).toContain("at most HUF\u00a0500.00 can be refunded");
    expect((await refund(kwd, 1_001)).body.errors[0].message).toContain("a multiple of KWD\u00a00.010");
    expect((await refund(kwd, 1_010)).status).toBe(200);
  });

  test("ROLE-04 a refund is previewed, made once to the card or the balance, and recorded", async () => {
    const who = await makeSubscriber(world, { quantity: 5 });
    const [invoice] = await invoicesOf(who);
    const path = `invoices/${invoice.id}/refund/`;
    expect((await post("biller", path, { amount: 1_200, to: "card", preview: true })).body).toMatchObject({
      applied: false,
      before: { given_back: 0 },
      after: { given_back: 1_200 },
    });
    const twice = await Promise.all([1, 2].map(() => post("biller", path, { amount: 1_200, to: "card" })));
    expect(twice.map(({ body }) => body.after?.given_back)).toEqual([1_200, 1_200]);
    const charges = await world.provider("GET", "charges", { customer: who.customer });
    expect(charges.data[0].amount_refunded).toBe(1_200);
    await world.settle();
    const mails = world.mails.filter(({ to }) => to === `${who.person}@example.com`);
    expect(mails.filter(({ subject }) => subject === `$12.00 of invoice ${invoice.number} refunded`)).toHaveLength(1);
    expect((await post("biller", path, { amount: 800, to: "balance" })).status).toBe(200);
    expect((await world.provider("GET", `customers/${who.customer}`)).balance).toBe(-800);
    expect(refusal(await post("biller", path, { amount: 3_001, to: "card" }))).toEqual([409, 20_005]);
    expect(await actsOn(`invoice:${invoice.id}`)).toMatchObject([
      { act: "invoice.refund", before: { given_back: 1_200 }, after: { given_back: 2_000, to: "balance" } },
      { act: "invoice.refund", before: { given_back: 0 }, after: { given_back: 1_200, to: "card" } },
    ]);
  });

  test("ROLE-04 refunds above the daily limit require an administrator", async () => {
    const who = await makeSubscriber(world, { quantity: 100 });
    const [invoice] = await invoicesOf(who);
    await makePerson(world, "miser", ["billing"]);
    const give = (staff: string, amount: number) =>
      post(staff, `invoices/${invoice.id}/refund/`, { amount, to: "card" });
    expect((await give("miser", 49_000)).status).toBe(200);
    expect(refusal(await give("miser", 1_001))).toEqual([403, 2001]);
    expect((await give("miser", 1_000)).status).toBe(200);
    expect((await give("boss", 50_000)).status).toBe(200);
  });

  test("ROLE-04 R-61 the provider refunds and the answer is lost: one refund, recorded once", async () => {
    const who = await makeSubscriber(world, { quantity: 5 });
    const [invoice] = await invoicesOf(who);
    world.sandbox.setFaults([{ kind: "reset", when: "after", path: "credit_notes", times: 1 }]);
    const give = () => post("boss", `invoices/${invoice.id}/refund/`, { amount: 500, to: "card" });
    expect([200, 503]).toContain((await give()).status);
    await resume();
    expect((await give()).status).toBe(200);
    expect((await world.provider("GET", "charges", { customer: who.customer })).data[0].amount_refunded).toBe(500);
    expect(await actsOn(`invoice:${invoice.id}`)).toHaveLength(1);
  });
});

describe("repairs and the machine room", () => {
  test("ROLE-04 a resync shows what it would change, stores the provider's state, and reports it to the accounts service again", async () => {
    const who = await makeSubscriber(world);
    await world.sandbox.setWebhookChaos({ drop: true });
    await world.provider("POST", `subscriptions/${who.subscription}`, { cancel_at_period_end: true });
    await world.settle();
    await world.sandbox.setWebhookChaos({ drop: false });
    const path = `subscriptions/${who.subscription}/resync/`;
    const shown = await post("helper", path, { preview: true });
    expect(shown.body).toMatchObject({
      applied: false,
      before: { cancel_at_period_end: false },
      after: { cancel_at_period_end: true },
    });
    expect((await post("helper", path, { preview: true })).body.before.cancel_at_period_end).toBe(false);
    expect((await post("helper", path)).body).toMatchObject({ applied: true, after: { cancel_at_period_end: true } });
    const told = newsOf(who);
    expect(told.at(-1)?.subscription.cancel_at_period_end).toBe(true);
    expect((await post("helper", path)).status).toBe(200);
    expect(newsOf(who).length).toBeGreaterThan(told.length);
    expect(await actsOn(`subscription:${who.subscription}`)).toHaveLength(2);
    expect(refusal(await post("helper", "subscriptions/sub_nobody/resync/"))).toEqual([404, 2004]);
  });

  test("ROLE-04 failed jobs and open operations are listed and retried", async () => {
    const { kysely } = world.service.database;
    const who = await makeSubscriber(world);
    await sql`select purchase_jobs.add_job('tell-accounts', json_build_object('subscriptionId', ${who.subscription}::text), max_attempts := 1)`.execute(
      kysely,
    );
    await sql`update purchase_jobs._private_jobs set attempts = max_attempts, last_error = 'it broke'`.execute(kysely);
    world.sandbox.setFaults([
      { kind: "error_500", when: "before", path: "subscriptions", times: 9 },
      { kind: "error_500", when: "before", method: "GET", path: "subscriptions", times: 9 },
    ]);
    expect((await turnRenewal(who, "off")).status).toBe(503);
    world.sandbox.setFaults([]);
    const tasks = async (): Promise<Json[]> => (await get("reader", "tasks/")).body.tasks;
    const job = (await tasks()).find(({ kind, title }) => kind === "job" && title.startsWith("tell-accounts"));
    const operation = (await tasks()).find(({ kind }) => kind === "operation");
    expect(job).toMatchObject({ state: "failed", attempts: 1, error: "it broke" });
    expect(operation).toMatchObject({ state: "waiting", attempts: 1, title: `auto_renewal ${who.subscription}` });
    const [first] = (await get("reader", "tasks/?limit=1")).body.tasks;
    expect((await get("reader", `tasks/?limit=1&before=${first.id}`)).body.tasks).not.toEqual([first]);
    for (const { id } of [job, operation])
      expect((await post("boss", `tasks/${id}/retry/`)).body).toEqual({ status: "success" });
    await world.settle();
    expect((await tasks()).filter(({ state }) => state !== "done")).toEqual([]);
    expect((await read(who)).cancel_at_period_end).toBe(true);
    expect(await actsOn(`task:${operation.id}`)).toMatchObject([{ staff: "boss", act: "task.retry", reason }]);
    for (const id of ["job-99999", "operation-x", "reconcile-99999", "x"]) {
      expect(refusal(await post("boss", `tasks/${id}/retry/`))).toEqual([404, 2004]);
    }
  });
});
