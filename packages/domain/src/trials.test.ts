import { expect, test } from "vitest";
import { trialAddress, trialDeletedAt, trialMailDue, trialProductId } from "./trials.ts";

test.each([
  ["Anna.Maria+Test@Example.com", "annamaria@example.com"],
  ["a.n.n.a@example.com", "anna@example.com"],
  ["anna+a+b@example.com", "anna@example.com"],
  ["  anna@example.com ", "anna@example.com"],
  ["anna@mail.example.com", "anna@mail.example.com"],
  ["+news@example.com", "+news@example.com"],
])("BUY-12 for trials, %s is %s: without dots and tag, as its mailbox", (address, mailbox) => {
  expect(trialAddress(address)).toBe(mailbox);
  expect(trialAddress(trialAddress(address))).toBe(trialAddress(address));
});

const day = (days: number): Date => new Date(Date.UTC(2026, 0, 1) + days * 86_400_000);

test("BUY-12 the mails of a trial come seven days and three days before its end, and at its end, each once", () => {
  const trial = { startedAt: day(0), endsAt: day(14) };
  const due = (at: number, sent: number | null = null) => trialMailDue(trial, sent, day(at));
  expect([due(6.9), due(7), due(7, 7), due(10.9, 7)]).toEqual([null, 7, null, null]);
  expect([due(11, 7), due(12, 3), due(14, 3), due(20, 0)]).toEqual([3, null, 0, null]);
  // A worker that was away sends only the newest.
  expect(due(15)).toBe(0);
});

test("BUY-12 a short trial has no mail that would come with its start", () => {
  const week = { startedAt: day(0), endsAt: day(7) };
  expect([trialMailDue(week, null, day(0)), trialMailDue(week, null, day(4))]).toEqual([null, 3]);
  const days = { startedAt: day(0), endsAt: day(3) };
  expect([trialMailDue(days, null, day(2)), trialMailDue(days, null, day(3))]).toEqual([null, 0]);
});

test("BUY-12 a trial is kept for 60 days after its end", () => {
  expect(trialDeletedAt(day(14))).toEqual(day(74));
  expect(trialProductId("OUTLINE-5")).toBe("OUTLINE-5-TRIAL-WEB");
});
