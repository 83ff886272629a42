import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkImport, noCounts } from "./check-import.ts";
import { faultText } from "./faults.ts";
import { linesOf, parseImport } from "./parse.ts";
import type { Known, ImportTerms } from "./picture.ts";
import { emptyKnown as empty } from "./testing/empty-known.ts";

const now = new Date("2026-11-21T12:00:00Z");
const terms: ImportTerms = {
  now,
  sandbox: true,
  activationRules: () => ({ counts: "seat", limit: 2, offlineDays: 30, freesPer30Days: 2 }),
  plans: new Map([
    ["OUTLINE-5-SUB-ANNUAL-WEB", { interval: "year" }],
    ["OUTLINE-5-SUB-MONTHLY-WEB", { interval: "month" }],
  ]),
};
const realProvider: ImportTerms = { ...terms, sandbox: false };

/** A database with one full license of two seats, its owner and an invitation. */
const held: Known = {
  ...empty,
  accounts: new Map([["ada", { email: "ada@workshop.example", state: 100, customer_ids: ["cus_ada"] }]]),
  licenses: new Map([
    [
      "lic",
      { product_id: "OUTLINE-5", total_seats: 2, used_seats: 1, key: "K-1", owners: ["ada"], subscription_id: null },
    ],
  ]),
  seats: new Set(["s-1"]),
  references: new Set(["invitation-one"]),
  seated: new Set(["lic ada", "lic ada@workshop.example"]),
  subscriptions: new Set(["sub_known"]),
};

const check = (lines: readonly object[], known = empty, around = terms) =>
  checkImport(
    parseImport(
      lines.map((line) => JSON.stringify(line)),
      now,
    ),
    known,
    around,
  );
const faultsOf = (lines: readonly object[], known = empty, around = terms) =>
  check(lines, known, around).faults.map((fault) => faultText("f.jsonl", fault));

const ada = { type: "account", username: "ada", email: "ada@workshop.example" };
const bruno = { type: "account", username: "bruno", email: "bruno@workshop.example" };
const team = {
  type: "license",
  id: "team",
  owners: ["ada"],
  product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
  description: "Outlinear 5",
  total_seats: 2,
};
const paid = { type: "subscription", license: "team" };
const seat = { type: "seat", id: "a", license: "team", username: "ada" };

test("a whole file with every type and field has no fault, in any order of its lines", () => {
  const file = readFileSync(new URL("./testing/vendor.jsonl", import.meta.url));
  const lines = linesOf(file);
  const counts = { account: 7, license: 8, seat: 5, license_key: 3, upgrade: 1, subscription: 4 };
  for (const order of [lines, lines.toReversed()]) {
    const checked = checkImport(parseImport(order, now), empty, terms);
    expect(checked.faults).toEqual([]);
    expect(checked.imported).toEqual(counts);
    expect(checked.skipped).toEqual(noCounts());
  }
});

test("CRLF, a byte-order mark, blank lines and remarks are skipped, and lines are counted with them", () => {
  const text =
    '\uFEFF# remark\r\n\r\n{"type":"account","username":"ada","email":"a@b.example"}\r\n  \r\n{"type":"house"}';
  const parsed = parseImport(linesOf(new TextEncoder().encode(text)), now);
  expect(parsed.lines.map(({ line, key }) => [line, key])).toEqual([[3, "ada"]]);
  expect(parsed.faults.map(({ line, field }) => [line, field])).toEqual([[5, "type"]]);
});

test("a line that is not UTF-8 is one fault", () => {
  const parsed = parseImport(linesOf(Uint8Array.from([123, 125, 10, 0xff, 0xfe])), now);
  expect(parsed.faults).toContainEqual({ line: 2, field: "line", message: "is not UTF-8; save the file as UTF-8" });
});

// fault-sentences.test.ts has a case with its sentence for each rule; these are further values that a rule refuses.
test.each<[string, object, string]>([
  ["a field that only looks known", { ...ada, toString: 1 }, "toString"],
  ["a missing field", { type: "account", username: "x" }, "email"],
  ["a capital name", { ...ada, username: "Ada" }, "username"],
  ["a forbidden character", { ...ada, username: "a/da" }, "username"],
  ["a bool as text", { ...ada, is_staff: "true" }, "is_staff"],
  ["a state as text", { ...ada, state: "100" }, "state"],
  ["an impossible day", { ...ada, created: "2026-02-30T00:00:00Z" }, "created"],
  ["a time with a zone", { ...ada, created: "2026-02-03T00:00:00+01:00" }, "created"],
  ["a wrong offset", { ...ada, created: "20d" }, "created"],
  ["an offset beyond all times", { ...ada, created: "+999999999d" }, "created"],
  ["an unknown card", { ...ada, cards: ["4242"] }, "cards"],
  ["cards that are no list", { ...ada, cards: "4242424242424242" }, "cards"],
  ["too many seats", { ...team, total_seats: 2201 }, "total_seats"],
  ["half a seat", { ...team, total_seats: 1.5 }, "total_seats"],
  ["seats as text", { ...team, total_seats: "5" }, "total_seats"],
  ["a string of spaces", { ...team, description: "  " }, "description"],
  ["a control character", { ...team, id: "a\u0000b" }, "id"],
  ["half a character", { ...team, id: "\ud800" }, "id"],
  ["256 characters", { ...team, id: "x".repeat(256) }, "id"],
  ["products that are numbers", { ...team, products: [1] }, "products"],
  ["a short reference", { ...seat, reference: "abcdefghij" }, "reference"],
  ["no upgrades", { type: "upgrade", id: "u", upgrades_available: 0 }, "upgrades_available"],
])("of one line: %s", (_, line, field) => {
  expect(check([line]).faults.filter((fault) => fault.field === field)).toHaveLength(1);
});

test("a password is never shown in a fault", () => {
  expect(faultsOf([{ ...ada, password: "tab\there-secret", password_hash: "secret-hash" }]).join()).not.toContain(
    "secret",
  );
});

const invited = ["x@y.example", "z@y.example"].map((email) => ({ type: "seat", id: email, license: "lic", email }));
const upgrade = { type: "upgrade", from_license: "team", product_id: "P", description: "D", upgrades_available: 1 };

test.each<[string, readonly object[], Known, string]>([
  ["an address twice", [ada, { ...bruno, email: "ADA@workshop.example" }], empty, "2 email"],
  ["a key of two licenses", [ada, { ...team, key: "K" }, { ...team, id: "b", key: "K" }], empty, "3 key"],
  ["a seat of no license", [ada, seat], empty, "2 license"],
  ["more seats than the database has left", [bruno, ...invited], held, "3 license"],
  ["an account twice on a license", [ada, team, seat, { ...seat, id: "b" }], empty, "4 username"],
  ["an upgrade with a license's id", [ada, team, { ...upgrade, id: "team" }], empty, "2 id"],
  ["a subscription of no license", [paid], empty, "1 license"],
  ["a customer who is nowhere", [ada, team, { ...paid, customer: "zoe" }], empty, "3 customer"],
  ["a product that is no plan", [ada, { ...team, product_id: "OUTLINE-5" }, paid], empty, "3 plan"],
])("of the whole: %s", (_, lines, known, where) => {
  expect(check(lines, known).faults.map(({ line, field }) => `${line} ${field}`)).toEqual([where]);
});

test("with a real provider cards are faults, a subscription needs its id, and the catalogue is the provider's", () => {
  const lines = [
    { ...ada, cards: ["4242424242424242"] },
    team,
    { ...paid, plan: "TEAM-PLAN", card: "4242424242424242" },
  ];
  expect(faultsOf(lines, empty, realProvider).map((text) => text.split(":").slice(1, 3))).toEqual([
    ["1", " cards"],
    ["3", " id"],
    ["3", " card"],
  ]);
  const right = [ada, team, { ...paid, id: "sub_1", plan: "TEAM-PLAN", card: null, current_period_end: "+9d" }];
  expect(faultsOf(right, empty, realProvider)).toEqual([]);
});

test("a line that names a faulty line has no fault itself", () => {
  expect(faultsOf([{ ...ada, email: "nowhere" }, { ...team, total_seats: 0 }, seat, paid])).toHaveLength(2);
});

test("a line with a key in the database is skipped, with any other content", () => {
  const lines = [
    { ...ada, email: "bruno@workshop.example", password: "other" },
    bruno,
    { ...team, id: "lic", owners: ["nobody"], key: "K-9" },
    { ...seat, id: "s-1", license: "nowhere" },
  ];
  const checked = check(lines, held);
  expect(checked.faults).toEqual([]);
  expect(checked.skipped).toEqual({ ...noCounts(), account: 1, license: 1, seat: 1 });
  expect(checked.imported).toEqual({ ...noCounts(), account: 1 });
});

test("a subscription whose period has ended since its import is skipped, not refused", () => {
  const license = held.licenses.get("lic");
  if (!license) throw new Error("the database holds a license");
  const known = { ...held, licenses: new Map([["lic", { ...license, subscription_id: "sub_1" }]]) };
  const checked = check([{ type: "subscription", license: "lic", current_period_end: "2020-01-01T00:00:00Z" }], known);
  expect(checked.faults).toEqual([]);
  expect(checked.skipped.subscription).toBe(1);
});

test("offsets count from the system's time", () => {
  const at = (created: string) => {
    const [line] = check([{ ...ada, created }]).picture.fresh.account;
    return line?.fields.created?.toISOString();
  };
  expect(at("+20d")).toBe("2026-12-11T12:00:00.000Z");
  expect(at("-3h")).toBe("2026-11-21T09:00:00.000Z");
  expect(at("+15m")).toBe("2026-11-21T12:15:00.000Z");
  expect(at("-90s")).toBe("2026-11-21T11:58:30.000Z");
});
