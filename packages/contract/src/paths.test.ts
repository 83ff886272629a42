import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accountsEndpoints, purchaseEndpoints } from "./endpoints.ts";
import { paths } from "./paths.ts";

test("the path map says what the endpoint table says", () => {
  const fromTable = Object.fromEntries(
    [...accountsEndpoints, ...purchaseEndpoints]
      .filter((endpoint) => endpoint.access !== "provider")
      .map(({ name, method, path, access }) => [name, `${method} ${path}${access === "open" ? " open" : ""}`]),
  );
  expect(paths).toEqual(fromTable);
});

test("the path map brings nothing but itself into a bundle", () => {
  const source = readFileSync(new URL("./paths.ts", import.meta.url), "utf8");
  expect(source.match(/^import (?!type )/m)).toBeNull();
});
