import type { Endpoint } from "@foyer/contract/endpoint";
import { purchaseEndpoints } from "@foyer/contract/endpoints";
import { errorEnvelope } from "@foyer/contract/error-envelope";
import { caseCount } from "@foyer/testing/random-cases";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { makePlans, type PurchaseWorld, purchaseWorld } from "./testing/purchase-world.ts";
import { makeSubscriber, type Subscriber } from "./testing/subscribers.ts";

vi.setConfig({ testTimeout: 300_000 });

/** Each run sends the same requests, unless FUZZ_SEED is set. A failure prints its seed. */
const seed = Number(process.env["FUZZ_SEED"] ?? "20261122");

let world: PurchaseWorld;
afterEach(() => world.close());

const long = "0123456789abcdefghijklmnopqrstuvwxyz".repeat(1_000);
const oddText = fc.oneof(
  fc.constantFrom("", " ", "\u0000", "\ud800", "a\udfffb", "__proto__", "1e309", "%2e%2e%2f", "' or 1=1 --", "é", long),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const odd: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: oddText },
  { weight: 2, arbitrary: fc.constantFrom(0, -1, 1.5, 2 ** 53, 1e300, 1, 5) },
  { weight: 1, arbitrary: fc.constantFrom(null, true, [], {}, [null], { $ne: null }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
/** Valid values of fields. */
const good: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  quantity: fc.integer({ min: 1, max: 30 }),
  proration_behavior: fc.constantFrom("none", "create_prorations"),
  cancel_at_period_end: fc.boolean(),
  auto_advance: fc.constant(true),
  usage: fc.constant("off_session"),
  reason: fc.constant("asked by phone"),
};
const fieldsOf = ({ body }: Endpoint): string[] => Object.keys("shape" in body ? (body.shape as object) : {});

function bodyOf(endpoint: Endpoint): fc.Arbitrary<string> {
  const fields = fc.tuple(
    ...fieldsOf(endpoint).map((name) =>
      fc.oneof(
        { weight: 3, arbitrary: (good[name] ?? odd).map((value): [string, unknown] | null => [name, value]) },
        { weight: 2, arbitrary: odd.map((value): [string, unknown] | null => [name, value]) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
    ),
  );
  const own = fields.map((entries) => JSON.stringify(Object.fromEntries(entries.filter((entry) => entry !== null))));
  return fc.oneof(
    { weight: 8, arbitrary: own },
    { weight: 1, arbitrary: fc.constantFrom("{", "[]", "null", "[".repeat(5_000), '{"a":1,"a":2}', `"${long}"`) },
  );
}

/** Sometimes a wrong content type. */
const typeOfBody = fc.oneof(
  { weight: 12, arbitrary: fc.constant("application/json") },
  { weight: 1, arbitrary: fc.constantFrom("text/plain", "text/xml", "multipart/form-data; boundary=x", "x", "") },
);

interface Sent {
  readonly type: string;
  readonly method: "GET" | "POST" | "DELETE" | "PUT";
  readonly path: string;
  readonly body: string;
  readonly who: number;
}

function requestTo(endpoint: Endpoint, { customer, subscription }: Subscriber): fc.Arbitrary<Sent> {
  const known: Readonly<Record<string, string>> = { ":id": customer, ":sid": subscription };
  const names = [...endpoint.path.matchAll(/:\w+/g)].map(([name]) => name);
  const values = names.map((name) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(known[name] ?? "pm_none") },
      { weight: 1, arbitrary: oddText.map((text) => encodeURIComponent(text.toWellFormed().slice(0, 400)) || "%20") },
      { weight: 1, arbitrary: fc.constantFrom("%", "%zz", "%ed%a0%80", "a".repeat(600)) },
    ),
  );
  return fc
    .record({ values: fc.tuple(...values), body: bodyOf(endpoint), who: fc.nat({ max: 3 }), type: typeOfBody })
    .map(({ values: given, body, who, type }) => ({
      type,
      method: endpoint.method,
      path: names.reduce((path, name, at) => path.replace(name, () => given[at] ?? ""), endpoint.path),
      body,
      who,
    }));
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

    const requests = fc.sample(fc.oneof(...purchaseEndpoints.map((each) => requestTo(each, who))), { numRuns, seed });
    const statuses = new Map<number, number>();
    for (const [at, { method, path, body, type, who: caller }] of requests.entries()) {
      const answer = await fetch(`${at % 2 ? origin : world.origin}${path}`, {
        method,
        headers: { authorization: `Bearer ${tokens[caller]}`, "content-type": type },
        ...(method === "GET" ? {} : { body }),
      });
      const text = await answer.text();
      const what = `FUZZ_SEED=${seed}, request ${at}: ${method} ${path.slice(0, 200)} ${body.slice(0, 400)}\n${text.slice(0, 400)}`;
      expect(answer.status, what).toBeLessThan(500);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status < 400) continue;
      expect(() => errorEnvelope.parse(JSON.parse(text)), what).not.toThrow();
      expect(text, what).not.toMatch(/\bat \/|\.ts:\d|node_modules|kysely|postgres|select .* from|violates/i);
    }
    for (const status of [200, 400, 401, 404, 415, 422])
      expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(0);
  },
);

test.each([
  { limits: "on", options: {} },
  { limits: "off", options: { limitsOff: "a system without limits holds the same" } },
])("R-46 a body of another type is 415 at every call, on two instances, limits $limits", async ({ options }) => {
  world = await purchaseWorld(options);
  const { origin } = await world.another();
  const doors = purchaseEndpoints.filter(({ method }) => method !== "GET");
  expect(doors.length).toBeGreaterThan(10);
  for (const [at, { method, path }] of doors.entries()) {
    for (const type of ["text/plain", "text/xml", "multipart/form-data; boundary=x"]) {
      const answer = await fetch(`${at % 2 ? origin : world.origin}${path.replaceAll(/:\w+/g, "a")}`, {
        method,
        headers: { authorization: "Bearer nobody", "content-type": type },
        body: "{}",
      });
      const { code } = errorEnvelope.parse(await answer.json());
      expect([method, path, type, answer.status, code]).toEqual([method, path, type, 415, 4000]);
    }
  }
});
