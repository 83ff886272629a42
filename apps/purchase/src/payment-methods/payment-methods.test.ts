import { expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { testWorld } from "../testing/purchase-world.ts";
import { type Buyer, makeBuyer, makeSubscriber, subscriptionCalls } from "../testing/subscribers.ts";

const world = testWorld();

const begin = ({ person, customer }: Buyer, usage = "off_session") =>
  world.call(person, "POST", `customer/${customer}/setup_intent`, { usage });
const cardsOf = async ({ person, customer }: Buyer): Promise<Json[]> =>
  (await world.call(person, "GET", `customer/${customer}/payment_methods`)).body.payment_methods;

/** Does what the provider's script does in the browser with the secret. */
async function confirm(intent: { cs: string; id: string }, number: string): Promise<Json> {
  const response = await fetch(`${world.providerOrigin}/sandbox/stripe/v1/setup_intents/${intent.id}/confirm`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      key: "pk_test_sandbox",
      client_secret: intent.cs,
      "payment_method_data[type]": "card",
      "payment_method_data[card][number]": number,
      "payment_method_data[card][exp_month]": "8",
      "payment_method_data[card][exp_year]": "2030",
      "payment_method_data[card][cvc]": "123",
    }).toString(),
  });
  return await response.json();
}

test("PUR-06 PUR-13 PAY-02 R-66 a card is saved by the provider's script; the first one becomes the default", async () => {
  const { person, customer } = await makeBuyer(world, null);
  const buyer = { person, customer };
  expect(await cardsOf(buyer)).toEqual([]);
  const setup = await begin(buyer);
  expect(setup.body).toEqual({ cs: expect.stringContaining(setup.body.id), id: expect.stringMatching(/^seti_/) });
  expect((await confirm(setup.body, "4242424242424242")).status).toBe("succeeded");
  await world.settle();
  const card = { brand: "visa", last4: "4242", exp_month: 8, exp_year: 2_030 };
  expect(await cardsOf(buyer)).toEqual([{ id: expect.any(String), card, is_default: true }]);
  const wrong = await begin(buyer, "on_session");
  expect(wrong).toMatchObject({ status: 422, body: { code: 4_000 } });
});

test("R-06 R-82 a customer can start to save thirty cards an hour, and the next one is refused with the reason", async () => {
  const { person, customer } = await makeBuyer(world, null);
  const statuses: number[] = [];
  for (let at = 0; at < 31; at++) {
    statuses.push((await begin({ person, customer })).status);
  }
  expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
});

test("PAY-05 a card that asks for authentication is saved only when that succeeds", async () => {
  const { person, customer } = await makeBuyer(world, null);
  for (const [outcome, saved] of [
    ["failure", 0],
    ["success", 1],
  ] as const) {
    const setup = await begin({ person, customer });
    const path = `customer/${customer}/setup_intent/${setup.body.id}`;
    const look = async (who = person): Promise<Json> => (await world.call(who, "GET", path)).body;
    expect((await look()).setup.state).toBe("open");
    expect((await confirm(setup.body, "4000002500003155")).status).toBe("requires_action");
    expect((await look()).setup.state).toBe("waiting");
    await world.bank(setup.body.cs, outcome);
    const cards = await cardsOf({ person, customer });
    expect(cards).toHaveLength(saved);
    const ended = saved ? { state: "saved", payment_method: cards[0].id } : { state: "failed" };
    expect((await look()).setup).toEqual({ id: setup.body.id, ...ended });
    const stranger = await makeBuyer(world, null);
    const theirs = `customer/${stranger.customer}/setup_intent/${setup.body.id}`;
    expect((await world.call(stranger.person, "GET", theirs)).status).toBe(404);
  }
});

test("PUR-14 PUR-15 PAY-04 the default card can change, and the last card of a renewing subscription stays", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  const base = `customer/${who.customer}/payment_method`;
  const detach = (card: string) => world.call(who.person, "POST", `${base}/${card}/detach`);
  expect(await detach(who.card ?? "")).toMatchObject({ status: 409, body: { code: 20_005 } });
  const second = await world.provider("POST", "payment_methods/pm_card_mastercard/attach", { customer: who.customer });
  const made = await world.call(who.person, "POST", `${base}/${second.id}/default`);
  expect(made.body.payment_method).toMatchObject({ id: second.id, is_default: true, card: { brand: "mastercard" } });
  expect((await detach(second.id)).body.payment_method).toMatchObject({ id: second.id, is_default: false });
  expect(await cardsOf(who)).toMatchObject([{ id: who.card, is_default: true }]);
  await subscriptionCalls(world).turnRenewal(who, "off");
  expect((await detach(who.card ?? "")).status).toBe(200);
});

test("PUR-14 PAY-04 a subscription's own card is replaced by the new default card, and when it is deleted", async () => {
  const who = await makeSubscriber(world, { quantity: 2 });
  const own = (card?: string | null) =>
    world.provider("POST", `subscriptions/${who.subscription}`, { default_payment_method: card });
  const charged = async (): Promise<Json> => {
    const { default_payment_method: there } = await world.provider("GET", `subscriptions/${who.subscription}`);
    const { body } = await world.call(who.person, "GET", `customer/${who.customer}/subscriptions`);
    return { there, here: body.subscriptions[0].default_payment_method };
  };
  await own(who.card);
  const second = await world.provider("POST", "payment_methods/pm_card_mastercard/attach", { customer: who.customer });
  await world.call(who.person, "POST", `customer/${who.customer}/payment_method/${second.id}/default`);
  expect(await charged()).toEqual({ there: second.id, here: second.id });
  await own(who.card);
  await world.call(who.person, "POST", `customer/${who.customer}/payment_method/${who.card}/detach`);
  expect(await charged()).toEqual({ there: second.id, here: second.id });
});
