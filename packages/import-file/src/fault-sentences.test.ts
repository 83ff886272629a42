import { expect, test } from "vitest";
import { checkAtProvider } from "./check-at-provider.ts";
import { checkImport } from "./check-import.ts";
import { noDevices } from "./known-rows.ts";
import { parseImport } from "./parse.ts";
import type { Known } from "./picture.ts";
import { emptyKnown } from "./testing/empty-known.ts";

// All sentences about faults, character by character, because people fix their files by them and scripts parse them.

const now = new Date("2026-11-21T12:00:00Z");
const devices = { counts: "seat", limit: 1, offlineDays: 30, freesPer30Days: 2 } as const;
const activationRules = (productId: string) => (productId.startsWith("OUTLINE-") ? devices : null);
const plans = new Map([["OUTLINE-5-SUB-ANNUAL-WEB", { interval: "year" as const }]]);
/** A database with one license of two seats, an invitation on it, its manager and an upgrade. */
const known: Known = {
  ...emptyKnown,
  accounts: new Map([["ada", { email: "ada@a.example", state: 100, customer_ids: ["cus_ada"] }]]),
  licenses: new Map([
    [
      "lic",
      { product_id: "OUTLINE-5", total_seats: 2, used_seats: 1, key: "K-1", owners: ["ada"], subscription_id: null },
    ],
    [
      "plain",
      { product_id: "OUTLINE-5", total_seats: 1, used_seats: 0, key: null, owners: ["ada"], subscription_id: null },
    ],
  ]),
  seats: new Set(["s-1"]),
  references: new Set(["invitation-one"]),
  seated: new Set(["lic ada", "lic ada@a.example"]),
  upgrades: new Set(["up"]),
  devices: { ...noDevices, heldSeats: new Map([["lic ada", "s-1"]]) },
  subscriptions: new Set(["sub_known"]),
};

const bo = { type: "account", username: "bo", email: "bo@a.example" };
const team = {
  type: "license",
  id: "team",
  owners: ["ada"],
  product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
  description: "Outlinear 5",
};
const seat = { type: "seat", id: "s", license: "team", username: "ada" };
const key = { type: "license_key", key: "L", owner: "Ada", product_id: "P", description: "D" };
const upgrade = { type: "upgrade", id: "u", from_license: "lic", product_id: "P", description: "D" };
const hash = { fingerprint_hash: "h".repeat(43), fingerprint_key: `key:v1:0123abcd:${"s".repeat(60)}` };
const device = { type: "activation", id: "d", license: "lic", username: "ada", fingerprint: "f".repeat(16) };
const paid = { type: "subscription", license: "team" };

function faultsOf(lines: readonly unknown[], sandbox = true): string[] {
  const source = lines.map((line) => (typeof line === "object" && line !== null ? JSON.stringify(line) : line));
  const texts = source.map((line) => (typeof line === "string" ? line : null));
  const checked = checkImport(parseImport(texts, now), known, { now, sandbox, plans, activationRules });
  return checked.faults.map(({ line, field, message }) => `${line} ${field}: ${message}`);
}

const many = (count: number, one: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => one(n)).join();
const types = "account, license, seat, license_key, upgrade, subscription, activation";
const words = "a string of 1 to 255 characters without control characters and not only white space";

test.each<[fault: string, line: unknown]>([
  ["line: is not UTF-8; save the file as UTF-8", null],
  ['line: "{" is not JSON; a line is one JSON object, or blank, or begins with #', "{"],
  ["line: [] is not a JSON object", "[]"],
  ["line: has more than 200 fields", `{${many(201, (n) => `"f${n}":1`)}}`],
  ["line: has a list of more than 2200 entries", `{"a":[${many(2_201, () => "1")}]}`],
  ["line: is nested more than 10 deep", `${"[".repeat(11)}${"]".repeat(11)}`],
  ["line: names a field twice; leave one of them out", '{"a":1,"a":2}'],
  [`type: is missing; it must be one of ${types}`, {}],
  [`type: "house" is not one of ${types}`, { type: "house" }],
  [
    "a: is not a field of subscription; its fields are license, customer, id, plan, quantity, status, cancel_at_period_end, current_period_end, card, tax_percent",
    { ...paid, a: 1 },
  ],
  ["email: is missing; account needs it", { ...bo, email: null }],
  [
    `username: "${"X".repeat(56)}… is not a normalized account name: lower case, no white space, none of $ % * \\ : / ~ \``,
    { ...bo, username: "X".repeat(300) },
  ],
  [`id: 1 is not ${words}`, { ...team, id: 1 }],
  [`products: item 2: "" is not ${words}`, { ...team, products: ["a", ""] }],
  ['email: "bo" is not an e-mail address such as maria@example.com', { ...bo, email: "bo" }],
  [
    "password: is not a string of 1 to 256 characters without control characters and not only white space",
    { ...bo, password: "" },
  ],
  ["password_hash: is not a password hash of 1 to 255 characters", { ...bo, password_hash: 1 }],
  [
    "password_hash: is not a whole bcrypt hash: $2b$, the cost in two digits, $ and 53 letters",
    { ...bo, password_hash: "$2b$10$abc" },
  ],
  ["state: 1 is not 100, 300 or 301", { ...bo, state: 1 }],
  ["is_staff: 1 is not true or false", { ...bo, is_staff: 1 }],
  [
    'created: "now" is not a time such as 2026-11-20T09:30:00Z, or an offset such as +20d, -3h, +15m, -90s',
    { ...bo, created: "now" },
  ],
  ["cards: 1 is not a list", { ...bo, cards: 1 }],
  [
    "cards: item 1: 1 is not a card of the payment sandbox: 4242424242424242, 5555555555554444, 378282246310005, 4000000000000002, 4000000000009995, 4000000000000341, 4000002500003155, 4000002760003184",
    { ...bo, cards: [1] },
  ],
  [
    "password_hash: cannot stand beside password; leave one of them out",
    { ...bo, password: "x", password_hash: `$argon2id$v=19$m=19456,t=2,p=1$${"c".repeat(22)}$${"a".repeat(43)}` },
  ],
  ["owners: [] is not a list of 1 or more", { ...team, owners: [] }],
  ["owners: item 1: 1 is not an account name", { ...team, owners: [1] }],
  ['owners: "ada" is there twice; name it once', { ...team, owners: ["ada", "Ada"] }],
  ["total_seats: 0 is not an integer from 1 to 2200", { ...team, total_seats: 0 }],
  ["upgrades_remaining: -1 is not an integer from 0 to 2200", { ...team, upgrades_remaining: -1 }],
  ['purchase_type: "rent" is not perpetual, renewable or trial', { ...team, purchase_type: "rent" }],
  ['status: "free" is not active, expiring or pending', { ...seat, status: "free" }],
  ['reference: "x" is not a reference: 11 to 64 of A-Z a-z 0-9 _ -', { ...seat, reference: "x" }],
  ["line: names neither username nor email; a seat has exactly one of them", { ...seat, username: null }],
  ["email: cannot stand beside username; a seat has exactly one of them", { ...seat, email: "b@b.example" }],
  [
    'status: "active" goes with username; with email it is pending',
    { ...seat, username: null, email: "b@b.example", status: "active" },
  ],
  ['status: "pending" goes with email; with username it is active or expiring', { ...seat, status: "pending" }],
  [
    "reference: belongs to a pending invitation; leave it out, or name an email in place of username",
    { ...seat, reference: "abcdefghijk" },
  ],
  ['status: "paused" is not active, past_due or canceled', { ...paid, status: "paused" }],
  ["activation_limit_until: is missing; activation_limit needs it", { ...team, activation_limit: 5 }],
  ["activation_limit: is missing; activation_limit_until needs it", { ...team, activation_limit_until: "+5d" }],
  ["activation_limit: 1001 is not an integer from 1 to 1000", { ...team, activation_limit: 1_001 }],
  ['fingerprint: "short" is not a fingerprint: 16 to 128 of A-Z a-z 0-9 _ -', { ...device, fingerprint: "short" }],
  [
    `name: "${"n".repeat(56)}… is not a string of 1 to 64 characters without control characters and not only white space`,
    { ...device, name: "n".repeat(65) },
  ],
  [
    "line: has neither fingerprint nor fingerprint_hash; a device has exactly one of them",
    { ...device, fingerprint: null },
  ],
  ["fingerprint_hash: cannot be next to fingerprint; a device has exactly one of them", { ...device, ...hash }],
  [
    'fingerprint_hash: "h" is not a hash of a fingerprint as export writes it: 43 of A-Z a-z 0-9 _ -',
    { ...device, ...hash, fingerprint: null, fingerprint_hash: "h" },
  ],
  [
    'fingerprint_key: "k" is not a sealed key of fingerprints as export writes it',
    { ...device, ...hash, fingerprint: null, fingerprint_key: "k" },
  ],
  [
    "fingerprint_key: is missing; fingerprint_hash needs the key that export writes with it",
    { ...device, ...hash, fingerprint: null, fingerprint_key: null },
  ],
  ["fingerprint_key: belongs to fingerprint_hash; leave it out", { ...device, fingerprint_key: hash.fingerprint_key }],
  [
    'ended_by: "cat" is not holder, replaced, manager, staff, seat, license or account',
    { ...device, ended: "-1d", ended_by: "cat" },
  ],
  ["ended_by: belongs to a device that has ended; leave it out, or add ended", { ...device, ended_by: "holder" }],
  ["tax_percent: 51 is not a number from 0 to 50", { ...paid, tax_percent: 51 }],
])("a line by itself: %s", (fault, line) => {
  expect(faultsOf([line])).toEqual([`1 ${fault}`]);
});

const billed = "is billed in an app store (TASK-3-SUB-MONTHLY-MAS); it has no subscription here";
const somewhere = "name one of this file or of the database, or add its line";

test.each<[fault: string, lines: readonly unknown[]]>([
  ['2 username: "bo" is the key of line 1 already; one account has one line', [bo, bo]],
  [
    '1 email: "ADA@a.example" is the address of "ada"; an address belongs to one account that is not closed',
    [{ ...bo, email: "ADA@a.example" }],
  ],
  [
    '1 customer_id: "cus_ada" is the customer of "ada"; a customer belongs to one account',
    [{ ...bo, customer_id: "cus_ada" }],
  ],
  [`1 owners: "zoe" is no account; ${somewhere}`, [{ ...team, owners: ["zoe"] }]],
  [
    '2 owners: the account "ada" exists with another address than its line here; name the person\'s account, or leave same_address out if it is hers',
    [{ ...bo, username: "ada", same_address: true }, team],
  ],
  [
    `1 upgrade_eligible_registration: "x" is no license; ${somewhere}`,
    [{ ...team, upgrade_eligible_registration: "x" }],
  ],
  ['1 key: "K-1" is the key of license "lic"; a key belongs to one license', [{ ...team, key: "K-1" }]],
  ['1 id: "up" is the id of an upgrade, and of the license that it becomes; choose another', [{ ...team, id: "up" }]],
  [`1 username: "zoe" is no account; ${somewhere}`, [{ ...seat, license: "plain", username: "zoe" }]],
  [
    '3 license: "team" has 1 seats and this is number 2; remove a seat or raise total_seats',
    [team, seat, { type: "seat", id: "t", license: "team", email: "b@b.example" }],
  ],
  [
    '1 username: "ada" is on license "lic" already, in the database; nobody has two seats of one license',
    [{ ...seat, license: "lic" }],
  ],
  [
    '3 email: "Ada@a.example" is on license "team" already, by seat "s"; nobody has two seats of one license',
    [{ ...team, total_seats: 2 }, seat, { type: "seat", id: "t", license: "team", email: "Ada@a.example" }],
  ],
  [
    '1 reference: "invitation-one" is the reference of an invitation in the database; it must be its own',
    [{ type: "seat", id: "t", license: "plain", email: "b@b.example", reference: "invitation-one" }],
  ],
  [
    '2 reference: "abcdefghijk" is the reference of seat "lic"; it must be its own',
    ["lic", "plain"].map((license) => ({
      type: "seat",
      id: license,
      license,
      email: "b@b.example",
      reference: "abcdefghijk",
    })),
  ],
  ['1 license: is missing; "K-1" is the key of license "lic" already, so it must name it', [{ ...key, key: "K-1" }]],
  ['1 license: "lic" has the key "K-1"; its key must be "L"', [{ ...key, license: "lic" }]],
  ['1 license: "plain" has no key; its key must be "L"', [{ ...key, license: "plain" }]],
  [
    '1 upgrades_available: 3 is more than the 2 seats of "lic"; at most that many can be upgraded',
    [{ ...upgrade, upgrades_available: 3 }],
  ],
  [
    '2 id: "sub_known" is a subscription in the database already; it must be its own',
    [team, { ...paid, id: "sub_known" }],
  ],
  [
    '4 id: "sub" is a subscription of license "team" already; it must be its own',
    [team, { ...paid, id: "sub" }, { ...team, id: "b" }, { ...paid, license: "b", id: "sub" }],
  ],
  [`2 license: "team" ${billed}`, [{ ...team, product_id: "TASK-3-SUB-MONTHLY-MAS" }, paid]],
  ['2 quantity: 2 is more than the 1 seats of "team"; it is that number or less', [team, { ...paid, quantity: 2 }]],
  ['2 plan: "X" is no plan of the catalogue (OUTLINE-5-SUB-ANNUAL-WEB)', [team, { ...paid, plan: "X" }]],
  [
    '1 plan: is missing, and the product id "OUTLINE-5" of "lic" is no plan of the catalogue (OUTLINE-5-SUB-ANNUAL-WEB)',
    [{ type: "subscription", license: "lic" }],
  ],
  [
    "2 current_period_end: 2026-11-22T12:00:00.000Z is not in the past, as that of a canceled one is",
    [team, { ...paid, status: "canceled", current_period_end: "+1d" }],
  ],
  [
    "2 current_period_end: 2026-11-20T12:00:00.000Z is not in the future; an ended subscription has the status canceled",
    [team, { ...paid, current_period_end: "-1d" }],
  ],
  [
    "2 current_period_end: 2027-11-22T12:00:00.000Z is more than one year ahead; it is at most one interval of the plan ahead",
    [team, { ...paid, current_period_end: "+366d" }],
  ],
  [`1 license: "x" is no license; ${somewhere}`, [{ ...device, license: "x" }]],
  [`1 username: "zoe" is no account; ${somewhere}`, [{ ...device, username: "zoe" }]],
  [
    '2 username: "bo" holds no seat of license "lic"; add the seat, or say when the device ended',
    [bo, { ...device, username: "bo" }],
  ],
  ['1 seat: "s-2" is not the seat of "ada", which is "s-1"; leave it out', [{ ...device, seat: "s-2" }]],
  ['2 fingerprint: is that of device "d" too; a device is live once in a seat', [device, { ...device, id: "e" }]],
  [
    '2 license: "lic" has no place left; each of its seats may have 1 device, and one that ended counts until offline_until',
    [device, { ...device, id: "e", fingerprint: "e".repeat(16) }],
  ],
  [
    '2 license: "lic" has no place left; each of its seats may have 1 device, and one that ended counts until offline_until',
    [device, { ...device, id: "e", fingerprint: "e".repeat(16), ended: "-1d", offline_until: "+5d" }],
  ],
  [
    '3 license: "team" is of product PLAN-4, which has no devices; the brand\'s products say which have',
    [
      { ...team, product_id: "PLAN-4" },
      { ...seat, license: "team" },
      { ...device, license: "team" },
    ],
  ],
])("lines together: %s", (fault, lines) => {
  expect(faultsOf(lines)).toEqual([fault]);
});

test("MOVE-05 an account with another address stays skipped without same_address, and where nothing new names it", () => {
  const ada = { ...bo, username: "ada" };
  expect(faultsOf([ada, team])).toEqual([]);
  expect(
    faultsOf([
      { ...ada, same_address: true },
      { ...team, id: "lic" },
    ]),
  ).toEqual([]);
  expect(faultsOf([{ ...ada, email: "ADA@a.example", same_address: true }, team])).toEqual([]);
});

const holders = "belongs to the payment sandbox; a real provider's cards are saved by their holders, so leave it out";

test.each<[fault: string, lines: readonly unknown[]]>([
  [`1 cards: ${holders}`, [{ ...bo, cards: [] }]],
  [`2 card: ${holders}`, [team, { ...paid, id: "sub", card: "4242424242424242" }]],
  ["2 id: is missing; with a real provider it names the subscription there", [team, paid]],
])("with a real provider: %s", (fault, lines) => {
  expect(faultsOf(lines, false)).toEqual([fault]);
});

test.each<[fault: string, id: string]>([
  ['1 customer_id: "cus" is no customer of the payment provider; name one that it has, or leave it out', "cus"],
  ['3 id: "sub" is no subscription of the payment provider; name one that it has', "sub"],
  [
    '3 id: "sub_free" names no license at the payment provider; its metadata registration_id must be "team"',
    "sub_free",
  ],
  [
    '3 id: "sub_lic" names the license "lic" at the payment provider; its metadata registration_id must be "team"',
    "sub_lic",
  ],
])("at the provider: %s", (fault, id) => {
  const isCustomer = id === "cus";
  const lines = [
    { ...bo, customer_id: isCustomer ? id : "cus_bo" },
    team,
    { ...paid, id: isCustomer ? "sub_team" : id },
  ];
  const source = lines.map((line) => JSON.stringify(line));
  const { picture } = checkImport(parseImport(source, now), known, { now, sandbox: false, plans, activationRules });
  const subscriptions = { sub_team: "team", sub_free: null, sub_lic: "lic" };
  const faults = checkAtProvider(picture.fresh, {
    customers: new Set(["cus_bo"]),
    subscriptions: new Map(
      Object.entries(subscriptions).map(([name, registrationId]) => [name, { customerId: "cus_bo", registrationId }]),
    ),
  });
  expect(faults.map(({ line, field, message }) => `${line} ${field}: ${message}`)).toEqual([fault]);
});
