import { refusals } from "@foyer/contract/refusals";
import Stripe from "stripe";
import { expect, test } from "vitest";
import { ProviderFailure } from "./provider-failure.ts";
import { refusalOfWrite, refuseAs, sentenceOf, type StoredRefusal } from "./stored-refusal.ts";
import { asProviderFailure } from "./stripe-failure.ts";

const SUPPORT = /write to our support/;

/** Rejections that no repeat can mend: name, HTTP status, message, code, refusal and what its sentence says. */
const ALWAYS = [
  [
    "price",
    400,
    "The price specified is inactive. This field only accepts active prices.",
    "",
    20_005,
    /no longer on sale/,
  ],
  ["product", 400, "This price's product is not active.", "", 20_005, /no longer on sale/],
  ["tax rate", 400, "The tax rate `txr_1` is inactive.", "", 20_005, /tax rate/],
  ["end", 400, "A canceled subscription can only update its metadata.", "", 20_005, /has ended/],
  ["currency", 400, "You cannot combine currencies on a single customer.", "", 20_005, /another currency/],
  ["amount", 400, "Amount must be no more than 999,999.99", "amount_too_large", 20_005, /Choose fewer seats/],
  ["coupon", 400, "This coupon has expired.", "coupon_expired", 20_007, /code/],
  ["unforeseen", 400, "Something that nobody has foreseen.", "", 20_005, SUPPORT],
  ["key", 401, "Invalid API Key provided", "", 20_005, SUPPORT],
  ["permission", 403, "The provided key does not have the required permissions", "", 20_005, SUPPORT],
  ["card", 404, "No such PaymentMethod: 'pm_1'", "resource_missing", 20_002, /another card/],
  ["customer", 404, "No such customer: 'cus_1'", "resource_missing", 2_004, /no longer has this/],
  ["no card", 400, "This customer has no attached payment source", "", 20_002, /Add a card/],
] as const;

const ABOUT_TIME = [
  ["period", 400, "Cannot specify `proration_date` outside of current subscription period.", "", 20_006],
  ["limit", 429, "Too many requests", "rate_limit", 20_004],
  ["key in use", 409, "There is another in-progress request", "idempotency_key_in_use", 20_004],
  ["fault", 500, "Something went wrong", "", 20_004],
] as const;

function refusalFor(statusCode: number, message: string, code: string): StoredRefusal {
  const type = "invalid_request_error";
  const error = Stripe.errors.StripeError.generate({
    type,
    message,
    statusCode,
    headers: {},
    requestId: "req_1",
    ...(code ? { code } : {}),
  });
  const failure = asProviderFailure(error);
  if (!(failure instanceof ProviderFailure)) throw new Error("no failure of the provider");
  return refusalOfWrite(failure);
}

test.each(ALWAYS)(
  "QTY-11 %s: the refusal of a write says what it means, and does not say to try again (FAULT-03)",
  (_, status, message, code, ours, says) => {
    const refusal = refusalFor(status, message, code);
    expect([refusals[refusal.name].code, sentenceOf(refusal)]).toEqual([ours, expect.stringMatching(says)]);
    expect(sentenceOf(refusal)).not.toMatch(/again|moment|later/i);
  },
);

test.each(ABOUT_TIME)(
  "QTY-11 %s: a refusal that is about time says to try again (FAULT-03)",
  (_, status, message, code, ours) => {
    const refusal = refusalFor(status, message, code);
    expect([refusals[refusal.name].code, sentenceOf(refusal)]).toEqual([ours, expect.stringContaining("again")]);
  },
);

test("R-38 a stored refusal answers its name, reason and facts; an older one keeps its own sentence", () => {
  const returned = { name: "quote.dead", reason: "period_over_returned", facts: { amount: "€12.00" } } as const;
  expect(() => refuseAs(returned)).toThrow(
    expect.objectContaining({ details: [{ code: 20006, ...returned, message: sentenceOf(returned) }] }),
  );
  const message = "The sentence of an earlier release.";
  expect(() => refuseAs({ name: "quote.dead", message })).toThrow(
    expect.objectContaining({ details: [{ code: 20006, name: "quote.dead", message }] }),
  );
});
