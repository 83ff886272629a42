import type { ManagedLicense } from "@foyer/contract/licenses";
import { cents } from "@foyer/domain/money";
import { expect, test } from "vitest";
import { licenseTerm } from "../shared/subscription/license-term.ts";
import { type RenewalPrice, statesAmount, teamFigures, teamSentence } from "./team-facts.ts";

const license: ManagedLicense = {
  id: "L1",
  registration_id: "L1",
  description: "Outlinear 5",
  products: ["Outlinear 5"],
  product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
  subscription_id: "sub_1",
  subscription_state: "active",
  cancel_at_period_end: false,
  expiration_date: "2027-03-03T09:30:00Z",
  expires_date: null,
  total_seats: 25,
  used_seats: 18,
  invited_seats: 3,
  available_seats: 7,
  renewing_quantity: 20,
};
const price: RenewalPrice = { amount: cents(225_000), currency: "usd", chargedRates: [] };

function sentence(changes: Partial<ManagedLicense>, shownPrice: RenewalPrice | null = price): string {
  const changed = { ...license, ...changes };
  return teamSentence(teamFigures(changed, []), licenseTerm(changed, false), shownPrice);
}

test("TEAM-02 the figures are the license's own: in use are those used and not only invited", () => {
  const seats = [{ status: "active" }, { status: "expiring" }, { status: "pending" }] as const;
  expect(teamFigures(license, seats)).toEqual({
    total: 25,
    afterRenewal: 20,
    used: 18,
    unused: 7,
    invited: 3,
    inUse: 15,
    expiring: 1,
  });
});

test("TEAM-02 the number of expiring seats is unknown before the list of seats has loaded", () => {
  expect(teamFigures(license, undefined)).toMatchObject({ inUse: 15, expiring: null });
  expect(teamFigures(license, [])).toMatchObject({ inUse: 15, expiring: 0 });
});

test.each<[string, Partial<ManagedLicense>, RenewalPrice | null, string]>([
  ["seats, date and price", {}, price, "18 of 25 seats used. Renews on Mar 03, 2027 for $2,250.00."],
  ["no price where it is unknown", {}, null, "18 of 25 seats used. Renews on Mar 03, 2027."],
  ["one seat", { total_seats: 1, used_seats: 1 }, null, "1 of 1 seat used. Renews on Mar 03, 2027."],
  ["an end without a price", { cancel_at_period_end: true }, price, "18 of 25 seats used. Expires on Mar 03, 2027."],
  ["a due payment", { subscription_status: "past_due" }, price, "18 of 25 seats used. The last payment is due."],
  [
    "an ended subscription",
    { subscription_state: "inactive" },
    price,
    "18 of 25 seats used. The subscription ended on Mar 03, 2027.",
  ],
])("TEAM-02 the summary sentence has %s", (_, changes, shownPrice, text) =>
  expect(sentence(changes, shownPrice)).toBe(text),
);

test("TEAM-02 the price of the next renewal contains its tax, which is known (FAULT-53)", () => {
  const taxed = (percentage: number, inclusive = false) =>
    sentence({}, { ...price, chargedRates: [{ percentage, inclusive }] });
  expect(taxed(8.5)).toBe("18 of 25 seats used. Renews on Mar 03, 2027 for $2,441.25 including $191.25 tax.");
  expect(taxed(19, true)).toBe("18 of 25 seats used. Renews on Mar 03, 2027 for $2,250.00.");
  expect(taxed(0)).toBe("18 of 25 seats used. Renews on Mar 03, 2027 for $2,250.00.");
});

test("TEAM-04 a seat license has no renewal, and an end only where it is limited", () => {
  const { subscription_state: _state, subscription_id: _id, ...rest } = license;
  const owned: ManagedLicense = { ...rest, expiration_date: null, renewing_quantity: null };
  expect(licenseTerm(owned, false)).toEqual({ kind: "endless" });
  const limited = { ...owned, expires_date: "2026-12-31T00:00:00Z" };
  expect(licenseTerm(limited, false)).toEqual({ kind: "expires", at: "Dec 31, 2026" });
  expect(teamSentence(teamFigures(limited, []), licenseTerm(limited, true), null)).toBe(
    "18 of 25 seats used. The license ended on Dec 31, 2026.",
  );
});

test("TEAM-06 the sentence states the price of the seats, unless it has tax, other seats, or no price", () => {
  const renews = licenseTerm(license, false);
  const ends = licenseTerm({ ...license, cancel_at_period_end: true }, false);
  expect(statesAmount(cents(225_000), renews, price)).toBe(true);
  expect(statesAmount(cents(225_000), renews, { ...price, chargedRates: [{ percentage: 10, inclusive: false }] })).toBe(
    false,
  );
  expect(statesAmount(cents(200_000), renews, price)).toBe(false);
  expect(statesAmount(cents(225_000), renews, null)).toBe(false);
  expect(statesAmount(cents(225_000), ends, price)).toBe(false);
});
