import type Stripe from "stripe";
import { Refusal } from "../wire/refusal.ts";
import type { Wire } from "./wire.ts";

/** The failure that an intent stores. */
export type LastError = Wire<Stripe.PaymentIntent.LastPaymentError>;

/** The reason for which a bank declines a card. */
export interface Decline {
  code: NonNullable<LastError["code"]>;
  decline_code?: string;
  message: string;
}

export interface TestCard {
  /** The result of saving the card. */
  setup: "works" | "authenticate" | Decline;
  /**
   * When a charge needs the holder's authentication. `once-set-up`: on session, and off session unless the card was set up.
   * `always`: each time, so an off-session charge fails.
   */
  authentication: "never" | "once-set-up" | "always";
  charge: "works" | Decline;
  /** The holder disputes each payment. */
  isDisputed?: true;
}

const DECLINED = "Your card was declined.";
export const GENERIC_DECLINE: Decline = { code: "card_declined", decline_code: "generic_decline", message: DECLINED };
const funds: Decline = {
  code: "card_declined",
  decline_code: "insufficient_funds",
  message: "Your card has insufficient funds.",
};

const works: TestCard = { setup: "works", authentication: "never", charge: "works" };
function refused(decline: Decline): TestCard {
  return { setup: decline, authentication: "never", charge: decline };
}
function asks(authentication: "once-set-up" | "always", charge: TestCard["charge"] = "works"): TestCard {
  return { setup: "authenticate", authentication, charge };
}

/** The provider's test cards that the sandbox plays. */
const TEST_CARDS: ReadonlyMap<string, TestCard> = new Map<string, TestCard>([
  ["4242424242424242", works],
  ["4000056655665556", works],
  ["5555555555554444", works],
  ["378282246310005", works],
  ["4000000000000002", refused(GENERIC_DECLINE)],
  ["4000000000009995", refused(funds)],
  ["4000000000000069", refused({ code: "expired_card", message: "Your card has expired." })],
  ["4000000000000127", refused({ code: "incorrect_cvc", message: "Your card's security code is incorrect." })],
  [
    "4000000000000119",
    refused({
      code: "processing_error",
      message: "An error occurred while processing your card. Try again in a little bit.",
    }),
  ],
  ["4000000000000341", { setup: "works", authentication: "never", charge: GENERIC_DECLINE }],
  ["4000002500003155", asks("once-set-up")],
  ["4000002760003184", asks("always")],
  ["4000008260003178", asks("once-set-up", funds)],
  ["4000000000003220", asks("always")],
  ["4000008400001629", asks("always", GENERIC_DECLINE)],
  ["4000000000000259", { ...works, isDisputed: true }],
]);

/** What each test card does, in words, for the page and the documentation. */
export function testCardLines(): { number: string; saving: string; paying: string }[] {
  return [...TEST_CARDS].map(([digits, card]) => ({
    number: digits.replace(
      digits.length === 15 ? /^(.{4})(.{6})(.{5})$/ : /^(.{4})(.{4})(.{4})(.{4})$/,
      (_, ...groups: string[]) => groups.slice(0, digits.length === 15 ? 3 : 4).join(" "),
    ),
    saving: savingOf(card),
    paying: payingOf(card),
  }));
}

function savingOf({ setup }: TestCard): string {
  if (setup === "works") return "works";
  return setup === "authenticate" ? "asks the bank" : `is declined: ${reasonOf(setup)}`;
}

function payingOf({ setup, authentication, charge, isDisputed }: TestCard): string {
  if (isDisputed) return "works, and the holder disputes it";
  if (typeof setup === "object") return "is not reached";
  const end = charge === "works" ? "works" : `is declined: ${reasonOf(charge)}`;
  if (authentication === "always") return `asks the bank each time, then ${end}`;
  return authentication === "once-set-up" ? `asks the bank while the holder is there, then ${end}` : end;
}

function reasonOf({ code, decline_code: declineCode }: Decline): string {
  return (declineCode ?? code).replaceAll("_", " ");
}

/** The provider's names for saved test cards, for tests that have no card form. */
export const TEST_TOKENS: ReadonlyMap<string, string> = new Map([
  ["pm_card_visa", "4242424242424242"],
  ["pm_card_mastercard", "5555555555554444"],
  ["pm_card_chargeCustomerFail", "4000000000000341"],
  ["pm_card_authenticationRequired", "4000002760003184"],
  ["pm_card_createDispute", "4000000000000259"],
]);

export function cardError(decline: Decline, extra: Record<string, unknown> = {}, keepsWork = false): Refusal {
  return new Refusal(402, decline.message, {
    type: "card_error",
    code: decline.code,
    ...(decline.decline_code ? { decline_code: decline.decline_code } : {}),
    extra,
    keepsWork,
  });
}

function luhnHolds(number: string): boolean {
  let sum = 0;
  number
    .split("")
    .toReversed()
    .forEach((digit, index) => {
      const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
      sum += doubled > 9 ? doubled - 9 : doubled;
    });
  return sum % 10 === 0;
}

/** Refuses card data that is invalid in itself. `at` is unix seconds. */
export function refuseCardData(
  card: { number: string; month: number; year: number; cvc: string | undefined },
  at: number,
) {
  const wrong = (code: string, message: string, param: string) =>
    new Refusal(402, message, { type: "card_error", code, param });
  if (!/^\d{12,19}$/.test(card.number) || !luhnHolds(card.number)) {
    throw wrong("incorrect_number", "Your card number is incorrect.", "number");
  }
  if (card.month < 1 || card.month > 12) {
    throw wrong("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
  }
  const now = new Date(at * 1000);
  const months = (year: number, month: number) => year * 12 + month;
  const current = months(now.getUTCFullYear(), now.getUTCMonth() + 1);
  if (months(card.year, card.month) < current || card.year > now.getUTCFullYear() + 50) {
    throw wrong("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
  }
  const digits = /^3[47]/.test(card.number) ? /^\d{3,4}$/ : /^\d{3}$/;
  if (card.cvc !== undefined && !digits.test(card.cvc)) {
    throw wrong("invalid_cvc", "Your card's security code is invalid.", "cvc");
  }
  if (!TEST_CARDS.has(card.number)) {
    throw new Refusal(402, "Your card was declined. Your request was in test mode, but used a non test card.", {
      type: "card_error",
      code: "card_declined",
      decline_code: "test_mode_live_card",
    });
  }
}

/** How the card of a saved method behaves. An unknown number works. */
export function testCard(number: string): TestCard {
  return TEST_CARDS.get(number) ?? works;
}
