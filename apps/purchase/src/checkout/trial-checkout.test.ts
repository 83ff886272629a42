import { afterAll, beforeAll, expect, test } from "vitest";
import { MONTHLY, type PurchaseWorld, purchaseWorld, sales, YEARLY } from "../testing/purchase-world.ts";
import { makeCustomer, makePerson, makePlans, saveCard } from "../testing/subscribers.ts";

let world: PurchaseWorld;

beforeAll(async () => {
  const products = sales.products.map((product) => ({ ...product, trialDays: 14 }));
  world = await purchaseWorld({ sales: { ...sales, products } });
  await makePlans(world);
});
afterAll(() => world.close());

const call = (person: string, path: string, body?: object) =>
  world.call(person, body ? "POST" : "GET", `checkout${path}`, body);
const started = async (person: string, plan = MONTHLY) => (await call(person, "", { plan, quantity: 2 })).body.checkout;

async function trier(card = "pm_card_visa"): Promise<string> {
  const person = await makePerson(world);
  await saveCard(world, await makeCustomer(world, person), card);
  return person;
}

test("BUY-12 the catalogue says which product has a trial, and of how many days", async () => {
  const { body } = await world.call(null, "GET", "catalogue");
  expect(body.products).toMatchObject([{ id: "OUTLINE-5", trial_days: 14 }]);
});

test("BUY-12 a person with a trial pays for that license, and reads how many seats are taken there", async () => {
  const person = await trier();
  const before = await started(person);
  expect(before.trial).toBeUndefined();
  world.accounts.trials.set("lic-trial", { manager: person, product: "OUTLINE-5", used_seats: 4 });
  const checkout = await started(person, YEARLY);
  expect(checkout).toMatchObject({ license: "lic-trial", trial: { used_seats: 4 }, is_return: false });
  // An offer from before the trial would buy a second license.
  expect((await call(person, `/${before.id}/pay`, {})).body.code).toBe(20_006);
  const { body } = await call(person, `/${checkout.id}/pay`, {});
  expect(body.checkout).toMatchObject({ state: "paid", license: "lic-trial", total: 20_000 });
  expect(world.accounts.reserved.get("lic-trial")).toMatchObject({ is_trial: true, amount: 20_000 });
  const news = world.accounts.news.filter(({ subscription }) => subscription.registration_id === "lic-trial");
  expect(news).toMatchObject([{ subscription: { plan: YEARLY, quantity: 2, status: "active" } }]);
});

test("BUY-12 two managers of a trial buy it at once: it is paid once", async () => {
  const people = [await trier(), await trier()];
  const quotes = [];
  for (const person of people) {
    world.accounts.trials.set("lic-shared", { manager: person, product: "OUTLINE-5", used_seats: 1 });
    quotes.push({ person, id: (await started(person)).id });
  }
  // Both quotes are open: as if made at the same moment.
  await world.service.database.pool.query("update quotes set expires_at = $1 where id = any($2)", [
    new Date(world.clock.now().getTime() + 600_000),
    quotes.map(({ id }) => id),
  ]);
  const answers = await Promise.all(quotes.map(({ person, id }) => call(person, `/${id}/pay`, {})));
  const codes = answers.map(({ status, body }) => body.code ?? status).toSorted((one, other) => one - other);
  expect(codes).toEqual([200, 20_006]);
  const { data } = await world.provider("GET", "subscriptions", { status: "all", limit: 100 });
  const live = data.filter(
    (one: { status: string; metadata: object }) =>
      one.status === "active" && JSON.stringify(one.metadata).includes("lic-shared"),
  );
  expect(live).toHaveLength(1);
});

test("BUY-12 a declined purchase leaves the trial and tells nobody", async () => {
  const person = await trier("pm_card_chargeCustomerFail");
  world.accounts.trials.set("lic-declined", { manager: person, product: "OUTLINE-5", used_seats: 1 });
  const { id } = await started(person);
  expect((await call(person, `/${id}/pay`, {})).body.code).toBe(20_002);
  await world.settle();
  expect(world.accounts.news.some(({ subscription }) => subscription.registration_id === "lic-declined")).toBe(false);
});
