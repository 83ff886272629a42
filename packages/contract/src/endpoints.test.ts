import { expect, test } from "vitest";
import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { accountsCalls, accountsEndpoints, purchaseCalls, purchaseEndpoints } from "./endpoints.ts";
import { refusals } from "./refusals.ts";

const all = [...accountsEndpoints, ...purchaseEndpoints];
const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(2, "0")}`);

/** Refusals that all calls of an access share, or that come from reading the request. */
const sharedRefusals = new Set([
  "permission.scope_missing",
  "input.invalid",
  "input.malformed",
  "input.unsupported_type",
  "input.too_large",
  "method.not_allowed",
  "idempotency.in_progress",
  "idempotency.other_body",
  "service.unavailable",
  "internal",
]);

test("every call has a unique name in both services", () => {
  for (const [name, endpoint] of Object.entries({ ...accountsCalls, ...purchaseCalls })) {
    expect(endpoint.name).toBe(name);
  }
  expect(new Set(all.map((endpoint) => endpoint.name)).size).toBe(all.length);
});

test.each([...numbered("ACC", 22), ...numbered("PUR", 15)])("%s has its endpoint", (id) => {
  expect(all.filter((endpoint) => endpoint.requirement === id).length).toBeGreaterThan(0);
});

test("of endpoints with the same method and path, only the last accepts any body", () => {
  const groups = Map.groupBy(all, (endpoint) => `${endpoint.method} ${endpoint.path}`);
  for (const [address, variants] of groups) {
    const open = variants.filter((variant) => variant.when === undefined);
    expect(open.length, address).toBe(1);
    expect(variants.at(-1), address).toBe(open[0]);
    expect(new Set(variants.map((variant) => variant.service)).size, address).toBe(1);
  }
});

test("paths have the service's prefix, accounts paths a trailing slash, and exactly the declared parameters", () => {
  for (const { path, service, params, name } of all) {
    expect(path, name).toMatch(service === "accounts" ? /^\/api\/1\.1\/.*\/$/ : /^\/api\/v2\//);
    const inPath = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    const declared = params instanceof z.ZodObject ? Object.keys(params.shape) : [];
    expect(new Set(declared), name).toEqual(new Set(inPath));
  }
});

test("every refusal is used by a call or shared by all, and messages end like sentences", () => {
  const used = new Set<string>([...sharedRefusals, ...all.flatMap((endpoint) => endpoint.refusals)]);
  expect(Object.keys(refusals).filter((name) => !used.has(name))).toEqual([]);
  for (const [name, refusal] of Object.entries(refusals)) expect(refusal.message, name).toMatch(/[.]$/);
});

test.each<[Record<string, unknown>, Endpoint]>([
  [{}, accountsCalls.readUser],
  [{ new_email_address: "a@b.example" }, accountsCalls.changeEmail],
  [{ new_password: "x", new_password_2: "x", old_password: "y" }, accountsCalls.changePassword],
  [{ new_account_name: "x", new_password: "y", new_password_2: "y" }, accountsCalls.completeSignUp],
])("user/ with %j is meant for the right call", (body, expected) => {
  const variants = accountsEndpoints.filter((endpoint) => endpoint.path === "/api/1.1/user/");
  expect(variants.find((variant) => variant.when === undefined || variant.when(body))).toBe(expected);
});
