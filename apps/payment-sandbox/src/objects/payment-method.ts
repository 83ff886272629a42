import type Stripe from "stripe";
import type { Address } from "./customer.ts";
import { newId, randomText } from "./id.ts";
import type { Stored } from "./wire.ts";

export type PaymentMethod = Stored<Stripe.PaymentMethod, "card"> & {
  sandbox: {
    /** The number of the test card, which decides how charges end. */
    number: string;
    /** The holder has authenticated the card once, so it can be charged off session. */
    authenticated: boolean;
    /** A detached method cannot be attached again. */
    detached: boolean;
  };
};

export const EMPTY_ADDRESS: Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

export interface CardInput {
  number: string;
  exp_month: number;
  exp_year: number;
}

function brandOf(number: string): string {
  if (/^3[47]/.test(number)) return "amex";
  return /^5[1-5]|^2[2-7]/.test(number) ? "mastercard" : "visa";
}

export function newPaymentMethod(created: number, card: CardInput): PaymentMethod {
  const brand = brandOf(card.number);
  return {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: { address: EMPTY_ADDRESS, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: brand === "amex" ? "american_express" : brand,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: randomText(16),
      funding: "credit",
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
    sandbox: { number: card.number, authenticated: false, detached: false },
  };
}
