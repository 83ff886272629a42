import type Stripe from "stripe";
import { newId } from "./id.ts";
import type { Decline } from "./test-card.ts";
import type { PaymentIntent } from "./payment-intent.ts";
import type { PaymentMethod } from "./payment-method.ts";
import type { Stored } from "./wire.ts";

export type Charge = Stored<Stripe.Charge, "customer" | "payment_intent" | "payment_method">;

/** The fields that are the same in every new charge. */
const ALIKE = {
  object: "charge",
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  calculated_statement_descriptor: null,
  disputed: false,
  failure_balance_transaction: null,
  fraud_details: {},
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<Charge>;

type ChargedCard = NonNullable<NonNullable<Charge["payment_method_details"]>["card"]>;

function chargedCard({ card }: PaymentMethod, authorized: number | null): ChargedCard {
  return {
    amount_authorized: authorized,
    authorization_code: null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: card.regulated_status,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}

export function newCharge(created: number, intent: PaymentIntent, method: PaymentMethod, decline?: Decline): Charge {
  return {
    ...ALIKE,
    id: newId("ch"),
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    billing_details: method.billing_details,
    captured: !decline,
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline ? "declined_by_network" : "approved_by_network",
      reason: decline?.decline_code ?? null,
      risk_level: "normal",
      seller_message: decline ? "The bank did not return any further details." : "Payment complete.",
      type: decline ? "issuer_declined" : "authorized",
    },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: "card",
      card: chargedCard(method, decline ? null : intent.amount),
    },
    status: decline ? "failed" : "succeeded",
  };
}
