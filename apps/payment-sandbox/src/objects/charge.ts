import { newId } from "./id.ts";
import type { Decline } from "./test-card.ts";
import type { PaymentIntent } from "./payment-intent.ts";
import type { BillingDetails, PaymentMethod } from "./payment-method.ts";

export interface Charge {
  id: string;
  object: "charge";
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  application: null;
  application_fee: null;
  application_fee_amount: null;
  balance_transaction: null;
  billing_details: BillingDetails;
  calculated_statement_descriptor: null;
  captured: boolean;
  created: number;
  currency: string;
  customer: string;
  description: string | null;
  disputed: false;
  failure_balance_transaction: null;
  failure_code: string | null;
  failure_message: string | null;
  fraud_details: Record<string, never>;
  livemode: false;
  metadata: Record<string, string>;
  on_behalf_of: null;
  outcome: {
    advice_code: null;
    network_advice_code: null;
    network_decline_code: null;
    network_status: string;
    reason: string | null;
    risk_level: "normal";
    seller_message: string;
    type: "authorized" | "issuer_declined";
  };
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  payment_method_details: { type: "card"; card: Record<string, unknown> };
  receipt_email: null;
  receipt_number: null;
  receipt_url: null;
  refunded: boolean;
  review: null;
  shipping: null;
  source: null;
  source_transfer: null;
  statement_descriptor: null;
  statement_descriptor_suffix: null;
  status: "succeeded" | "failed";
  transfer_data: null;
  transfer_group: null;
}

/** What every charge says alike. */
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

export function newCharge(created: number, intent: PaymentIntent, method: PaymentMethod, decline?: Decline): Charge {
  const { brand, last4, exp_month, exp_year, country, fingerprint, funding } = method.card;
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
      card: { brand, last4, exp_month, exp_year, country, fingerprint, funding, network: brand, wallet: null },
    },
    status: decline ? "failed" : "succeeded",
  };
}
