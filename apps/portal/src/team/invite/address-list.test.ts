import { expect, test } from "vitest";
import { readAddressList } from "./address-list.ts";

test("LOOK-01 a list shows, sorted, the result of each entry: good, no seat left, seated, invited, double, malformed", () => {
  const text =
    "Name;E-mail\nAda;ada@birch.example\nAda;ADA@birch.example\nBo;bo@birch.example\nCy;nonsense\nDi;di@birch.example\nEd;ed@birch.example\nFi;FI@birch.example\n";
  const list = readAddressList(
    text,
    [
      { email: "Bo@Birch.example", status: "active" },
      { email: "fi@birch.example", status: "pending" },
    ],
    2,
  );
  expect(list.rows.map(({ entry, verdict }) => `${verdict} ${entry}`)).toEqual([
    "good ada@birch.example",
    "good di@birch.example",
    "no_seat_left ed@birch.example",
    "seated bo@birch.example",
    "invited FI@birch.example",
    "double ADA@birch.example",
    "malformed nonsense",
  ]);
  expect(list.good).toEqual(["ada@birch.example", "di@birch.example"]);
  expect(list.rest).toEqual(["bo@birch.example", "nonsense", "ed@birch.example", "FI@birch.example"]);
  expect(list.counts).toEqual({ good: 2, no_seat_left: 1, seated: 1, invited: 1, double: 1, malformed: 1 });
});

test("INV-03 the results of a file follow the current seats and free seats", () => {
  const file = "ada@birch.example, bo@birch.example, cy@birch.example";
  expect(readAddressList(file, [], 3).counts).toMatchObject({ good: 3, seated: 0, no_seat_left: 0 });
  expect(readAddressList(file, [{ email: "Ada@Birch.example", status: "active" }], 2).counts).toMatchObject({
    good: 2,
    seated: 1,
  });
  expect(readAddressList(file, [{ email: "ada@birch.example", status: "expiring" }], 1).counts).toMatchObject({
    good: 1,
    no_seat_left: 1,
  });
});

test("an empty file has no rows", () => {
  expect(readAddressList("\n\n", [], 9).rows).toEqual([]);
});

test("LOOK-01 INV-03 what people paste is read alike, typed or from a file", () => {
  const ways = [
    "Anna Ray <anna@x.example>, Bo <bo@x.example>",
    "Anna Ray <anna@x.example>; bo@x.example",
    '"Ray, Anna" <anna@x.example>;bo@x.example;',
    "anna@x.example\tbo@x.example",
    "anna@x.example, bo@x.example",
    "anna@x.example bo@x.example",
    "Anna Ray <anna@x.example>\nbo@x.example\n",
    "anna@x.example <anna@x.example>, Bo <bo@x.example>",
    "Anna Ray <anna@x.example> Bo <bo@x.example>",
    "\uFEFFName;E-mail\r\nRay, Anna;anna@x.example\r\nBo;bo@x.example",
    "Anna;anna@x.example\nBo;bo@x.example",
  ];
  for (const way of ways) expect(readAddressList(way, [], 9).good, way).toEqual(["anna@x.example", "bo@x.example"]);
});

test("INV-03 a table with two possible columns lists nobody before one was chosen (FAULT-12)", () => {
  const text = "Work Email,Manager Email\nada@birch.example,boss@birch.example\n";
  expect(readAddressList(text, [], 9)).toMatchObject({ good: [], entries: [], choice: { columns: [0, 1] } });
  expect(readAddressList(text, [], 9, 0)).toMatchObject({ good: ["ada@birch.example"], choice: null });
});

test("LOOK-01 nothing that looks like an address is left out where a list mixes separators", () => {
  const text = "a@x.example; b@x.example, c@x.example\nDee <d@x.example>  e@x.example\n, f@x.example,\nno address";
  const list = readAddressList(text, [], 9);
  expect(list.good).toEqual(["a", "b", "c", "d", "e", "f"].map((name) => `${name}@x.example`));
  expect(list.counts.malformed).toBe(2);
});
