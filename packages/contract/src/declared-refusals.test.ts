import { expect, test } from "vitest";
import { refusalsOf } from "./declared-refusals.ts";
import { accountsEndpoints, purchaseEndpoints } from "./endpoints.ts";

test("R-18 R-82 a call that requires a recent proof may refuse the sent password, and too many tries", () => {
  const proved = [...accountsEndpoints, ...purchaseEndpoints].filter(({ refusals }) =>
    refusals.includes("permission.proof_required"),
  );
  expect(proved.length).toBeGreaterThan(10);
  for (const endpoint of proved) {
    const declared = [...refusalsOf(endpoint)];
    expect(declared, endpoint.name).toEqual(expect.arrayContaining(["password.wrong", "rate.limited"]));
  }
});

test("R-38 a call for staff or a manager may answer that an object does not exist", () => {
  for (const endpoint of [...accountsEndpoints, ...purchaseEndpoints]) {
    const hides = /^(staff:|manager|customer|service)/.test(endpoint.access);
    if (hides) expect(refusalsOf(endpoint).has("object.not_found"), endpoint.name).toBe(true);
  }
});
