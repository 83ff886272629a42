import { purchaseEndpoints } from "@foyer/contract/endpoints";
import { caseCount } from "@foyer/testing/random-cases";
import { expectNoFault, expectTypeRefused, type FieldValues } from "@foyer/testing/random-requests";
import fc from "fast-check";
import { afterEach, test, vi } from "vitest";
import { makePlans, type PurchaseWorld, purchaseWorld } from "./testing/purchase-world.ts";
import { makeSubscriber } from "./testing/subscribers.ts";

vi.setConfig({ testTimeout: 300_000 });

/** Each run sends the same requests, unless FUZZ_SEED is set. A failure prints its seed. */
const seed = Number(process.env["FUZZ_SEED"] ?? "20261122");

let world: PurchaseWorld;
afterEach(() => world.close());

/** Valid values of fields. */
const good: FieldValues = {
  quantity: fc.integer({ min: 1, max: 30 }),
  proration_behavior: fc.constantFrom("none", "create_prorations"),
  cancel_at_period_end: fc.boolean(),
  auto_advance: fc.constant(true),
  usage: fc.constant("off_session"),
  reason: fc.constant("asked by phone"),
};

/** Returns the JSON of an answer, or the text of a file. */
async function bodyOf(answer: Response): Promise<unknown> {
  const text = await answer.text();
  return answer.headers.get("content-type")?.startsWith("application/json") ? JSON.parse(text) : text.slice(0, 400);
}

test.each([
  { limits: "on", requests: caseCount("REQUESTS", { usual: 400, torture: 10_000 }), options: {} },
  {
    limits: "off",
    requests: caseCount("REQUESTS", { usual: 150, torture: 10_000 }),
    options: { limitsOff: "a system without limits holds the same" },
  },
])(
  "R-48 R-46 of $requests malformed requests on two instances, limits $limits, none is a 5xx or shows an inside",
  async ({ requests: numRuns, options }) => {
    world = await purchaseWorld(options);
    await makePlans(world);
    const who = await makeSubscriber(world, { quantity: 3 });
    const clerk = { id: "clerk", username: "clerk", email: "clerk@example.com", customerIds: [] };
    world.accounts.people.set("clerk", { ...clerk, staffRights: ["read", "billing", "admin"] });
    const { origin } = await world.another();
    const tokens = [who.person, who.person, "clerk", "nobody"];
    const known: Readonly<Record<string, string>> = { ":id": who.customer, ":sid": who.subscription };
    const parts = {
      good,
      known: (name: string) => [known[name] ?? "pm_none"],
      callers: () => [0, 1, 2, 3],
      longest: 400,
    };
    await expectNoFault(
      { endpoints: purchaseEndpoints, parts, numRuns, seed },
      async ({ method, address, who: caller, raw, headers }, at) => {
        const answer = await fetch(`${at % 2 ? origin : world.origin}${address}`, {
          method,
          headers: { ...headers, authorization: `Bearer ${tokens[caller] ?? "unknown"}` },
          ...(raw === undefined ? {} : { body: raw }),
        });
        return { status: answer.status, body: await bodyOf(answer) };
      },
      [200, 400, 401, 404, 405, 415, 422],
    );
  },
);

test("R-46 a body of another type is 415 at every call, on two instances", async () => {
  world = await purchaseWorld();
  const { origin } = await world.another();
  await expectTypeRefused(purchaseEndpoints, async ({ method, path }, headers, at) => {
    const answer = await fetch(`${at % 2 ? origin : world.origin}${path.replaceAll(/:\w+/g, "a")}`, {
      method,
      headers: { ...headers, authorization: "Bearer nobody" },
      body: "{}",
    });
    return { status: answer.status, body: await answer.json() };
  });
});
