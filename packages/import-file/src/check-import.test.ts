import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkImport, noCounts } from "./check-import.ts";
import { faultText } from "./faults.ts";
import { noDevices } from "./known-rows.ts";
import { linesOf, parseImport } from "./parse.ts";
import type { Known, ImportTerms } from "./picture.ts";

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

const empty: Known = {
  accounts: new Map(),
  licenses: new Map(),
  seats: new Set(),
  references: new Set(),
  seated: new Set(),
  licenseKeys: new Set(),
  upgrades: new Set(),
  devices: noDevices,
  subscriptions: new Set(),
};
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

const check = (lines: readonly unknown[], known = empty, around = terms) =>
  checkImport(
    parseImport(
      lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))),
      now,
    ),
    known,
    around,
  );
const faultsOf = (lines: readonly unknown[], known = empty, around = terms) =>
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

test.each<[string, unknown, string]>([
  ["not JSON", "{type:account}", 'f.jsonl:1: line: "{type:account}" is not JSON'],
  ["a list", "[1]", "f.jsonl:1: line: [1] is not a JSON object"],
  ["no type", { username: "x" }, "f.jsonl:1: type: is missing; it must be one of account, license"],
  ["an unknown type", { type: "House" }, 'f.jsonl:1: type: "House" is not one of account'],
  ["an unknown field", { ...ada, color: "red" }, "f.jsonl:1: color: is not a field of account; its fields are"],
  ["a field that only looks known", { ...ada, toString: 1 }, "f.jsonl:1: toString: is not a field of account"],
  ["a missing field", { type: "account", username: "x" }, "f.jsonl:1: email: is missing; account needs it"],
  ["null for a required field", { ...ada, email: null }, "f.jsonl:1: email: is missing"],
  ["a capital name", { ...ada, username: "Ada" }, 'f.jsonl:1: username: "Ada" is not a normalized account name'],
  ["a forbidden character", { ...ada, username: "a/da" }, 'f.jsonl:1: username: "a/da" is not a normalized'],
  ["no address", { ...ada, email: "ada" }, 'f.jsonl:1: email: "ada" is not an e-mail address'],
  ["a bool as text", { ...ada, is_staff: "true" }, 'f.jsonl:1: is_staff: "true" is not true or false'],
  ["another state", { ...ada, state: 200 }, "f.jsonl:1: state: 200 is not 100, 300 or 301"],
  ["a state as text", { ...ada, state: "100" }, 'f.jsonl:1: state: "100" is not 100, 300 or 301'],
  ["an impossible day", { ...ada, created: "2026-02-30T00:00:00Z" }, "f.jsonl:1: created: "],
  ["a time with a zone", { ...ada, created: "2026-02-03T00:00:00+01:00" }, "f.jsonl:1: created: "],
  ["a wrong offset", { ...ada, created: "20d" }, 'f.jsonl:1: created: "20d" is not a time such as 2026-'],
  ["an offset beyond all times", { ...ada, created: "+999999999d" }, "f.jsonl:1: created: "],
  ["an empty password", { ...ada, password: "" }, "f.jsonl:1: password: is not a string of 1 to 256"],
  ["half a hash", { ...ada, password_hash: "$2b$10$abc" }, "f.jsonl:1: password_hash: is not a whole bcrypt hash"],
  [
    "a hash without salt",
    { ...ada, password_hash: "5f4dcc3b5aa765d61d8327deb882cf99" },
    "f.jsonl:1: password_hash: is an MD5 hash, which is not taken: leave it out; the customer resets it by mail",
  ],
  [
    "a hash that stalls",
    { ...ada, password_hash: "$argon2id$v=19$m=8388608,t=2,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaA" },
    "f.jsonl:1: password_hash: is not an argon2id",
  ],
  ["an unknown card", { ...ada, cards: ["4242"] }, 'f.jsonl:1: cards: item 1: "4242" is not a card'],
  ["cards that are no list", { ...ada, cards: "4242424242424242" }, "f.jsonl:1: cards: "],
  ["no owner", { ...team, owners: [] }, "f.jsonl:1: owners: [] is not a list of 1 or more"],
  ["an owner twice", { ...team, owners: ["ada", "Ada"] }, 'f.jsonl:1: owners: "ada" is there twice'],
  ["no seats", { ...team, total_seats: 0 }, "f.jsonl:1: total_seats: 0 is not an integer from 1 to 2200"],
  ["too many seats", { ...team, total_seats: 2201 }, "f.jsonl:1: total_seats: 2201 is not an integer"],
  ["half a seat", { ...team, total_seats: 1.5 }, "f.jsonl:1: total_seats: 1.5 is not an integer"],
  ["seats as text", { ...team, total_seats: "5" }, 'f.jsonl:1: total_seats: "5" is not an integer'],
  ["a string of spaces", { ...team, description: "  " }, 'f.jsonl:1: description: "  " is not a string'],
  ["a control character", { ...team, id: "a\u0000b" }, "f.jsonl:1: id: "],
  ["half a character", { ...team, id: "\ud800" }, "f.jsonl:1: id: "],
  ["256 characters", { ...team, id: "x".repeat(256) }, "f.jsonl:1: id: "],
  ["products that are numbers", { ...team, products: [1] }, "f.jsonl:1: products: item 1: 1 is not a string"],
  ["another purchase type", { ...team, purchase_type: "rent" }, "f.jsonl:1: purchase_type: "],
  ["a seat of nobody", { ...seat, username: undefined }, "f.jsonl:1: line: names neither username nor email"],
  ["a seat of two", { ...seat, email: "x@y.example" }, "f.jsonl:1: email: cannot stand beside username"],
  ["a held pending seat", { ...seat, status: "pending" }, 'f.jsonl:1: status: "pending" goes with email'],
  [
    "an active invitation",
    { ...seat, username: null, email: "x@y.example", status: "active" },
    'f.jsonl:1: status: "active" goes with username',
  ],
  ["a held seat's reference", { ...seat, reference: "abcdefghijk" }, "f.jsonl:1: reference: belongs to a pending"],
  ["a short reference", { ...seat, reference: "abcdefghij" }, 'f.jsonl:1: reference: "abcdefghij" is not a reference'],
  ["both passwords", { ...ada, password: "x", password_hash: hash() }, "f.jsonl:1: password_hash: cannot stand beside"],
  ["51 percent", { ...paid, tax_percent: 51 }, "f.jsonl:1: tax_percent: 51 is not a number from 0 to 50"],
  ["a paused subscription", { ...paid, status: "paused" }, 'f.jsonl:1: status: "paused" is not active'],
  ["no upgrades", { type: "upgrade", id: "u", upgrades_available: 0 }, "f.jsonl:1: upgrades_available: 0 is not"],
])("of one line: %s", (_, line, expected) => {
  expect(faultsOf([line]).filter((text) => text.startsWith(expected))).toHaveLength(1);
});

function hash(): string {
  return "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g";
}

test("a password is never shown in a fault", () => {
  expect(faultsOf([{ ...ada, password: "tab\there-secret", password_hash: "secret-hash" }]).join()).not.toContain(
    "secret",
  );
});

test.each<[string, readonly unknown[], Known, string]>([
  ["a key twice", [ada, { ...ada, email: "b@c.example" }], empty, 'f.jsonl:2: username: "ada" is the key of line 1'],
  ["an address twice", [ada, { ...bruno, email: "ADA@workshop.example" }], empty, "f.jsonl:2: email: "],
  ["an address of the database", [{ ...bruno, email: "Ada@Workshop.example" }], held, "f.jsonl:1: email: "],
  ["a customer of another", [{ ...bruno, customer_id: "cus_ada" }], held, 'f.jsonl:1: customer_id: "cus_ada" is the'],
  ["an owner who is nowhere", [team], empty, 'f.jsonl:1: owners: "ada" is no account'],
  [
    "an eligible license that is nowhere",
    [ada, { ...team, upgrade_eligible_registration: "x" }],
    empty,
    "f.jsonl:2: up",
  ],
  ["a key of two licenses", [ada, { ...team, key: "K" }, { ...team, id: "b", key: "K" }], empty, "f.jsonl:3: key: "],
  ["a key of the database", [{ ...team, key: "K-1" }], held, 'f.jsonl:1: key: "K-1" is the key of license "lic"'],
  ["a seat of no license", [ada, seat], empty, 'f.jsonl:2: license: "team" is no license'],
  [
    "a seat of no account",
    [ada, team, { ...seat, username: "zoe" }],
    empty,
    'f.jsonl:3: username: "zoe" is no account',
  ],
  [
    "more seats than there are",
    [ada, bruno, { ...team, total_seats: 1 }, seat, { ...seat, id: "b", username: "bruno" }],
    empty,
    'f.jsonl:5: license: "team" has 1 seats and this is number 2',
  ],
  [
    "more seats than the database has left",
    [bruno, ...["x@y.example", "z@y.example"].map((email) => ({ type: "seat", id: email, license: "lic", email }))],
    held,
    'f.jsonl:3: license: "lic" has 2 seats and this is number 3',
  ],
  [
    "an account twice",
    [ada, team, seat, { ...seat, id: "b" }],
    empty,
    'f.jsonl:4: username: "ada" is on license "team"',
  ],
  [
    "an address twice on a license",
    [ada, team, seat, { type: "seat", id: "b", license: "team", email: "ADA@workshop.example" }],
    empty,
    "f.jsonl:4: email: ",
  ],
  ["an account seated in the database", [{ ...seat, license: "lic" }], held, "f.jsonl:1: username: "],
  [
    "a reference of the database",
    [{ type: "seat", id: "n", license: "lic", email: "n@n.example", reference: "invitation-one" }],
    held,
    'f.jsonl:1: reference: "invitation-one" is the reference of an invitation in the database',
  ],
  [
    "a registered key whose license has another",
    [
      ada,
      { ...team, key: "K" },
      { type: "license_key", key: "L", owner: "A", product_id: "P", description: "D", license: "team" },
    ],
    empty,
    'f.jsonl:3: license: "team" has the key "K"; its key must be "L"',
  ],
  [
    "a free key that a license has",
    [{ type: "license_key", key: "K-1", owner: "A", product_id: "P", description: "D" }],
    held,
    'f.jsonl:1: license: is missing; "K-1" is the key of license "lic"',
  ],
  [
    "more upgrades than seats",
    [{ type: "upgrade", id: "u", from_license: "lic", product_id: "P", description: "D", upgrades_available: 3 }],
    held,
    'f.jsonl:1: upgrades_available: 3 is more than the 2 seats of "lic"',
  ],
  [
    "an upgrade with a license's id",
    [
      ada,
      team,
      { type: "upgrade", id: "team", from_license: "team", product_id: "P", description: "D", upgrades_available: 1 },
    ],
    empty,
    'f.jsonl:2: id: "team" is the id of an upgrade',
  ],
  ["a subscription of no license", [paid], empty, 'f.jsonl:1: license: "team" is no license'],
  [
    "a customer who is nowhere",
    [ada, team, { ...paid, customer: "zoe" }],
    empty,
    'f.jsonl:3: customer: "zoe" is no account',
  ],
  [
    "a store-billed license",
    [ada, { ...team, product_id: "TASK-3-SUB-MONTHLY-MAS" }, paid],
    empty,
    "f.jsonl:3: license: ",
  ],
  [
    "more than the seats",
    [ada, team, { ...paid, quantity: 3 }],
    empty,
    "f.jsonl:3: quantity: 3 is more than the 2 seats",
  ],
  [
    "a plan that is none",
    [ada, team, { ...paid, plan: "OUTLINE-9" }],
    empty,
    'f.jsonl:3: plan: "OUTLINE-9" is no plan',
  ],
  [
    "a product that is no plan",
    [ada, { ...team, product_id: "OUTLINE-5" }, paid],
    empty,
    "f.jsonl:3: plan: is missing",
  ],
  [
    "a period that is over",
    [ada, team, { ...paid, current_period_end: "-1d" }],
    empty,
    "f.jsonl:3: current_period_end: ",
  ],
  [
    "a period too long",
    [ada, team, { ...paid, current_period_end: "+366d" }],
    empty,
    "f.jsonl:3: current_period_end: ",
  ],
  [
    "an ended one that goes on",
    [ada, team, { ...paid, status: "canceled", current_period_end: "+1d" }],
    empty,
    "f.jsonl:3: current_period_end: ",
  ],
  ["a subscription's id twice", [ada, team, { ...paid, id: "sub_known" }], held, 'f.jsonl:3: id: "sub_known" is a sub'],
])("of the whole: %s", (_, lines, known, expected) => {
  const faults = faultsOf(lines, known);
  expect(faults, faults.join("\n")).toHaveLength(1);
  expect(faults[0]).toContain(expected);
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
