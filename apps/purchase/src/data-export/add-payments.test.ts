import { expect, test } from "vitest";
import { MONTHLY, testWorld } from "../testing/purchase-world.ts";
import { makeSubscriber } from "../testing/subscribers.ts";

const world = testWorld();

test("ERASE-05 an archive contains the cards' last digits, subscriptions, purchases and invoices, and no secrets", async () => {
  const { person, customer, subscription } = await makeSubscriber(world);
  const { checkout } = (await world.call(person, "POST", "checkout", { plan: MONTHLY, quantity: 2 })).body;
  expect((await world.call(person, "POST", `checkout/${checkout.id}/pay`, {})).status).toBe(200);
  await makeSubscriber(world);
  world.accounts.exports.set("exp_1", { customerIds: [customer], payments: null });
  world.accounts.exports.set("exp_2", { customerIds: ["cus_of_nobody"], payments: null });
  await world.sweep("add-payments");
  const text = world.accounts.exports.get("exp_1")?.payments ?? "";
  const [payments] = JSON.parse(text);
  expect(payments).toMatchObject({
    customer,
    cards: [{ last4: expect.stringMatching(/^\d{4}$/) }],
    subscriptions: expect.arrayContaining([expect.objectContaining({ id: subscription })]),
    purchases: [{ state: "done", plan: MONTHLY, quantity: 2, total: checkout.total, agreed_to: [] }],
    invoices: [{ status: "paid", currency: "usd" }, { status: "paid" }],
  });
  expect(text).not.toMatch(/client_secret|pm_|seti_|"fingerprint"/);
});
