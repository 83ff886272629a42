import { cents } from "@foyer/domain/money";
import type { Message } from "@foyer/mail/message";
import {
  cardExpiringMail,
  paymentFailedMail,
  paymentReturnedMail,
  purchaseCanceledMail,
  refundMadeMail,
  renewalComingMail,
  subscriptionEndedMail,
} from "@foyer/mail/payments";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import type { z } from "zod";
import type { Deps } from "../deps.ts";
import { sendOrWarn } from "../send-or-warn.ts";
import { type Notice, sendNoticeJob } from "./decide-notice.ts";

const dateOf = (seconds: number): Date => new Date(seconds * 1_000);

function messageOf({ brand, publicOrigin }: Deps, told: Notice): Message {
  const link = `${publicOrigin}/#subscriptions`;
  switch (told.kind) {
    case "payment_failed": {
      const { description, amount, currency, retryAt } = told;
      const next = retryAt === null ? null : dateOf(retryAt);
      return paymentFailedMail(brand, { description, amount: cents(amount), currency, retryAt: next, link });
    }
    case "payment_returned": {
      const { description, amount, credit, currency } = told;
      return paymentReturnedMail(brand, { description, amount: cents(amount), credit: cents(credit), currency, link });
    }
    case "purchase_canceled": {
      const { description, amount, credit, currency } = told;
      return purchaseCanceledMail(brand, { description, amount: cents(amount), credit: cents(credit), currency, link });
    }
    case "refund_made": {
      const { invoice, amount, currency, to } = told;
      return refundMadeMail(brand, { invoice, amount: cents(amount), currency, to, link: `${publicOrigin}/papers` });
    }
    case "renewal_coming":
    case "unused_seats": {
      const { description, interval, seats, unused, amount, currency, renewsAt } = told;
      const renewal = { description, interval, seats, unusedSeats: unused, renewsAt: dateOf(renewsAt) };
      return renewalComingMail(brand, { ...renewal, amount: cents(amount), currency, link });
    }
    case "card_expiring": {
      const { last4, expMonth, expYear, days, nextCharge } = told;
      const charge = nextCharge && { ...nextCharge, amount: cents(nextCharge.amount), at: dateOf(nextCharge.at) };
      const facts = { cardBrand: told.brand, last4, expMonth, expYear, days, nextCharge: charge };
      return cardExpiringMail(brand, { ...facts, link: `${publicOrigin}/` });
    }
    case "subscription_ended": {
      const { description, endedAt, cause } = told;
      return subscriptionEndedMail(brand, { description, endedAt: dateOf(endedAt), cause, link });
    }
  }
}

/** Mails a notice to the customer's address at the provider, which is the address on the invoices. */
export function sendNoticeJobFor(deps: Deps): JobDefinition<z.infer<typeof sendNoticeJob.payload>> {
  return defineJob({
    ...sendNoticeJob,
    run: async ({ customerId, notice }) => {
      const customer = await deps.gateway.customer(customerId);
      if (!customer?.email) return;
      await sendOrWarn(deps, customerId, { to: customer.email, ...messageOf(deps, notice) });
    },
  });
}
