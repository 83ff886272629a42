import type { PaymentMethod } from "@foyer/contract/subscription-wire";
import { expect, test } from "vitest";
import { cardExpiry, cardName, chargedCard } from "./card.ts";

function aCard(month: number, year: number, brand = "visa"): PaymentMethod {
  return { id: "pm", is_default: true, card: { brand, last4: "4242", exp_month: month, exp_year: year } };
}

test.each([
  ["2026-11-30T23:59:59Z", "soon"],
  ["2026-12-01T00:00:00Z", "expired"],
  ["2026-10-17T00:00:00Z", "soon"],
  ["2026-10-16T23:59:59Z", "good"],
])("PAY-01 a card of 11/2026 is, at %s, %s", (now, expected) => {
  expect(cardExpiry(aCard(11, 2026), new Date(now))).toBe(expected);
});

test("PAY-01 a card is named by brand and last four digits, an unknown brand by the provider's name", () => {
  expect(cardName(aCard(1, 2030))).toBe("Visa ending in 4242");
  expect(cardName(aCard(1, 2030, "hometown"))).toBe("hometown ending in 4242");
});

test("LOOK-07 a subscription is charged to its own card, or else to the default one", () => {
  const usual = aCard(1, 2030);
  const own = { ...aCard(1, 2031), id: "pm_own", is_default: false };
  expect(chargedCard([usual, own], "pm_own")).toBe(own);
  expect(chargedCard([usual, own], null)).toBe(usual);
  expect(chargedCard([usual], "pm_deleted")).toBe(usual);
});
