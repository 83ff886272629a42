import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addressKey, isAddress } from "@foyer/domain/addresses";
import { refuseAccountName } from "@foyer/domain/account-name";
import { accountNameFor } from "./moved-names.ts";
import { shopDate } from "./shop-dates.ts";
import type { Known } from "../picture.ts";
import { emptyKnown } from "../testing/empty-known.ts";
import { converted, fileOf, only } from "./testing/converted.ts";

const products = "shop_product,product_id,description\npro,TASK-3,Tasklight 3\n";
const csv = (content: string | Uint8Array, more = {}) =>
  converted("csv", { "licenses.csv": content, "products.csv": products }, more);
const header = "email,product,id,key,expires_at,bought_at";

const utf16 = (text: string): Uint8Array => {
  const bytes = new Uint8Array(2 * (text.length + 1));
  for (const [at, letter] of `\uFEFF${text}`.split("").entries())
    new DataView(bytes.buffer).setUint16(2 * at, letter.charCodeAt(0), true);
  return bytes;
};
const quirky =
  'E-Mail;Product;Licence;ID;Key\r\n"bo@büro.example";pro;"two\r\nlines; quoted";1;A-1\r\n;;;;\r\nada@a.example;pro;;2;A-2\r\n';

test.each<[string, string | Uint8Array]>([
  ["semicolons and line breaks in quotes", quirky],
  ["a byte order mark", `\uFEFF${quirky}`],
  ["UTF-16", utf16(quirky)],
  ["Windows-1252", Uint8Array.from(quirky, (letter) => letter.charCodeAt(0))],
])("MOVE-05 a table with %s is read, and rows are named by their line", (_, content) => {
  const all = csv(content);
  expect(only(all, "account", "username")).toEqual([["bo_xn--bro-hoa.example"], ["ada_a.example"]]);
  expect(all.report.map((line) => line.split(" ")[0])).toEqual(["licenses.csv:2", "licenses.csv:5"]);
  expect(all.summary).toContain("licenses.csv: unknown column, not used: Licence");
});

test("MOVE-05 a missing column, a missing file and a broken file are one clear fault each, and no line is written", () => {
  expect(csv("mail,id\nx,1\n").faults).toEqual([
    "licenses.csv: the column email (or address, customer_email) and product (or shop_product, product_id) is missing",
  ]);
  expect(converted("lemon-squeezy", { "orders.csv": "id,status,user_email\n" }).faults).toEqual([
    "the export has no file whose name begins with license-keys",
  ]);
  const json = (text: string) => converted("keygen", { "licenses.json": text }).faults;
  expect(json('[{"id":"1","key":"K","policy":')).toEqual(["licenses.json: ends in the middle of record 1"]);
  expect(json('[{"id":1,}]')).toEqual(["licenses.json: record 1 is not JSON"]);
  expect(json('[{"id":"1"}]')[0]).toBe(
    "licenses.json: the column key and relationships.policy.data.id (or policy_id, policy) is missing",
  );
});

test("MOVE-05 an unclosed quote does not make the reader take the whole file as one row", () => {
  const content = `${header}\n"a@a.example,pro,1\n${"b@b.example,pro,2,,,\n".repeat(250_000)}`;
  const files = [fileOf("licenses.csv", content, 65_536)];
  expect(converted("csv", {}, { files }).faults).toEqual([
    "licenses.csv: a row is longer than 4 MB; a quote may be unclosed",
  ]);
});

test("MOVE-05 products that products.csv lacks are one fault, with the lines to fill in, the most frequent first", () => {
  const all = csv(`${header}\na@a.example,basic,1\nb@a.example,team,2\nc@a.example,"team",3\nd@a.example,pro,4\n`);
  expect(all.faults).toEqual([
    [
      "products.csv lacks 2 of the shop's products. Fill in these lines, or - as product_id to leave a product out:",
      "shop_product,product_id,description,activation_limit,name",
      "team,,,,team (2)",
      "basic,,,,basic (1)",
    ].join("\n"),
  ]);
  const wrong = converted("csv", {
    "licenses.csv": header,
    "products.csv": "shop_product,product_id,description\npro,TASK-3,\n",
  });
  expect(wrong.faults[0]).toMatch(/^products.csv:2: a line has shop_product, product_id and description/);
});

test("MOVE-05 a date of which the month is unclear is one fault, until the operator says it", () => {
  const content = `${header}\na@a.example,pro,1,,03/04/2027,01/02/2024\nb@a.example,pro,2,,2027-03-04,2024-01-02 03:04\n`;
  expect(csv(content).faults).toEqual([
    'licenses.csv:2: "01/02/2024" can be read in two ways; say --dates mdy (month first) or --dates dmy',
  ]);
  const dates = { order: "mdy", zoneMinutes: 120 } as const;
  const all = csv(content, { dates });
  expect(all.faults).toEqual([]);
  expect(only(all, "license", "registration_date", "expires_date")).toEqual([
    // An end without a time is the end of that day.
    ["2024-01-01T22:00:00Z", "2027-03-04T21:59:59Z"],
    ["2024-01-02T01:04:00Z", "2027-03-04T21:59:59Z"],
  ]);
  expect(all.summary).toContain("licenses.csv: a date without a zone was read as UTC+02:00 (6 times)");
});

test.each([
  ["2026-11-20T09:30:00Z", "2026-11-20T09:30:00.000Z"],
  ["2026-11-20 09:30:00.123456+01:00", "2026-11-20T08:30:00.000Z"],
  ["2026-11-20 09:30 UTC", "2026-11-20T09:30:00.000Z"],
  ["2026/1/2", "2026-01-02T00:00:00.000Z"],
  ["31.12.2026, 23:59", "2026-12-31T23:59:00.000Z"],
  ["11/20/2026 12:05 AM", "2026-11-20T00:05:00.000Z"],
  ["11/20/2026 1:05:09 pm", "2026-11-20T13:05:09.000Z"],
  ["2026-02-30", null],
  ["20/11/2026", null],
  ["2026-11-20 25:00", null],
  ["2026-11-20 09:60", null],
  ["yesterday", null],
  ["1732100000", null],
  ["2026-11-20 soon", null],
])("MOVE-05 the date %s is %s", (text, expected) => {
  const date = shopDate(text, "start", { order: "mdy", zoneMinutes: 0 });
  expect(date === null || date === "order" ? date : date.at.toISOString()).toBe(expected);
});

test("MOVE-05 an account name depends on the address alone, is allowed, and no two addresses share one", () => {
  expect(accountNameFor("o'brien+list@a.example")).toBe("o'brien+list_a.example");
  expect(accountNameFor("a/b%c=d@a.example")).toBe("a=2fb=25c=3dd_a.example");
  const letters = fc.constantFrom("a", "b", "_", "-", "=", "2", "f", "/", "%", "~", "$", "*", "`", "'", "+", ".");
  const local = fc.string({ unit: letters, minLength: 1, maxLength: 6 });
  const address = fc
    .tuple(local, fc.constantFrom("a.example", "b.a.example", "a-b.example"))
    .map((parts) => addressKey(parts.join("@")))
    .filter(isAddress);
  fc.assert(
    fc.property(address, address, (one, other) => {
      expect(refuseAccountName(accountNameFor(one))).toBeNull();
      expect(accountNameFor(one)).not.toContain("@");
      if (one !== other) expect(accountNameFor(one)).not.toBe(accountNameFor(other));
    }),
    { numRuns: 2_000 },
  );
});

test("MOVE-05 with an export of this system, its accounts are used by address, and no name is given twice", () => {
  const accounts = [
    { type: "account", username: "ada", email: "Ada@A.example", state: 100 },
    { type: "account", username: "bo_a.example", email: "thief@a.example", state: 100 },
    { type: "account", username: "closed", email: "cy@a.example", state: 300 },
  ];
  const exported = [...accounts, { type: "license", id: "x" }].map((line) => JSON.stringify(line)).join("\n");
  const here: Known = {
    ...emptyKnown,
    accounts: new Map(accounts.map(({ username, email, state }) => [username, { email, state, customer_ids: [] }])),
  };
  const rows = "ada@a.example,pro,1\nbo@a.example,pro,2\ncy@a.example,pro,3\n";
  const files = { "licenses.csv": `${header}\n${rows}`, "products.csv": products };
  const all = converted("csv", files, { known: fileOf("now.jsonl", exported) }, here);
  expect(only(all, "account", "username")).toEqual([["cy_a.example"]]);
  expect(only(all, "license", "owners")).toEqual([[["ada"]], [["cy_a.example"]]]);
  expect(all.report[1]).toBe("licenses.csv:3 left out: bo_a.example, another person has its account name");
  // Without the export, the import refuses to give the license to the person who took the name before.
  const stranger = (): unknown =>
    converted("csv", { ...files, "licenses.csv": `${header}\nbo@a.example,pro,2\n` }, {}, here);
  expect(stranger).toThrow('owners: the account "bo_a.example" exists with another address than its line here');
});

test("MOVE-05 a table of our own takes names, hashes, seats, limits and devices; a key is there once, in any spelling", () => {
  const all = converted("csv", {
    "licenses.csv": [
      "email,product,key,username,password_hash,seats,activation_limit,status",
      "Ada@a.example,pro,AAAA-1,Ada Lee,$2b$10$abcdefghijklmnopqrstuuVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV,3,unlimited,active",
      "ada@a.example,pro,BBBB-2,,,0,,paid",
      "bo@a.example,pro,aaaa1,,,,,",
      "cy@a.example,pro,CCCC-3,adalee,,,,",
      "di@a.example,pro,,,,,,",
      "ed@a.example,pro,DDDD-4,,,2201,,",
      "fe@a.example,pro,EEEE-5,,,,,refunded",
    ].join("\n"),
    "devices.csv":
      "id,license,fingerprint,name,platform\nd1,AAAA-1,4d:Eq:UV,A very long name of a computer that is longer than what is shown in a list,macOS\nd2,none,x,,\n",
    "products.csv": products,
  });
  expect(only(all, "account", "username", "email")).toEqual([["adalee", "Ada@a.example"]]);
  expect(only(all, "license", "total_seats", "activation_limit", "owners")).toEqual([
    [3, 1000, ["adalee"]],
    [1, undefined, ["adalee"]],
  ]);
  expect(all.lines.find(({ type }) => type === "license").id).toMatch(/^key-[\w-]{22}$/);
  expect(only(all, "activation", "id", "fingerprint", "name")).toEqual([
    ["d1", expect.stringMatching(/^[\w-]{43}$/), "A very long name of a computer that is longer than what is shown"],
  ]);
  expect(all.report.slice(2, 7).map((line) => line.replace(/^licenses.csv:/, ""))).toEqual([
    "4 left out: its key is there twice",
    "5 left out: adalee, another person has its account name",
    "6 left out: it has neither a key nor an id",
    expect.stringContaining("7 left out: 2201 is not an integer from 1 to 2200, license: total_seats is not valid"),
    "8 left out: its status is refunded",
  ]);
});

test("MOVE-05 a cell that a spreadsheet would run is text in the report", () => {
  const all = csv(`${header}\n=HYPERLINK(1)@a.example,pro,1\nada@a.example,pro,"=1+1",K\n`);
  expect(all.report[0]).not.toMatch(/: =/);
  expect(all.lines.map(({ id }) => id)).toContain("=1+1");
});
