import { expect, test } from "vitest";
import { pageOf } from "./hit-page.ts";

test.each([
  [{ kind: "account", account: "maria" }, "/admin/accounts/maria"],
  [{ kind: "license", account: "maria", license: "lic 1" }, "/admin/licenses/lic%201"],
  [{ kind: "subscription", license: "L1" }, "/admin/licenses/L1"],
  [{ kind: "customer", account: "maria", license: "L1" }, "/admin/accounts/maria"],
  [{ kind: "invoice", account: "maria" }, "/admin/accounts/maria"],
  [{ kind: "seat", id: "seat-7", account: "maria", license: "L1" }, "/admin/licenses/L1#seat-7"],
  [{ kind: "license_key" }, null],
] as const)("the search result %j opens %s", (hit, page) => {
  expect(pageOf({ id: "1", ...hit })).toBe(page);
});
