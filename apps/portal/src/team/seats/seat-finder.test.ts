import type { Seat } from "@foyer/contract/seats";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seatFinder } from "./seat-finder.ts";

function aSeat(id: string): Seat {
  return { id, username: id, email: `${id}@Birch.example`, status: "active", short_url: null };
}

const seats = ["c", "p", "a", "b"].map(aSeat);

function ids(list: readonly Seat[]): string {
  return list.map(({ id }) => id).join("");
}

test("SEATS-01 the filter finds any part of an address, case ignored, and keeps the order", () => {
  const find = seatFinder(seats);
  expect(ids(find("BIRCH").seats)).toBe("cpab");
  expect(ids(find(" a@b ").seats)).toBe("a");
  expect(find("zz").seats).toEqual([]);
});

test("SEATS-01 a letter that hides no one returns the same list object, and so does deleting it again", () => {
  const find = seatFinder(seats);
  expect(find("bir")).toBe(find(""));
  const found = find("a@");
  expect(find("a@bi")).toBe(found);
  expect(find("a@bir")).toBe(found);
  expect(find("a@bi")).toBe(found);
  expect(find("")).toBe(find("birch"));
});

test("SEATS-01 after any earlier filter, the result contains exactly the seats that match the text", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "i", "@", "B"), maxLength: 4 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), (texts) => {
      const find = seatFinder(seats);
      for (const each of texts) {
        const holding = seats.filter(({ email }) => email.toLowerCase().includes(each.toLowerCase()));
        expect(find(each).seats).toEqual(holding);
      }
    }),
  );
});
