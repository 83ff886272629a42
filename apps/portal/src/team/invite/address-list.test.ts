import { expect, test } from "vitest";
import { readAddressList } from "./address-list.ts";

test("a file shows row by row which addresses are good, duplicate, seated, malformed, and beyond the free seats", () => {
  const text =
    "Name;E-mail\nAda;ada@birch.example\nAda;ADA@birch.example\nBo;bo@birch.example\nCy;nonsense\nDi;di@birch.example\nEd;ed@birch.example\n";
  const list = readAddressList(text, [{ email: "Bo@Birch.example" }], 2);
  expect(list.rows.map(({ verdict }) => verdict)).toEqual([
    "good",
    "double",
    "seated",
    "malformed",
    "good",
    "no_seat_left",
  ]);
  expect(list.good).toEqual(["ada@birch.example", "di@birch.example"]);
  expect(list.counts).toEqual({ good: 2, double: 1, seated: 1, malformed: 1, no_seat_left: 1 });
});

test("INV-03 plain text is read like a typed list", () => {
  expect(readAddressList("a@b.example, c@d.example\ne@f.example", [], 9).good).toEqual([
    "a@b.example",
    "c@d.example",
    "e@f.example",
  ]);
});

test("INV-03 the same file is judged by the seats and the free seats that there are now", () => {
  const file = "ada@birch.example, bo@birch.example, cy@birch.example";
  expect(readAddressList(file, [], 3).counts).toMatchObject({ good: 3, seated: 0, no_seat_left: 0 });
  expect(readAddressList(file, [{ email: "Ada@Birch.example" }], 2).counts).toMatchObject({ good: 2, seated: 1 });
  expect(readAddressList(file, [{ email: "ada@birch.example" }], 1).counts).toMatchObject({ good: 1, no_seat_left: 1 });
});

test("an empty file has no rows", () => {
  expect(readAddressList("\n\n", [], 9).rows).toEqual([]);
});
