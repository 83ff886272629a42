import { paths } from "@foyer/contract/paths";
import { expect, test } from "vitest";
import { earlyPaths } from "./early-data.ts";

test("the first script asks where the contract says", () => {
  for (const [name, parts] of Object.entries(earlyPaths)) {
    expect(paths[name as keyof typeof earlyPaths]).toBe(parts.join(" "));
  }
});
