import { eventually } from "@foyer/testing/running-system";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { purchases } from "../testing/purchases.ts";
import { type PurchaseWorld, purchaseWorld } from "../testing/purchase-world.ts";
import { makePlans } from "../testing/subscribers.ts";

let world: PurchaseWorld;

beforeAll(async () => {
  world = await purchaseWorld({ stripe: { timeoutMs: 10_000 } });
  await makePlans(world);
});
afterEach(() => world.sandbox.setFaults([]));
afterAll(() => world.close());

for (const step of purchases) {
  test(`${step.name}: a process is killed before the provider's answer; the next click on another ends in one charge`, async () => {
    const subject = await step.make(world);
    const dying = await world.spawned();
    world.sandbox.setFaults([{ kind: "hang", when: "after", path: subject.path, times: 1 }]);
    const unheard = subject.send(dying.origin).catch(() => null);
    await eventually(() => subject.isAtProvider(), "a step that is done at the provider", 10_000);
    dying.signal("SIGKILL");
    await unheard;
    const { kysely } = world.service.database;
    // Its lease runs out.
    await kysely
      .updateTable("operations")
      .set({ leased_until: new Date(0) })
      .where("state", "=", "pending")
      .execute();
    expect((await subject.send()).status).toBe(200);
    await subject.expectOnce();
  });
}
