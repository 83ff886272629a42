import { beforeAll, expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { type Answer, testWorld, YEARLY } from "../testing/purchase-world.ts";
import { makeSubscriber, saveCard, type Subscriber, subscriptionCalls } from "../testing/subscribers.ts";

const world = testWorld({ renewalDraftSeconds: 3_600 });
let other: { origin: string };
beforeAll(async () => {
  other = await world.another();
});

const DAY = 86_400;
const save = (who: Subscriber, reference: string, required = false): Promise<Answer> =>
  world.call(who.person, "POST", `customer/${who.customer}/references`, { reference, required });
const saveOwn = (who: Subscriber, reference: string, subscription = who.subscription): Promise<Answer> =>
  world.call(who.person, "POST", `customer/${who.customer}/subscription/${subscription}/reference`, { reference });
const read = async (who: Subscriber, at?: string): Promise<Json> =>
  (await world.call(who.person, "GET", `customer/${who.customer}/references`, undefined, {}, at)).body.references;
const printed = async ({ subscription }: Pick<Subscriber, "subscription">): Promise<Json> =>
  (await world.provider("GET", "invoices", { subscription, limit: 1 })).data[0].custom_fields;

const { stage, create, ...calls } = subscriptionCalls(world);
async function change(who: Subscriber, quantity: number, at?: string): Promise<Answer> {
  const { plan } = (await calls.read(who)).items.data[0];
  await stage(who, { plan: plan.id, quantity }, undefined, at);
  return await create(who, undefined, at);
}

/** A second subscription of the same customer. */
async function second(who: Subscriber): Promise<Subscriber> {
  const made = await world.provider("POST", "subscriptions", {
    customer: who.customer,
    items: [{ plan: YEARLY, quantity: 2 }],
    billing_mode: { type: "flexible" },
    metadata: { registration_id: `second-${who.license}` },
  });
  await world.settle();
  return { ...who, subscription: made.id, license: `second-${who.license}` };
}

test("DOC-04 the customer's reference is printed on invoices finalized later, and stands in the list of papers", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  expect((await save(who, "  PO 4711 ")).body.references).toEqual({
    reference: "PO 4711",
    required: false,
    subscriptions: [],
  });
  expect(await read(who, other.origin)).toMatchObject({ reference: "PO 4711" });
  expect(await printed(who)).toBeNull();
  await change(who, 3);
  expect(await printed(who)).toEqual([{ name: "Reference", value: "PO 4711" }]);
  await save(who, "");
  await world.advance(31 * DAY);
  expect(await printed(who)).toBeNull();
  const { documents } = (await world.call(who.person, "GET", `customer/${who.customer}/documents`)).body;
  const references = documents.filter(({ kind }: Json) => kind === "invoice").map(({ reference }: Json) => reference);
  expect(references).toEqual([null, "PO 4711", null]);
});

test("DOC-04 a subscription's own reference wins, at a change and at a renewal, beside other printed fields", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  await world.call(who.person, "POST", `customer/${who.customer}/billing_details`, {
    name: "Paula",
    address: { line1: "", line2: "", city: "", state: "", postal_code: "", country: "" },
    tax_ids: [{ kind: "other", country: "", value: "BM/77" }],
  });
  const beside = await second(who);
  await save(who, "ALL");
  expect((await saveOwn(who, "OWN-1")).body.references.subscriptions).toEqual([
    { id: who.subscription, reference: "OWN-1" },
  ]);
  await change(who, 3);
  expect(await printed(who)).toEqual([
    { name: "Reference", value: "OWN-1" },
    { name: "Tax id", value: "BM/77" },
  ]);
  await change(beside, 3);
  const common = [
    { name: "Reference", value: "ALL" },
    { name: "Tax id", value: "BM/77" },
  ];
  expect(await printed(beside)).toEqual(common);
  expect((await world.provider("GET", `customers/${who.customer}`)).invoice_settings.custom_fields).toEqual(common);
  await world.advance(30 * DAY + 60);
  await world.advance(3_600);
  expect(await printed(who)).toEqual([
    { name: "Reference", value: "OWN-1" },
    { name: "Tax id", value: "BM/77" },
  ]);
  await saveOwn(who, "");
  expect((await read(who)).subscriptions).toEqual([]);
});

test("DOC-04 two changes of a customer at once, on two instances, print each its own reference, and the customer's stays", async () => {
  const who = await makeSubscriber(world, { plan: YEARLY, quantity: 2 });
  const beside = await second(who);
  await save(who, "ALL");
  await saveOwn(who, "OWN-1");
  await saveOwn(beside, "OWN-2");
  const answers = await Promise.all([change(who, 4), change(beside, 5, other.origin)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect([await printed(who), await printed(beside)]).toMatchObject([[{ value: "OWN-1" }], [{ value: "OWN-2" }]]);
  expect(await read(who)).toMatchObject({ reference: "ALL" });
  await saveCard(world, who.customer, "pm_card_chargeCustomerFail");
  expect((await change(who, 9)).body.code).toBe(20_002);
  expect(await read(who)).toMatchObject({ reference: "ALL" });
});

test("DOC-04 what a process that died left at the provider is put back, and is never shown as the customer's", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  await save(who, "OWN-1");
  const turn = { operation_id: crypto.randomUUID(), reference: "ALL", printed: "OWN-1", until: new Date(0) };
  await world.service.database.kysely
    .insertInto("reference_turns")
    .values({ ...turn, customer_id: who.customer })
    .execute();
  expect(await read(who)).toMatchObject({ reference: "ALL" });
  await world.sweep("put-back-references");
  expect((await world.provider("GET", `customers/${who.customer}`)).invoice_settings.custom_fields).toMatchObject([
    { value: "ALL" },
  ]);
  expect(await world.service.database.kysely.selectFrom("reference_turns").selectAll().execute()).toEqual([]);
});

test("DOC-04 where the payer requires a reference, nothing is charged without one", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  await save(who, "", true);
  expect(await change(who, 3)).toMatchObject({ status: 422, body: { code: 4_000, errors: [{ field: "reference" }] } });
  expect((await world.provider("GET", "charges", { customer: who.customer })).data).toHaveLength(1);
  await saveOwn(who, "PO 9");
  expect((await change(who, 3)).status).toBe(200);
  expect(await printed(who)).toMatchObject([{ value: "PO 9" }]);
});

test("DOC-04 a wrong reference is refused by its rule, and the field is named", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  await world.provider("POST", `customers/${who.customer}`, { address: { country: "DE" } });
  const fault = async (work: Promise<Answer>): Promise<unknown> => {
    const { status, body } = await work;
    return [status, body.code, body.errors[0].field, body.errors[0].message];
  };
  for (const send of [(text: string) => save(who, text), (text: string) => saveOwn(who, text)]) {
    expect(await fault(send("x".repeat(51)))).toEqual([422, 4_000, "reference", expect.anything()]);
    expect(await fault(send("a\u0007b"))).toEqual([422, 4_000, "reference", expect.stringContaining("invisible")]);
    expect(await fault(send("04011000-1234512345-35"))).toEqual([
      422,
      4_000,
      "reference",
      expect.stringContaining("Leitweg-ID"),
    ]);
  }
  expect((await save(who, "04011000-1234512345-06")).status).toBe(200);
});

test("DOC-20 another customer's subscription takes no reference", async () => {
  const [who, thief] = [await makeSubscriber(world), await makeSubscriber(world)];
  expect((await saveOwn(thief, "MINE", who.subscription)).body.code).toBe(2_004);
  expect((await world.call(thief.person, "GET", `customer/${who.customer}/references`)).body.code).toBe(2_004);
  expect((await read(who)).subscriptions).toEqual([]);
});
