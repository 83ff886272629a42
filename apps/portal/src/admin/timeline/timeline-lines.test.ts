import type { TimelineEntry } from "@foyer/contract/staff-wire";
import { expect, test } from "vitest";
import { factsOf, rawFactsOf } from "./entry-facts.ts";
import { sentenceOf } from "./entry-sentence.ts";
import { entriesOfSubscription, gathered, mergeTimelines, timelineLines } from "./timeline-lines.ts";

type Kind = TimelineEntry["kind"];

let last = 0;
const entry = (kind: Kind, title: string, details: TimelineEntry["details"] = {}): TimelineEntry => ({
  id: String((last += 1)),
  at: "2026-11-20T09:30:00Z",
  kind,
  title,
  details,
});
const at = (id: string, time: string, kind: Kind = "security"): TimelineEntry => ({
  ...entry(kind, "session.opened"),
  id,
  at: time,
});
const titlesOf = (entries: readonly TimelineEntry[], withProvider = false) =>
  timelineLines(entries, withProvider).map(({ kind, entries: [{ title }] }) => `${kind} ${title}`);

const names = new Map([
  ["in_1", "invoice FH-1 of $30.00"],
  ["lic_1", "Outlinear 5"],
]);

test("LOOK-23 provider events become lines, as payments, only if staff must know them; a switch adds the raw ones", () => {
  const failed = ["payment_intent.payment_failed", "charge.failed", "invoice.updated", "invoice.payment_failed"];
  const entries = failed.map((title) => entry("provider", title, { object: "in_1" }));
  expect(titlesOf(entries)).toEqual(["payment invoice.payment_failed"]);
  expect(titlesOf(entries, true)).toEqual([
    ...failed.slice(0, 3).map((title) => `provider ${title}`),
    "payment invoice.payment_failed",
  ]);
});

test("LOOK-23 a paid invoice is one line: its change, otherwise its payment", () => {
  const paid = entry("provider", "invoice.paid", { object: "in_1" });
  expect(titlesOf([paid])).toEqual(["payment invoice.paid"]);
  expect(titlesOf([paid, entry("payment", "charge", { invoice: "in_1" })])).toEqual(["payment charge"]);
});

test("LOOK-23 sign-ins are routine, a failed payment and three wrong passwords in a row are for attention", () => {
  const refused = () => entry("security", "session.refused");
  const lines = gathered(
    timelineLines(
      [
        entry("security", "session.opened"),
        entry("security", "session.opened"),
        refused(),
        entry("provider", "invoice.payment_failed"),
        refused(),
        refused(),
        refused(),
        entry("payment", "charge", { state: "failed" }),
        entry("license", "subscription.changed", { status: "past_due" }),
        entry("license", "subscription.changed", { status: "active" }),
      ],
      false,
    ),
  );
  expect(lines.map((line) => [line.entries.length, line.isRoutine, line.isAlert])).toEqual([
    [2, true, false],
    [1, false, false],
    [1, false, true],
    [3, false, true],
    [1, false, true],
    [1, false, true],
    [1, false, false],
  ]);
});

test("OIDC-21 a reused token of an app is for the staff's attention; an app's allowed or ended access is not", () => {
  const events = ["app.token_reused", "app.allowed", "app.ended"].map((title) => entry("security", title));
  expect(timelineLines(events, false).map((line) => line.isAlert)).toEqual([true, false, false]);
});

test.each([
  [entry("license", "seats.invited", { count: 2_174 }), "Invited 2,174 people"],
  [entry("license", "seats.removed", { count: 1 }), "Removed 1 seat"],
  [entry("license", "seats.marked", { released: 3, renewed: 0 }), "Marked 3 seats to expire"],
  [entry("license", "subscription.changed", { status: "canceled" }), "Subscription ended"],
  [entry("provider", "invoice.payment_failed", { object: "in_1" }), "Payment of invoice FH-1 of $30.00 failed"],
  [entry("provider", "invoice.payment_failed", { object: "in_2" }), "Payment failed"],
  [entry("provider", "invoice.paid", { object: "in_1" }), "Invoice FH-1 of $30.00 paid"],
  [entry("security", "session.opened"), "Signed in"],
  [entry("security", "app.allowed"), "App allowed"],
  [entry("security", "something.new"), "something.new"],
])("LOOK-23 entry %# has a sentence", (one, sentence) => {
  expect(sentenceOf(one, names)).toBe(sentence);
});

test("LOOK-23 a line's facts are words: names for ids, amounts with their currency, three addresses and how many more", () => {
  const charge = { invoice: "in_1", quantity: 25, total: 15_149, currency: "usd", subject: "sub_1", state: "done" };
  expect(factsOf(entry("payment", "charge", charge), names)).toEqual(["25 seats", "$151.49", "invoice FH-1 of $30.00"]);
  const addresses = ["a@x.example", "b@x.example", "c@x.example", "d@x.example"];
  const invited = entry("license", "seats.invited", { count: 40, addresses, license: "lic_1", by: "maya" });
  expect(factsOf(invited, names)).toEqual(["Outlinear 5", "a@x.example, b@x.example, c@x.example, 37 more", "by maya"]);
  const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0";
  const opened = entry("security", "session.opened", { ip: "203.0.113.7", user_agent: firefox });
  expect(factsOf(opened, names)).toEqual(["Firefox on Windows", "from 203.0.113.7"]);
  const ended = entry("security", "app.ended", { app: "Time Sheets", ip: "203.0.113.7" });
  expect(factsOf(ended, names)).toEqual(["Time Sheets", "from 203.0.113.7"]);
  const raw = entry("provider", "charge.failed", { event: "evt_1", object: "ch_1" });
  expect(factsOf(raw, names)).toEqual([]);
  expect(rawFactsOf(raw)).toEqual(["charge.failed", "Event: evt_1", "Object: ch_1"]);
});

test("merges the timelines of both services, newest first, with and without fractions of seconds", () => {
  const accounts = [at("a2", "2026-11-20T09:30:00Z"), at("a1", "2026-11-18T09:30:00Z")];
  const purchase = [at("p1", "2026-11-20T09:30:00.500Z", "payment"), at("p0", "2026-11-17T00:00:00Z", "provider")];
  expect(mergeTimelines(accounts, purchase).map(({ id }) => id)).toEqual(["p1", "a2", "a1", "p0"]);
});

test("shows an entry once if it is in two timelines", () => {
  const one = at("a1", "2026-11-18T09:30:00Z");
  expect(mergeTimelines([one], [one, at("a1", "2026-11-18T09:30:00Z", "staff")])).toHaveLength(2);
});

test("a license's timeline leaves out the entries of the customer's other subscriptions", () => {
  const entries = [{ subscription: "sub_1" }, { subject: "sub_2" }, { target: "license:L2" }, { object: "pm_1" }].map(
    (details) => entry("provider", "invoice.paid", details),
  );
  const subscriptions = [
    { id: "sub_1", registration_id: "L1" },
    { id: "sub_2", registration_id: "L2" },
  ];
  expect(entriesOfSubscription(entries, subscriptions, "sub_1")).toEqual([entries[0], entries[3]]);
});

test("LOOK-23 a payment that failed is not called paid, and a plan is called by its name", () => {
  const said = (state: string) => sentenceOf(entry("payment", "pay", { state }), names);
  expect([said("done"), said("failed")]).toEqual(["Paid an open invoice", "Tried to pay an open invoice"]);
  expect(factsOf(entry("payment", "pay", { state: "failed" }), names)).toEqual(["failed"]);
});
