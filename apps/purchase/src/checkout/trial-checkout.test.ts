import { expect, test } from "vitest";
import { MONTHLY, sales, testWorld, YEARLY } from "../testing/purchase-world.ts";
import { checkoutCalls, makeBuyer } from "../testing/subscribers.ts";

const products = sales.products.map((product) => ({ ...product, trialDays: 14 }));
const world = testWorld({ sales: { ...sales, products } });

const { opened, payCheckout } = checkoutCalls(world);
const started = (person: string, plan = MONTHLY) => opened(person, { plan, quantity: 2 });
const trier = async (card?: string): Promise<string> => (await makeBuyer(world, card)).person;

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
  expect((await payCheckout(person, before.id)).body.code).toBe(20_006);
  const { body } = await payCheckout(person, checkout.id);
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
  const answers = await Promise.all(quotes.map(({ person, id }) => payCheckout(person, id)));
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
  expect((await payCheckout(person, id)).body.code).toBe(20_002);
  await world.settle();
  expect(world.accounts.news.some(({ subscription }) => subscription.registration_id === "lic-declined")).toBe(false);
});
