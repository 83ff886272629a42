import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { screenPaths } from "@foyer/contract/screen-paths";

test("ROUTE-04 the paths that the host knows are those of the screens", () => {
  const source = readFileSync(new URL("./routes.tsx", import.meta.url), "utf8");
  const routes = [...source.matchAll(/<Route path="([^"]+)"/g)].map(([, path]) => path);
  // At `/oauth/` the accounts service decides when the portal shows a refusal.
  expect(routes.filter((path) => path !== "/oauth/*")).toEqual([...screenPaths, "*"]);
});
