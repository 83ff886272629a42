import { expect, test } from "vitest";
import type { z } from "zod";
import { accountsCalls, purchaseCalls } from "./endpoints.ts";
import { errorEnvelope } from "./error-envelope.ts";
import { payment } from "./invoices.ts";
import { managedLicense, purchase, unactivatedRegistration } from "./licenses.ts";
import { personalSeat } from "./seats.ts";
import { token, userInfo } from "./sign-in.ts";
import { instantOf, unixSecondsOf } from "./wire-values.ts";
import { invoice, paymentMethod, plan, subscription } from "./subscription-wire.ts";

const aSeat = {
  id: "seat-3",
  username: null,
  email: "newcomer@example.com",
  status: "pending",
  short_url: "https://portal.example/i/abc",
};
const aLicense = {
  id: "lic-team",
  registration_id: "lic-team",
  description: "Outliner 5",
  products: ["Outliner 5 for Mac"],
  product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
  cancel_at_period_end: false,
  expiration_date: null,
  expires_date: null,
  total_seats: 5,
  used_seats: 3,
  invited_seats: 1,
  available_seats: 2,
  renewing_quantity: null,
};
const aRate = { id: "txr_1", percentage: 8.5, inclusive: false, display_name: "Tax" };
const aPlan = { id: "OUTLINE-5-SUB-ANNUAL-WEB", amount: 5000, interval: "year", currency: "usd" };
const aSubscription = {
  id: "sub_1",
  status: "active",
  cancel_at_period_end: false,
  current_period_end: 1_763_631_000,
  default_tax_rates: [aRate],
  items: { data: [{ id: "si_1", quantity: 5, plan: aPlan, tax_rates: [] }] },
  next: { plan: aPlan.id, quantity: 3, at: 1_763_631_000 },
};
const anInvoice = {
  id: "in_1",
  number: null,
  status: "draft",
  total: 1498,
  currency: "usd",
  created: 1_763_631_000,
  hosted_invoice_url: null,
  invoice_pdf: null,
};
const aCard = { id: "pm_1", card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 }, is_default: true };
const aPurchase = {
  registration_id: "lic-own",
  description: "Task Manager 3",
  seats: 1,
  upgrades_remaining: 0,
  type: "perpetual",
  key: null,
  owner: "ines",
  registration_date: "2026-11-20T09:30:00Z",
  product_id: "TASK-3",
  upgrade_eligible_registration: null,
};

test.each<[string, z.ZodType, unknown]>([
  [
    "Token",
    token,
    { access_token: "a", refresh_token: "b", token_type: "Bearer", expires_in: 900, refresh_expires_in: 604_800 },
  ],
  [
    "UserInfo",
    userInfo,
    {
      id: "o_1",
      username: "maria",
      email: "maria@example.com",
      pending_email: null,
      customer_id: [],
      seats: 1,
      is_staff: false,
      account_state: 100,
    },
  ],
  ["ManagedLicense without subscription", managedLicense, aLicense],
  [
    "ManagedLicense with one",
    managedLicense,
    { ...aLicense, subscription_id: "sub_1", subscription_state: "active", renewing_quantity: 3, seats: [aSeat] },
  ],
  ["Purchase", purchase, aPurchase],
  [
    "PersonalSeat",
    personalSeat,
    {
      id: "p",
      registration_id: "lic-team",
      description: "Outliner 5",
      purchase_type: "renewable",
      owners: ["maria@example.com"],
      seats: [{ ...aSeat, username: "hugo", status: "expiring", short_url: null }],
    },
  ],
  [
    "UnactivatedRegistration",
    unactivatedRegistration,
    {
      registration_id: "upg-1",
      upgrade_name: "Diagramming 7",
      from_name: "Diagramming 6",
      upgrades_available: 2,
      total_seats: 4,
      seats: [{ id: "seat-4", user: "hugo", email: "hugo@example.com" }],
    },
  ],
  ["Subscription", subscription, aSubscription],
  ["Subscription with nothing to come", subscription, { ...aSubscription, next: null }],
  ["Plan", plan, { ...aPlan, product: "OUTLINE", nickname: "Outlinear 5, yearly" }],
  ["Invoice", invoice, anInvoice],
  [
    "Payment",
    payment,
    { id: "quote_1", state: "paid", change: { subscription: "sub_1", plan: "P", quantity: 5 }, invoice: anInvoice },
  ],
  ["PaymentMethod", paymentMethod, aCard],
  [
    "Error",
    errorEnvelope,
    {
      status: "error",
      code: "invalid_grant",
      name: "session.invalid_grant",
      message: "Please sign in again.",
      errors: [
        { code: 3019, name: "email.invalid", message: "x", field: "new_email_address" },
        { code: 2006, name: "limit.reached", reason: "passkeys", facts: { most: 20 }, message: "y" },
      ],
    },
  ],
])("%s in the contract's form is accepted unchanged", (_, schema, value) => {
  expect(schema.parse(value)).toEqual(value);
});

test("ACC-12 subscription keys with null are refused: without a subscription they are absent", () => {
  expect(managedLicense.safeParse({ ...aLicense, subscription_id: null }).success).toBe(false);
  expect(managedLicense.safeParse({ ...aLicense, subscription_state: null }).success).toBe(false);
});

test.each<[string, z.ZodType, unknown, unknown]>([
  ["invite takes a string", accountsCalls.inviteSeats.body, { seats: "a@b.example, c" }, { seats: "a@b.example, c" }],
  ["invite takes a list", accountsCalls.inviteSeats.body, { seats: ["a@b.example"] }, { seats: ["a@b.example"] }],
  ["unknown fields are ignored", accountsCalls.provePassword.body, { password: "x", extra: 1 }, { password: "x" }],
  [
    "removed seats stay as they were sent",
    accountsCalls.removeSeats.body,
    { seats: [{ id: "s", email: "a" }] },
    { seats: [{ id: "s", email: "a" }] },
  ],
  [
    "tax rates may be what an answer gave",
    purchaseCalls.changeSubscription.body,
    { plan: "P", quantity: 2201, proration_behavior: "none", default_tax_rates: [aRate, "txr_2"] },
    { plan: "P", quantity: 2201, proration_behavior: "none", default_tax_rates: [aRate, "txr_2"] },
  ],
  ["a pair after an invoice", purchaseCalls.createInvoice.reply, { invoice: anInvoice }, { invoice: anInvoice }],
])("%s", (_, schema, given, expected) => {
  expect(schema.parse(given)).toEqual(expected);
});

test.each<[string, z.ZodType, unknown]>([
  ["a number as password", accountsCalls.signIn.body, { username: "ada", password: 5 }],
  ["a missing password", accountsCalls.signIn.body, { username: "ada" }],
  ["a fraction of a seat", accountsCalls.activateUpgrade.body, { registration_id: "u", seats: [], unassigned: 1.5 }],
  ["quantity as a string", purchaseCalls.previewInvoice.body, { plan: "P", quantity: "5" }],
  ["a truth that is a string", purchaseCalls.setAutoRenewal.body, { cancel_at_period_end: "true" }],
  ["an object as address", accountsCalls.requestPasswordReset.body, { email_address: { a: 1 } }],
  ["two addresses for one", accountsCalls.requestPasswordReset.body, { email_address: ["a@b.example", "c@d.example"] }],
])("%s is refused", (_, schema, given) => {
  expect(schema.safeParse(given).success).toBe(false);
});

test("times are written in whole seconds", () => {
  const time = new Date("2026-11-20T09:30:00.900Z");
  expect(instantOf(time)).toBe("2026-11-20T09:30:00Z");
  expect(unixSecondsOf(time)).toBe(Date.parse("2026-11-20T09:30:00Z") / 1000);
});
