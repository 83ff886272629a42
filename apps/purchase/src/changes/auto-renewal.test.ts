import { expect, test } from "vitest";
import { MONTHLY, testWorld } from "../testing/purchase-world.ts";
import { makeSubscriber, saveCard, type Subscriber, subscriptionCalls } from "../testing/subscribers.ts";

const world = testWorld();

const { post, read, stage, create, turnRenewal: turn, paidCharges } = subscriptionCalls(world);

/** Returns a subscriber whose increase waits for the bank, with the client secret of that payment. */
async function waiting(): Promise<{ who: Subscriber; secret: string }> {
  const who = await makeSubscriber(world, { quantity: 3, card: "pm_card_authenticationRequired" });
  await stage(who, { plan: MONTHLY, quantity: 5 });
  return { who, secret: (await create(who)).body.requires_action.client_secret };
}

test("PUR-08 RENEW-01 turning auto-renewal off cancels a change that waits for the bank, and nothing of it is paid", async () => {
  const { who, secret } = await waiting();
  const off = await turn(who, "off");
  expect(off).toMatchObject({ status: 200, body: { subscription: { cancel_at_period_end: true, waiting: null } } });
  await expect(world.bank(secret, "success")).rejects.toThrow("canceled");
  await world.settle();
  expect(await read(who)).toMatchObject({ items: { data: [{ quantity: 3 }] }, cancel_at_period_end: true });
  expect(await paidCharges(who)).toHaveLength(1);
});

test("PUR-08 RENEW-01 the bank's answer concurrent with the cancellation: the change is paid and in force, or neither", async () => {
  const second = await world.another();
  for (let times = 0; times < 4; times++) {
    const { who, secret } = await waiting();
    const [agreed, off] = await Promise.allSettled([
      world.bank(secret, "success"),
      turn(who, "off", times % 2 === 0 ? world.origin : second.origin),
    ]);
    expect(off.status === "fulfilled" && off.value.status).toBe(200);
    await world.settle();
    const subscription = await read(who);
    const isPaid = agreed.status === "fulfilled";
    expect(subscription).toMatchObject({ cancel_at_period_end: true, waiting: null, next: null });
    expect([subscription.items.data[0].quantity, (await paidCharges(who)).length]).toEqual(isPaid ? [5, 2] : [3, 1]);
  }
});

test("PUR-08 RENEW-02 auto-renewal can be turned on only with a card that the renewal can be charged to", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  await turn(who, "off");
  await post(who, `customer/${who.customer}/payment_method/${who.card}/detach`);
  const refused = await turn(who, "on");
  expect(refused).toMatchObject({ status: 409, body: { code: 20_005 } });
  expect(refused.body.message).toContain("Add a card first");
  expect((await world.provider("GET", `subscriptions/${who.subscription}`)).cancel_at_period_end).toBe(true);
  const card = await saveCard(world, who.customer, "pm_card_visa");
  const past = { card: { exp_month: 9, exp_year: 2026 } };
  await world.provider("POST", `payment_methods/${card}`, past);
  expect((await turn(who, "on")).body.message).toContain("has expired");
  await world.provider("POST", `payment_methods/${card}`, { card: { exp_month: 11, exp_year: 2026 } });
  expect(await turn(who, "on")).toMatchObject({ status: 200, body: { subscription: { cancel_at_period_end: false } } });
});

test("PUR-08 a newly saved card counts before the provider has reported it", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  await turn(who, "off");
  await post(who, `customer/${who.customer}/payment_method/${who.card}/detach`);
  await world.provider("POST", "payment_methods/pm_card_visa/attach", { customer: who.customer });
  expect((await turn(who, "on")).status).toBe(200);
});
