import { beforeAll, expect, test } from "vitest";
import { MONTHLY, testWorld } from "../../testing/purchase-world.ts";
import { makeSubscriber, type Subscriber, subscriptionCalls } from "../../testing/subscribers.ts";

const world = testWorld();
let who: Subscriber;
beforeAll(async () => {
  who = await makeSubscriber(world, { quantity: 3 });
});

const preview = () => subscriptionCalls(world).preview(who, { plan: MONTHLY, quantity: 5 });
const kept = () => world.service.database.kysely.selectFrom("quotes").selectAll().execute();
const forgetAll = () => world.service.database.kysely.deleteFrom("quotes").execute();

test("R-64 the only stored quote of a preview is the one that was shown", async () => {
  const { body } = await preview();
  expect(body.total).toBe(2_000);
  expect(await kept()).toMatchObject([{ id: body.quote.id, total_cents: 2_000 }]);
});

test("R-64 the same holds if the provider knows of a credit that we did not expect", async () => {
  await forgetAll();
  await world.provider("POST", `customers/${who.customer}`, { balance: -700 });
  const { body } = await preview();
  expect(body.total).toBe(1_300);
  expect(await kept()).toMatchObject([{ id: body.quote.id, subtotal_cents: 2_000, total_cents: 1_300 }]);
});

test("R-64 and a preview that the provider did not answer stores no quote", async () => {
  await forgetAll();
  world.sandbox.setFaults([{ kind: "error_500", when: "before", path: "invoices/create_preview", times: 9 }]);
  expect(await preview()).toMatchObject({ status: 503, body: { code: 20_004 } });
  world.sandbox.setFaults([]);
  expect(await kept()).toEqual([]);
});
