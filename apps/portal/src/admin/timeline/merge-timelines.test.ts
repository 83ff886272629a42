import type { TimelineEntry } from "@foyer/contract/staff-wire";
import { expect, test } from "vitest";
import { mergeTimelines } from "./merge-timelines.ts";

const entry = (id: string, at: string, kind: TimelineEntry["kind"] = "security"): TimelineEntry => ({
  id,
  at,
  kind,
  title: "session.opened",
  details: {},
});

test("merges both services into one timeline, newest first, whatever fractions their times have", () => {
  const accounts = [entry("a2", "2026-11-20T09:30:00Z"), entry("a1", "2026-11-18T09:30:00Z")];
  const purchase = [
    entry("p1", "2026-11-20T09:30:00.500Z", "payment"),
    entry("p0", "2026-11-17T00:00:00Z", "provider"),
  ];
  expect(mergeTimelines(accounts, purchase).map(({ id }) => id)).toEqual(["p1", "a2", "a1", "p0"]);
});

test("shows an entry once that two pages bring", () => {
  const one = entry("a1", "2026-11-18T09:30:00Z");
  expect(mergeTimelines([one], [one, entry("a1", "2026-11-18T09:30:00Z", "staff")])).toHaveLength(2);
});
