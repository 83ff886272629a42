import { expect, test } from "vitest";
import { referenceFault } from "./invoice-reference.ts";

test.each([
  ["", "DE"],
  ["PO 4711/2026", "DE"],
  ["4500-12", "DE"],
  ["2026-PO-17", "DE"],
  ["04011000-1234512345-06", "DE"],
  ["04011000-1234512345-35", "US"],
  ["ä".repeat(50), "DE"],
])("DOC-04 %j is a reference of a buyer in %s", (text, country) => {
  expect(referenceFault(text, country)).toBeNull();
});

test.each([
  ["a".repeat(51), "US", /at most 50/],
  ["a\nb", "US", /line breaks/],
  ["a\u0000b", "US", /line breaks/],
  ["a\u202eb", "US", /invisible/],
  ["04011000-1234512345-35", "DE", /Leitweg-ID.*04011000-1234512345-06/],
])("DOC-04 %j is no reference of a buyer in %s", (text, country, fault) => {
  expect(referenceFault(text, country)).toMatch(fault);
});
