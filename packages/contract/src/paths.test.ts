import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accountsEndpoints, purchaseEndpoints } from "./endpoints.ts";
import { paths } from "./paths.ts";
import { servicePaths } from "./service-paths.ts";
import { staffPaths } from "./staff-paths.ts";

test("the path map says what the endpoint table says", () => {
  const fromTable = Object.fromEntries(
    [...accountsEndpoints, ...purchaseEndpoints]
      .filter((endpoint) => endpoint.access !== "provider")
      .map(({ name, method, path, access }) => [name, `${method} ${path}${access === "open" ? " open" : ""}`]),
  );
  expect({ ...paths, ...staffPaths, ...servicePaths }).toEqual(fromTable);
  for (const [name, path] of Object.entries(fromTable)) {
    const access =
      [...accountsEndpoints, ...purchaseEndpoints].find((endpoint) => endpoint.name === name)?.access ?? "";
    const table = access === "service" ? servicePaths : access.startsWith("staff:") ? staffPaths : paths;
    expect(table, name).toHaveProperty(name, path);
  }
});

test("the path map brings nothing but itself into a bundle", () => {
  for (const file of ["paths", "staff-paths", "service-paths"]) {
    const source = readFileSync(new URL(`./${file}.ts`, import.meta.url), "utf8");
    expect(source.match(/^import (?!type )/m), file).toBeNull();
  }
});
