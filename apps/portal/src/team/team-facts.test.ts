import type { ManagedLicense } from "@foyer/contract/licenses";
import { cents } from "@foyer/domain/money";
import { expect, test } from "vitest";
import { type RenewalPrice, teamFigures, teamSentence, teamTerm } from "./team-facts.ts";

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
  return teamSentence(teamFigures(changed, []), teamTerm(changed, false), shownPrice);
}

test("TEAM-02 the figures are the license's own: held is used minus invited", () => {
  const seats = [{ status: "active" }, { status: "expiring" }, { status: "pending" }] as const;
  expect(teamFigures(license, seats)).toEqual({
    total: 25,
    afterRenewal: 20,
    used: 18,
    unused: 7,
    invited: 3,
    held: 15,
    expiring: 1,
  });
});

test("TEAM-02 the number of expiring seats is unknown before the list of seats has loaded", () => {
  expect(teamFigures(license, undefined)).toMatchObject({ held: 15, expiring: null });
  expect(teamFigures(license, [])).toMatchObject({ held: 15, expiring: 0 });
});

test("TEAM-02 the summary sentence has seats, date and price", () => {
  expect(sentence({})).toBe("18 of 25 seats used. Renews on Mar 03, 2027 for $2,250.00.");
  expect(sentence({}, null)).toBe("18 of 25 seats used. Renews on Mar 03, 2027.");
  expect(sentence({ total_seats: 1, used_seats: 1 }, null)).toBe("1 of 1 seat used. Renews on Mar 03, 2027.");
});

test("TEAM-02 the price of the next renewal contains its tax, which is known (FAULT-53)", () => {
  const taxed = (percentage: number, inclusive = false) =>
    sentence({}, { ...price, chargedRates: [{ percentage, inclusive }] });
  expect(taxed(8.5)).toBe("18 of 25 seats used. Renews on Mar 03, 2027 for $2,441.25 including $191.25 tax.");
  expect(taxed(19, true)).toBe("18 of 25 seats used. Renews on Mar 03, 2027 for $2,250.00.");
  expect(taxed(0)).toBe("18 of 25 seats used. Renews on Mar 03, 2027 for $2,250.00.");
});

test("TEAM-02 a license that is set to cancel expires, and has no price", () => {
  expect(sentence({ cancel_at_period_end: true })).toBe("18 of 25 seats used. Expires on Mar 03, 2027.");
});

test("an ended subscription says so, a past due one that its payment is due", () => {
  expect(sentence({ subscription_state: "inactive" })).toBe(
    "18 of 25 seats used. The subscription ended on Mar 03, 2027.",
  );
  expect(sentence({ subscription_status: "past_due" })).toBe("18 of 25 seats used. The last payment is due.");
});

test("TEAM-04 a seat license has no renewal, and an end only where it is limited", () => {
  const { subscription_state: _state, subscription_id: _id, ...rest } = license;
  const owned: ManagedLicense = { ...rest, expiration_date: null, renewing_quantity: null };
  expect(teamTerm(owned, false)).toEqual({ kind: "endless" });
  const limited = { ...owned, expires_date: "2026-12-31T00:00:00Z" };
  expect(teamTerm(limited, false)).toEqual({ kind: "expires", at: "Dec 31, 2026" });
  expect(teamSentence(teamFigures(limited, []), teamTerm(limited, true), null)).toBe(
    "18 of 25 seats used. The license ended on Dec 31, 2026.",
  );
});
