import { caseCount } from "@foyer/testing/random-cases";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { makeAccounts, makeLicense } from "../testing/factories.ts";
import { startAccounts } from "../testing/test-accounts.ts";

// Malformed requests to the calls that anybody with a key can make.

const CASES = caseCount("KEY_FUZZ", { usual: 1_000, torture: 10_000 });
const wanted = process.env["FUZZ_SEED"] ?? "20261127";
const seed = wanted === "random" ? Date.now() % 2_147_483_647 : Number(wanted);

const rules = { counts: "seat", limit: 3, offlineDays: 30, freesPer30Days: 1_000, byKey: true } as const;
const service = await startAccounts({
  limitsOff: "thousands of requests from one address",
  brand: {
    products: [{ name: "Outliner", code: "OUTLINE", supportedVersion: 5, activation: rules as never }],
    compatibility: ["lemon-squeezy", "keygen"],
  },
});
afterAll(() => service.close());
await makeAccounts(service, "maria");
await makeLicense(service, { id: "team", owners: ["maria"], total_seats: 100, key: "KEY-1" });

const text = fc.oneof(
  fc.constantFrom(
    "KEY-1",
    "key1",
    "team",
    "",
    " ",
    "\u0000",
    "\ud800",
    "__proto__",
    "%",
    "%zz",
    "' or 1=1 --",
    "null",
    "-".repeat(300),
  ),
  fc.constantFrom("\u202e", "x".repeat(20_000), "é".repeat(300), "../..", "KEY-1\r\nx: y", "\u{1f5a5}".repeat(200)),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const value = fc.oneof({ weight: 4, arbitrary: text }, fc.jsonValue({ maxDepth: 3 }));
const fields = (...names: string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
const nested = fc.oneof(
  fc.record({ meta: fc.record({ key: value, scope: fc.oneof(value, fields("fingerprint")) }, { requiredKeys: [] }) }),
  fc.record({
    data: fc.record(
      {
        attributes: fc.oneof(value, fields("fingerprint", "name", "hostname", "platform", "cores")),
        relationships: fc.record({ license: fc.record({ data: fc.oneof(value, fields("id", "type")) }) }),
      },
      { requiredKeys: [] },
    ),
  }),
  value,
);
const named = text.map((part) => encodeURIComponent(part.toWellFormed()).slice(0, 300) || "none");
const json = (body: fc.Arbitrary<unknown>) => body.map((given) => JSON.stringify(given) ?? "");
const broken = fc.constantFrom(
  "{",
  "[]",
  "null",
  '{"a":',
  "\ufeff{}",
  "a=1&a=2",
  "license_key=%zz",
  "a".repeat(17_000),
);
const types = fc.constantFrom(
  "application/json",
  "application/vnd.api+json",
  "application/x-www-form-urlencoded",
  "text/plain",
  "multipart/form-data; boundary=x",
  "",
);
const authorization = fc.oneof(
  fc.constantFrom("License KEY-1", "License ", "License", "Basic bGljZW5zZTpLRVktMQ==", "Basic !!!!", "Bearer x", ""),
  fc.string({ maxLength: 60 }).map((part) => `License ${part.replaceAll(/[^\x20-\x7e]/g, "")}`),
);

const groups = {
  "MOVE-01 activations by key": {
    path: fc.constant("/api/1.1/activations/"),
    method: fc.constant("POST" as const),
    body: json(
      fields("license_key", "fingerprint", "name", "platform", "app_version").map((own) => ({
        license_key: "k",
        ...own,
      })),
    ),
  },
  "MOVE-03 Lemon Squeezy's calls": {
    path: fc.constantFrom("activate", "validate", "deactivate").map((call) => `/v1/licenses/${call}`),
    method: fc.constant("POST" as const),
    body: fc.oneof(
      json(fields("license_key", "instance_name", "instance_id")),
      fields("license_key", "instance_name", "instance_id").map((own) =>
        new URLSearchParams(
          Object.entries(own).map(([name, given]): [string, string] => [
            name,
            typeof given === "string" ? given : JSON.stringify(given),
          ]),
        ).toString(),
      ),
    ),
  },
  "MOVE-04 Keygen's calls": {
    path: fc
      .tuple(
        named,
        fc.oneof(
          fc.constantFrom("me", "machines", "licenses/actions/validate-key"),
          named.map((part) => `machines/${part}`),
          named.map((part) => `licenses/${part}/actions/validate`),
        ),
      )
      .map(([account, call]) => `/v1/accounts/${account}/${call}`),
    method: fc.constantFrom("POST" as const, "GET" as const, "DELETE" as const),
    body: json(nested),
  },
};

test.each(Object.entries(groups))(
  `%s answer ${CASES} malformed requests without a fault (seed ${seed})`,
  async (_name, { path, method, body }) => {
    const request = fc.record({
      path,
      method,
      body: fc.oneof({ weight: 5, arbitrary: body }, broken),
      type: types,
      authorization,
    });
    for (const sent of fc.sample(request, { numRuns: CASES, seed })) {
      const headers = { ...(sent.type === "" ? {} : { "content-type": sent.type }), authorization: sent.authorization };
      const answer = await service.call(sent.method, sent.path, {
        ...(sent.method === "GET" ? {} : { raw: sent.body }),
        headers,
      });
      if (answer.status >= 500) expect([sent, answer.status, answer.body]).toEqual([]);
      // No dialect shows SQL or a stack.
      if (answer.status >= 400) expect(JSON.stringify(answer.body)).not.toMatch(/select |syntax error|at \S+\.ts/);
    }
  },
  300_000,
);
