import { describe, expect, test } from "vitest";
import { addressKey, isAddress, joinAddresses, splitAddresses } from "./addresses.ts";

const addresses = [
  "anna@example.com",
  "Anna.Lee+2@mail.example.co.uk",
  "o'neil@example.com",
  "anna@bücher.example",
  "a@b.xn--p1ai",
];
const others = [
  "",
  "anna",
  "anna@",
  "@example.com",
  "anna@example",
  "an na@example.com",
  "anna@@example.com",
  "anna@example.com,b@example.com",
  "anna@example.com\r\nbcc:x@example.com",
  ".anna@example.com",
  "anna.@example.com",
  "an..na@example.com",
  "anna@-example.com",
  "anna@example..com",
  "anna@127.0.0.1",
  "<anna@example.com>",
  `${"a".repeat(65)}@example.com`,
  `a@${"b".repeat(250)}.com`,
];

describe("e-mail addresses", () => {
  test.each(addresses)("%s is an address", (text) => expect(isAddress(text)).toBe(true));

  test.each(others)("%j is none", (text) => expect(isAddress(text)).toBe(false));

  test("INV-03 a list is split on white space, commas and line breaks and joined by commas", () => {
    const parts = splitAddresses("  anna@example.com,ben@example.com;x\r\n\tcara@example.com , ,dan@example.com\n");
    expect(parts).toEqual(["anna@example.com", "ben@example.com;x", "cara@example.com", "dan@example.com"]);
    expect(joinAddresses(["a@b.cd", "e@f.gh"])).toBe("a@b.cd,e@f.gh");
  });

  test("addresses are compared ignoring case", () => {
    expect(addressKey("Anna@Example.COM")).toBe("anna@example.com");
  });
});
