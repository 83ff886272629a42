import { formatDate } from "@foyer/domain/dates";
import { seatCountMax, seatCountMin } from "@foyer/domain/quantity";

const SEATS = `Choose a number of seats from ${seatCountMin} to ${seatCountMax}.`;
const WAITS = "Complete it or give it up first.";
const NOTHING = "Nothing was charged and nothing was changed.";
const LOOK = "Nothing was changed. Please check again.";
const PERIOD_OVER = "The change was dropped, as the billing period ended before your bank confirmed the payment.";

/** Reasons of the purchase service's own refusals. Amounts in facts are formatted, because the person reads them. */
export const purchaseReasons = {
  "subscription.forbidden": {
    ended: "The subscription has ended.",
    ended_already: "This subscription has ended already.",
    past_due: "The last invoice is not paid yet. Pay it first.",
    not_active: "The subscription is not active.",
    set_to_end: "The subscription is set to end. Turn auto-renewal on first.",
    more_seats_unpaid: "More seats are charged when they are added. They cannot be recorded for later.",
    yearly_unpaid: "A yearly plan is charged when it begins. It cannot be recorded for later.",
    fewer_seats_prorated: "Fewer seats begin with the next period. Nothing is charged before then.",
    monthly_prorated: "A monthly plan begins when the paid year ends. Nothing is charged before then.",
    other_product: "A subscription can change between monthly and yearly billing, not to another product.",
    seat_count: SEATS,
    trial: ({ until }: { readonly until: string }) =>
      `The subscription is free until ${formatDate(new Date(until))}. Nothing more can be added before then.`,
    early_switch: "Yearly billing can be changed to monthly within the last 30 days of the yearly term.",
    waits_for_bank: `A change waits for your bank to confirm the payment. ${WAITS}`,
    purchase_waits: `A purchase waits for your bank to confirm the payment. ${WAITS}`,
    being_finished: "A change of this subscription is being finished. Try again in a moment.",
    recorded: "A change is already recorded for the next period. Undo it first.",
    unchanged: "You already have this plan and this number of seats.",
    damaged:
      "The record of this change is damaged, so it was given up. What is shown now is what the payment provider has.",
    not_taken: "The payment provider did not take this. Nothing was charged and nothing was changed.",
    not_reached: "The change did not reach the payment provider. Nothing was changed.",
    nothing_to_pay: "There is no change to pay for. Choose the new plan or number of seats first.",
    invoice_closed: "This invoice can no longer be paid.",
    no_renewal_card: "There is no card that the renewal could be charged to. Add a card first.",
    card_expired: ({ last4 }: { readonly last4: string }) =>
      `The card ending in ${last4} has expired, and the renewal could not be charged to it. Add another card first.`,
    last_card: "This is the last card of a subscription that renews. Add another card first, or turn auto-renewal off.",
    unreadable: ({ fault }: { readonly fault: string }) => fault,
    message_refused: ({ refusal }: { readonly refusal: string }) => `The accounts service still refuses it: ${refusal}`,
    not_paid: "Only a paid invoice can be refunded.",
    refund_too_large: ({ most }: { readonly most: string }) => `At most ${most} of this invoice can be refunded.`,
    subscribed: "This license has a subscription that has not ended.",
    not_subscribed: "This license has no subscription that has ended.",
    trial_over: "This trial can no longer be bought.",
    too_old_to_cancel: "It was bought more than 14 days ago. Refund its invoice instead.",
    credit_left:
      "A change of this subscription has left a credit. Cancel it and refund its invoices one by one instead.",
    canceled_before: "This purchase was canceled already.",
    statement_decided: "This statement was decided already.",
    no_contract_named: "No contract matches this statement. Name the customer, and the purchase or the subscription.",
    subscription_first: "This license has a subscription. Cancel that first.",
    seats_follow: "The number of seats follows the subscription.",
    costs_nothing: "This change costs nothing now. It begins with the next period and needs no quote.",
    plan_off_sale: "This plan is no longer on sale, so it cannot be chosen.",
    tax_rate_off: "The tax rate of this subscription is no longer in use. Please write to our support.",
    other_currency: "Your earlier invoices are in another currency. Please write to our support.",
    amount_too_large: "The amount is too large for one payment. Choose fewer seats.",
    provider_refuses: "The payment provider does not accept this change. Please write to our support.",
  },
  "quote.dead": {
    expired: `The amount shown has expired. ${LOOK}`,
    changed: `The basis of the amount shown has changed. ${LOOK}`,
    of_another_change: "The amount shown was not for this change.",
    unknown: "The amount shown is no longer available. Nothing was changed.",
    not_paid_in_time: "The change was not paid within an hour and was dropped. Nothing was changed.",
    no_longer_allowed: ({ why }: { readonly why: string }) => `${why} ${LOOK}`,
    overtaken_waits:
      "Another change of this subscription waits for the bank to confirm its payment. Nothing was changed. Please check again in a moment.",
    overtaken:
      "Another change of this subscription is being finished. Nothing was changed. Please check again in a moment.",
    period_ended: `The billing period has ended. ${LOOK}`,
    period_over: `${PERIOD_OVER} Nothing was charged.`,
    period_over_returned: ({ amount }: { readonly amount: string }) =>
      `${PERIOD_OVER} The payment of ${amount} is returned to your card.`,
    tax_changed: "Your country or its tax has changed since this was shown. Nothing was charged.",
    trial_changed: "Your trial of this product changed since this was quoted. Nothing was charged.",
    offer_replaced: "This offer has expired or was replaced by a newer one. Nothing was charged.",
    bought_since: "You have bought something since this was shown. Nothing more was charged.",
    trial_bought: "This trial was bought since this was shown. Nothing was charged.",
    offer_used: "This offer is being paid, or was paid.",
  },
  "payment.declined": {
    no_card: "There is no card to charge. Add a card first. Nothing was changed.",
    card_gone: "This card is no longer saved. Choose another card. Nothing was charged and nothing was changed.",
    by_bank: ({ why }: { readonly why: string }) => `${why} ${NOTHING}`,
  },
  "payment.authentication_failed": {
    change_given_up: "The change was given up. Nothing was charged.",
    purchase_given_up: "The purchase was given up. Nothing was charged.",
  },
  "object.not_found": {
    at_provider: "The payment provider no longer has this.",
  },
  "provider.unavailable": {
    pending: "The payment provider has not answered yet. The change is pending. It is safe to try again.",
    being_finished: "This change is being finished. It is safe to ask again in a moment.",
  },
  "coupon.refused": {
    expired: "This code has expired.",
    other_plan: "This code is not for this plan.",
    few_seats: "This code requires more seats.",
  },
  "plan.not_on_sale": {
    no_trial: "This product has no trial.",
  },
} as const;
