import type Stripe from "stripe";
import type { Charge } from "./charge.ts";
import { newId } from "./id.ts";
import type { Stored } from "./wire.ts";

/** The evidence and the network's details are not modeled. */
export type Dispute = Omit<Stored<Stripe.Dispute>, "evidence" | "payment_method_details">;

const ANSWER_DAYS = 7;

/** A dispute of a whole charge. Its holder's bank has taken the money back until it is decided. */
export function newDispute(created: number, charge: Charge): Dispute {
  return {
    id: newId("du"),
    object: "dispute",
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence_details: {
      due_by: created + ANSWER_DAYS * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "manual",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "needs_response",
  };
}
