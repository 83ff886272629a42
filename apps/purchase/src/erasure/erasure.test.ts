import { expect, test } from "vitest";
import { MONTHLY, testWorld } from "../testing/purchase-world.ts";
import { makeSubscriber, type Subscriber, subscriptionCalls } from "../testing/subscribers.ts";

const world = testWorld();

function erase({ person, customer }: Subscriber, more: object = {}): void {
  world.accounts.erasures.set(person, {
    omni_id: person,
    username: person,
    addresses: [`${person}@example.com`],
    customer_ids: [customer],
    begun: world.clock.now().toISOString(),
    ...more,
  });
}

const atProvider = (customer: string) => world.provider("GET", `customers/${customer}`);
const rowOf = (person: string) =>
  world.service.database.kysely.selectFrom("customers").selectAll().where("omni_id", "=", person).executeTakeFirst();

test("ERASE-03 the customer loses name, address, cards and tax ids, keeps the invoices, and is not charged again", async () => {
  const one = await makeSubscriber(world);
  const { person, customer, subscription } = one;
  await world.provider("POST", `customers/${customer}`, {
    name: "Nora Name",
    phone: "+1 555 0100",
    address: { line1: "1 Road", country: "DE" },
  });
  await world.provider("POST", `customers/${customer}/tax_ids`, { type: "eu_vat", value: "DE123456789" });
  const { turnRenewal } = subscriptionCalls(world);
  for (const renewal of ["off", "on"] as const) await turnRenewal(one, renewal);
  const invoices = await world.provider("GET", "invoices", { customer });
  erase(one);
  await world.sweep("erase-customers");
  expect(await atProvider(customer)).toMatchObject({
    email: null,
    name: null,
    phone: null,
    address: null,
    metadata: { omni_id: person },
  });
  expect(Object.keys((await atProvider(customer)).metadata)).toEqual(["omni_id"]);
  expect((await world.provider("GET", `customers/${customer}/payment_methods`)).data).toEqual([]);
  expect((await world.provider("GET", `customers/${customer}/tax_ids`)).data).toEqual([]);
  expect((await world.provider("GET", `subscriptions/${subscription}`)).cancel_at_period_end).toBe(true);
  expect((await world.provider("GET", "invoices", { customer })).data.map(({ id }: { id: string }) => id)).toEqual(
    invoices.data.map(({ id }: { id: string }) => id),
  );
  expect(await rowOf(person)).toMatchObject({ email: "Deleted account", username: "Deleted account" });
  const { rows } = await world.service.database.pool.query(
    `select 1 from news where cause ->> 'by' = $1 union all select 1 from operations where request ->> 'by' = $1`,
    [person],
  );
  expect(rows).toEqual([]);
  expect(world.accounts.erasures.size).toBe(0);
  await world.advance(40 * 86_400);
  expect((await world.provider("GET", `subscriptions/${subscription}`)).status).toBe("canceled");
  expect((await world.provider("GET", "invoices", { customer })).data).toHaveLength(invoices.data.length);
});

test("ERASE-03 a provider that is away, or a crash, leaves the account in the list, and others are not blocked", async () => {
  const [one, other] = [await makeSubscriber(world), await makeSubscriber(world)];
  erase(one);
  erase(other);
  // The first erasure fails in the middle: its card is deleted, or the answer was lost.
  for (const when of ["before", "after"] as const) {
    world.sandbox.setFaults([{ when, kind: "error_500", path: `customers/${one.customer}`, times: 9 }]);
    await world.sweep("erase-customers");
    expect([...world.accounts.erasures.keys()]).toEqual([one.person]);
    expect((await atProvider(other.customer)).email).toBeNull();
    world.sandbox.setFaults([]);
  }
  const another = await world.another();
  const sweeps = [world.service, another.service].map(
    (service) => service.sweeps.find(({ name }) => name === "erase-customers")?.run() ?? Promise.resolve(),
  );
  await Promise.allSettled(sweeps);
  await world.sweep("erase-customers");
  expect(world.accounts.erasures.size).toBe(0);
  for (const { customer } of [one, other]) expect((await atProvider(customer)).email).toBeNull();
});

test("ERASE-03 a customer that now belongs to another account stays unchanged", async () => {
  const one = await makeSubscriber(world);
  erase(one, { customer_ids: [] });
  await world.sweep("erase-customers");
  expect((await atProvider(one.customer)).email).toBe(`${one.person}@example.com`);
  expect(await rowOf(one.person)).toMatchObject({ email: "Deleted account" });
});

test("ERASE-03 quotes of the account are deleted, those on paper and of purchases too; a later person of that name keeps hers", async () => {
  const one = await makeSubscriber(world);
  const { person, customer, subscription } = one;
  const papers = `customer/${customer}/quotes`;
  const paper = await world.call(person, "POST", papers, { subscription, plan: MONTHLY, quantity: 5 });
  const checkout = await world.call(person, "POST", "checkout", { plan: MONTHLY, quantity: 2 });
  expect([paper.status, checkout.status]).toEqual([200, 200]);
  const { kysely } = world.service.database;
  const left = async (): Promise<string[]> =>
    (await kysely.selectFrom("quotes").select("id").where("shown_to", "=", person).execute()).map(({ id }) => id);
  expect(new Set(await left())).toEqual(new Set([checkout.body.checkout.id, paper.body.quote.quote]));
  erase(one);
  world.moveClock(60);
  const later = await world.call(person, "POST", "checkout", { plan: MONTHLY, quantity: 1 });
  await world.sweep("erase-customers");
  expect(await left()).toEqual([later.body.checkout.id]);
});
