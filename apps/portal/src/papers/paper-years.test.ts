import { expect, test } from "vitest";
import { yearsFrom } from "./paper-years.ts";

test.each([
  ["the first paper's year ends the list", [2025, 2026, null], [2026, 2025]],
  ["this year is offered without a paper of it", [2027, 2026, null], [2026]],
  [
    "ten years are offered while the first is unknown",
    [null, 2026, null],
    Array.from({ length: 10 }, (_, at) => 2026 - at),
  ],
  ["a chosen year outside of them is offered too", [2025, 2026, 2019], [2026, 2025, 2019]],
] as const)("DOC-06 %s", (_, [first, thisYear, chosen], years) => {
  expect(yearsFrom(first, thisYear, chosen)).toEqual(years);
});
