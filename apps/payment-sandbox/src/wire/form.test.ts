import { expect, test } from "vitest";
import { parseForm } from "./form.ts";

test("names nest by brackets, and numbers make lists", () => {
  expect(parseForm("a[b][0]=1&a[b][1]=2&expand[]=x&expand[]=y&c=3&c=4")).toEqual({
    a: { b: ["1", "2"] },
    expand: ["x", "y"],
    c: "4",
  });
  expect(parseForm("a=1&a[b]=2&a[]=3")).toEqual({ a: { b: "2", "1": "3" } });
});

test.each([
  ["too many parameters", "a&".repeat(1_001)],
  ["too many places in a list", "a[]=1&".repeat(1_001)],
  ["a name that nests too deep", `a${"[b]".repeat(8)}=1`],
  ["a name that nests without end", "[".repeat(60_000)],
  ["a name of the language's own", "a[__proto__][b]=1"],
])("R-46 %s is refused", (_what, text) => {
  expect(() => parseForm(text)).toThrow(/Too many parameters|Invalid parameter name/);
});

test("R-46 a thousand places of one list are read", () => {
  expect(parseForm(Array.from({ length: 1_000 }, (_, n) => `a[]=${n}`).join("&"))["a"]).toHaveLength(1_000);
});
