import { describe, expect, test } from "vitest";
import { consumerLaw, deskWords, isTimeZone, timeToTheSecond, withdrawalEnd } from "./consumer-law.ts";
import { countryCodes } from "./countries.ts";

const end = (bought: string, country: string, days?: number): string =>
  withdrawalEnd(new Date(bought), country, days).toISOString();

describe("consumer law", () => {
  test("DESK-01 DESK-02 DESK-05 the labels are the law's own words, with their source", () => {
    expect(deskWords.withdraw).toMatchObject({ link: "Withdraw from contract here", confirm: "Confirm withdrawal" });
    expect(deskWords.cancel).toMatchObject({ link: "Cancel contracts here", confirm: "Cancel now" });
    for (const { source } of Object.values(deskWords)) expect(source).toMatch(/2011\/83\/EU|BGB/);
  });

  test("DESK-04 the table has the 27 members of the EU, the EEA and the UK, each with its zone and source", () => {
    const known = countryCodes.filter((code) => consumerLaw(code) !== null);
    expect(known).toHaveLength(27 + 3 + 1);
    for (const code of known) {
      const law = consumerLaw(code);
      expect([code, law?.days, isTimeZone(law?.zone ?? ""), law?.source === ""]).toEqual([code, 14, true, false]);
    }
    expect(consumerLaw("US")).toBeNull();
  });

  test.each([
    // The day of the contract is the buyer's: at 23:30 UTC it is the next day in Berlin.
    ["2026-11-01T12:00:00Z", "DE", undefined, "2026-11-15T23:00:00.000Z"],
    ["2026-11-01T22:59:59Z", "DE", undefined, "2026-11-15T23:00:00.000Z"],
    ["2026-11-01T23:00:00Z", "DE", undefined, "2026-11-16T23:00:00.000Z"],
    // The clocks change within the period, in both directions.
    ["2026-10-20T12:00:00Z", "DE", undefined, "2026-11-03T23:00:00.000Z"],
    ["2026-03-20T12:00:00Z", "DE", undefined, "2026-04-03T22:00:00.000Z"],
    // The zone that ends last, and more days by the brand.
    ["2026-11-01T12:00:00Z", "PT", undefined, "2026-11-16T01:00:00.000Z"],
    ["2026-11-01T12:00:00Z", "DE", 30, "2026-12-01T23:00:00.000Z"],
    ["2026-11-01T12:00:00Z", "DE", 1, "2026-11-15T23:00:00.000Z"],
    // A country that is not known ends last on earth.
    ["2026-11-02T11:59:59Z", "", undefined, "2026-11-16T12:00:00.000Z"],
  ])("DESK-04 bought %s in %s with %s days, the period ends %s", (bought, country, days, expected) => {
    expect(end(bought, country, days)).toBe(expected);
  });

  test("DESK-03 a time is shown to the second, in UTC and in the vendor's zone", () => {
    const at = new Date("2026-11-27T23:46:28.999Z");
    expect(timeToTheSecond(at)).toBe("2026-11-27 23:46:28 UTC");
    expect(timeToTheSecond(at, "Europe/Berlin")).toBe("2026-11-28 00:46:28 (Europe/Berlin)");
    expect(isTimeZone("Europe/Nowhere")).toBe(false);
  });
});
