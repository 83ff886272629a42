import * as fc from "fast-check";
import { expect, test } from "vitest";
import { displayName } from "./display-name.ts";

const rules = [{ productCode: "OUTLINE", endsWith: "5 for Mac", becomes: "5 Essentials for Mac" }];

test.each([
  ["Outlinear 5 for Mac", "OUTLINE-5-SUB-ANNUAL-WEB", "Outlinear 5 Essentials for Mac"],
  ["Outlinear 5 for Mac", "OUTLINE-5", "Outlinear 5 Essentials for Mac"],
  ["5 for Mac", "OUTLINE-5", "5 Essentials for Mac"],
  ["Outlinear 5 Essentials for Mac", "OUTLINE-5", "Outlinear 5 Essentials for Mac"],
  ["Outlinear 5 Pro for Mac", "OUTLINE-5", "Outlinear 5 Pro for Mac"],
  ["Outlinear 15 for Mac", "OUTLINE-15", "Outlinear 15 for Mac"],
  ["Outlinear 5 for iPad", "OUTLINE-5", "Outlinear 5 for iPad"],
  ["Diagrammer 5 for Mac", "DIAGRAM-5", "Diagrammer 5 for Mac"],
])("TEAM-03 %s of %s is shown as %s", (name, productId, expected) => {
  expect(displayName(name, productId, rules)).toBe(expected);
});

test("TEAM-03 a displayed name stays the same when it is displayed again, and without rules nothing changes", () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom("", " 5 for Mac", "5 for Mac"), (head, tail) => {
      const once = displayName(head + tail, "OUTLINE-5", rules);
      expect(displayName(once, "OUTLINE-5", rules)).toBe(once);
      expect(displayName(head + tail, "OUTLINE-5", [])).toBe(head + tail);
    }),
  );
});
