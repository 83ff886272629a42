import { expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { MONTHLY, testWorld } from "../testing/purchase-world.ts";
import { done, makeSubscriber, type Subscriber } from "../testing/subscribers.ts";

const world = testWorld();

const buyer = {
  name: "Paula Example Ltd",
  address: { line1: "7 Orchard Lane", line2: "", city: "Hay", state: "", postal_code: "HR3 5AA", country: "GB" },
};
const british = { kind: "gb_vat", country: "GB", value: "GB123456789" };
const german = { kind: "eu_vat", country: "DE", value: "DE123456789" };
const other = { kind: "other", country: "", value: "BM/77" };

const save = (who: Subscriber, taxIds: readonly object[], at?: string) =>
  world.call(who.person, "POST", `customer/${who.customer}/billing_details`, { ...buyer, tax_ids: taxIds }, {}, at);
const read = async (who: Subscriber): Promise<Json> =>
  (await world.call(who.person, "GET", `customer/${who.customer}/billing_details`)).body.billing_details;
const atProvider = async ({ customer }: Subscriber): Promise<string[]> =>
  (await world.provider("GET", `customers/${customer}/tax_ids`)).data.map(({ value }: Json) => value).toSorted();
const newestInvoice = async ({ customer }: Subscriber): Promise<Json> =>
  (await world.provider("GET", "invoices", { customer, limit: 1 })).data[0];

test("DOC-01 tax ids are stored at the provider, those without a kind in custom fields, and later invoices print both", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  const saved = await done(save(who, [british, { ...german, value: "de 123 456 789" }, other]));
  expect(saved.billing_details).toEqual({
    ...buyer,
    tax_ids: [
      { ...british, verification: "pending" },
      { ...german, verification: "pending" },
      { ...other, verification: null },
    ],
    tax_exempt: "none",
  });
  expect(await read(who)).toEqual(saved.billing_details);
  const first = await newestInvoice(who);
  expect([first.customer_tax_ids, first.custom_fields]).toEqual([[], null]);
  await world.advance(31 * 86_400);
  const later = await newestInvoice(who);
  expect(later.customer_tax_ids.map(({ type, value }: Json) => `${type} ${value}`).toSorted()).toEqual([
    "eu_vat DE123456789",
    "gb_vat GB123456789",
  ]);
  expect([later.customer_name, later.custom_fields]).toEqual([buyer.name, [{ name: "Tax id", value: "BM/77" }]]);
});

test("DOC-01 an older client's plain tax id reaches invoices too, and a client that sends none removes none", async () => {
  const who = await makeSubscriber(world, { quantity: 1 });
  const send = (more: object) =>
    world.call(who.person, "POST", `customer/${who.customer}/billing_details`, { ...buyer, ...more });
  expect((await send({ tax_id: "GB 123456789" })).body.billing_details.tax_ids).toEqual([
    { ...british, verification: "pending" },
  ]);
  expect((await send({})).status).toBe(200);
  expect(await atProvider(who)).toEqual(["GB123456789"]);
  expect((await send({ tax_id: "" })).status).toBe(200);
  expect(await atProvider(who)).toEqual([]);
});

test("DOC-01 what is saved again stays, what is left out is removed, and a field of the vendor stays", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  await world.provider("POST", `customers/${who.customer}`, {
    invoice_settings: { custom_fields: [{ name: "Cost center", value: "7" }] },
  });
  await save(who, [british, other]);
  const [before] = (await world.provider("GET", `customers/${who.customer}/tax_ids`)).data;
  await save(who, [british, german]);
  const after = (await world.provider("GET", `customers/${who.customer}/tax_ids`)).data;
  expect(after.find(({ type }: Json) => type === "gb_vat").id).toBe(before.id);
  expect(await atProvider(who)).toEqual(["DE123456789", "GB123456789"]);
  const { invoice_settings: settings } = await world.provider("GET", `customers/${who.customer}`);
  expect(settings.custom_fields).toEqual([{ name: "Cost center", value: "7" }]);
  const three = ["FR12345678901", "IT12345678901", "LU12345678"].map((value) => ({
    kind: "eu_vat",
    country: value.slice(0, 2),
    value,
  }));
  await save(who, three);
  expect(await atProvider(who)).toEqual(three.map(({ value }) => value));
  await save(who, [british, german, { kind: "us_ein", country: "US", value: "12-3456789" }]);
  expect(await atProvider(who)).toEqual(["12-3456789", "DE123456789", "GB123456789"]);
  await save(who, []);
  expect(await atProvider(who)).toEqual([]);
});

test("DOC-01 a fourth tax id, a duplicate, and one of an unknown kind are refused", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  const four = [british, german, other, { ...other, value: "BM/78" }];
  expect((await save(who, four)).body).toMatchObject({ code: 4_000, errors: [{ field: "tax_ids" }] });
  expect((await save(who, [german, { ...german, value: "DE 123456789" }])).body.errors[0].field).toBe(
    "tax_ids.1.value",
  );
  expect((await save(who, [{ ...german, kind: "xx_vat" }])).body.errors[0].field).toBe("tax_ids.0.value");
  expect(await atProvider(who)).toEqual([]);
});

test("DOC-02 a wrong form is refused with the pattern and an example, before anything is changed", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  const answer = await save(who, [{ ...german, value: "DE12345678" }]);
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({
    code: 4_000,
    errors: [{ field: "tax_ids.0.value", message: "This number must be DE and nine digits, such as DE123456789." }],
  });
  const second = await save(who, [british, { kind: "us_ein", country: "US", value: "12" }]);
  expect(second.body.errors[0].field).toBe("tax_ids.1.value");
  expect([await atProvider(who), (await read(who)).name]).toEqual([[], ""]);
});

test("DOC-02 a refusal of the provider names its field, and earlier steps are undone", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  await save(who, [british]);
  // The format is valid, the check digit is not.
  const refused = await save(who, [german, { ...german, country: "FR", value: "FR99999999999" }]);
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    code: 4_000,
    errors: [
      {
        field: "tax_ids.1.value",
        message: "The payment provider does not accept this number: Invalid value for eu_vat.",
      },
    ],
  });
  expect(await atProvider(who)).toEqual(["GB123456789"]);
  const full = ["DE000000000", "FR12345678901", "LU12345678"].map((value) => ({
    kind: "eu_vat",
    country: value.slice(0, 2),
    value,
  }));
  await save(who, full);
  // With three stored, the last of three new ones is created after an old one is deleted.
  const others = [british, german, { ...german, country: "FR", value: "FR99999999999" }];
  expect((await save(who, others)).status).toBe(422);
  expect(await atProvider(who)).toEqual(full.map(({ value }) => value));
});

test("DOC-02 the register's result is shown once it arrives", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  const numbers = ["DE000000000", "DE111111111", "DE222222222"];
  await save(
    who,
    numbers.map((value) => ({ ...german, value })),
  );
  const verdicts = async () => (await read(who)).tax_ids.map(({ verification }: Json) => verification);
  expect(await verdicts()).toEqual(["pending", "pending", "pending"]);
  await world.advance(31);
  expect(await verdicts()).toEqual(["verified", "unverified", "pending"]);
});

test("DOC-01 a tax id in the metadata is shown at once, and moved when its customer saves", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  await world.provider("POST", `customers/${who.customer}`, { metadata: { tax_id: "GB123456789" } });
  expect((await read(who)).tax_ids).toEqual([{ ...british, verification: null }]);
  await save(who, [british]);
  const { metadata } = await world.provider("GET", `customers/${who.customer}`);
  expect([metadata.tax_id, await atProvider(who)]).toEqual([undefined, ["GB123456789"]]);
});

const forget = () => world.service.database.kysely.deleteFrom("customer_passes").execute();
const moveSweep = "move-tax-ids";

test("DOC-01 tax ids in the metadata are moved once, with a kind where it is certain, also after an interruption", async () => {
  const [kinded, unkinded, both, none] = await Promise.all(
    Array.from({ length: 4 }, () => makeSubscriber(world, { plan: MONTHLY, quantity: 1 })),
  );
  if (!kinded || !unkinded || !both || !none) throw new Error("four subscribers were wanted");
  const old = (who: Subscriber, taxId: string, more = {}) =>
    world.provider("POST", `customers/${who.customer}`, { metadata: { tax_id: taxId, note: "kept" }, ...more });
  await old(kinded, "de 123456789");
  await old(unkinded, "EA/77");
  await old(both, "GB123456789", { invoice_settings: { custom_fields: [{ name: "Cost center", value: "7" }] } });
  await world.provider("POST", `customers/${both.customer}/tax_ids`, { type: "gb_vat", value: "GB123456789" });
  // The provider fails in the middle. The second try finds what the first one created.
  world.sandbox.setFaults([{ kind: "error_500", when: "after", times: 6, path: `customers/${kinded.customer}` }]);
  await world.sweep(moveSweep).catch(() => undefined);
  world.sandbox.setFaults([]);
  const { service } = await world.another();
  const again = service.sweeps.find(({ name }) => name === moveSweep);
  await Promise.all([world.sweep(moveSweep), again?.run()]);
  await forget();
  await world.sweep(moveSweep);
  expect(await atProvider(kinded)).toEqual(["DE123456789"]);
  expect(await atProvider(unkinded)).toEqual([]);
  expect(await atProvider(both)).toEqual(["GB123456789"]);
  expect(await atProvider(none)).toEqual([]);
  for (const [who, fields] of [
    [kinded, null],
    [unkinded, [{ name: "Tax id", value: "EA/77" }]],
    [both, [{ name: "Cost center", value: "7" }]],
  ] as const) {
    const { metadata, invoice_settings: settings } = await world.provider("GET", `customers/${who.customer}`);
    expect([metadata.tax_id, metadata.note, settings.custom_fields]).toEqual([undefined, "kept", fields]);
  }
  const pass = await world.service.database.kysely.selectFrom("customer_passes").selectAll().executeTakeFirst();
  expect(pass?.finished_at).not.toBeNull();
  // A completed customer is not moved again, even if the metadata field is set later.
  await old(none, "FR12345678901");
  await world.sweep(moveSweep);
  expect(await atProvider(none)).toEqual([]);
  expect((await read(none)).tax_ids[0].value).toBe("FR12345678901");
});

test("DOC-01 the move continues after the last customer, and starts again if that customer was deleted", async () => {
  await forget();
  const who = await makeSubscriber(world, { quantity: 1 });
  await world.provider("POST", `customers/${who.customer}`, { metadata: { tax_id: "GB123456789" } });
  const passes = world.service.database.kysely;
  await passes
    .insertInto("customer_passes")
    .values({ name: "tax-ids", cursor: who.customer, finished_at: null })
    .execute();
  await world.sweep(moveSweep);
  // The provider lists the newest customer first, so this one counts as done.
  expect(await atProvider(who)).toEqual([]);
  await passes.updateTable("customer_passes").set({ cursor: "cus_gone", finished_at: null }).execute();
  await world.sweep(moveSweep);
  await world.sweep(moveSweep);
  expect(await atProvider(who)).toEqual(["GB123456789"]);
});
