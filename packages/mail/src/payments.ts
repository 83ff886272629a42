import { UNUSED_DAYS } from "@foyer/domain/activations";
import { formatDate } from "@foyer/domain/dates";
import { type Cents, formatMoney } from "@foyer/domain/money";
import { action, facts, type Mail, message, paragraph } from "./message.ts";

/** A payment for a license. */
interface Payment {
  /** The displayed name of the license. */
  description: string;
  amount: Cents;
  currency: string;
  link: string;
}

/** Reports to a manager that a renewal could not be charged, when it is retried, and what to do. */
export const paymentFailedMail: Mail<
  Payment & {
    /** Null after the last try. */
    retryAt: Date | null;
  }
> = (brand, { description, retryAt, link, ...data }) => {
  const amount = formatMoney(data.amount, data.currency);
  const next =
    retryAt === null
      ? "We will not try again automatically. The subscription ends unless the invoice is paid."
      : `We try again on ${formatDate(retryAt)}. Until then, everything keeps working.`;
  return message(brand, `Payment of ${amount} for ${description} failed`, [
    paragraph(`We could not charge ${amount} for ${description}. ${next}`),
    paragraph("If you choose a new default card, we try it at once."),
    action("Look at the payment", link),
    facts(["License", description], ["Amount", amount], ["Next try", retryAt === null ? "none" : formatDate(retryAt)]),
  ]);
};

/** An amount to the card, and one to the balance for later invoices. Either may be zero. */
interface PaidBack extends Payment {
  credit: Cents;
}

/** Reports a refund to a manager: the bank confirmed the payment after the change was no longer possible. */
export const paymentReturnedMail: Mail<PaidBack> = (brand, { description, link, ...data }) => {
  const amount = formatMoney(data.amount, data.currency);
  const credit = formatMoney(data.credit, data.currency);
  const isShared = data.credit > 0;
  return message(brand, `Payment of ${amount} for ${description} returned`, [
    paragraph(
      `Your bank confirmed a payment of ${amount} for ${description} after its billing period had ended. The change was not made, and we return the payment to your card. This takes five to ten days.`,
    ),
    ...(isShared ? [paragraph(`The credit of ${credit} that was used is on your account again.`)] : []),
    action("Look at the subscription", link),
    facts(
      ["License", description],
      ["To your card", amount],
      ...(isShared ? ([["To your credit", credit]] as const) : []),
    ),
  ]);
};

/** Reports to the buyer that the vendor canceled a purchase, and what is given back. */
export const purchaseCanceledMail: Mail<PaidBack> = (brand, { description, link, ...data }) => {
  const amount = formatMoney(data.amount, data.currency);
  const credit = formatMoney(data.credit, data.currency);
  const toCard = data.amount > 0;
  const toCredit = data.credit > 0;
  return message(brand, `Purchase of ${description} canceled`, [
    paragraph(`Your purchase of ${description} was canceled. Its license and its seats have ended.`),
    ...(toCard ? [paragraph(`${amount} goes back to the card that paid. This takes five to ten days.`)] : []),
    ...(toCredit ? [paragraph(`${credit} is on your account again, for later invoices.`)] : []),
    action("Look at your invoices", link),
    facts(
      ["License", description],
      ...(toCard ? ([["To your card", amount]] as const) : []),
      ...(toCredit ? ([["To your credit", credit]] as const) : []),
    ),
  ]);
};

/** Reports to a customer that the vendor's staff refunded money of an invoice. */
export const refundMadeMail: Mail<{
  /** Null for an invoice without a number. */
  invoice: string | null;
  amount: Cents;
  currency: string;
  /** To the card that paid, or to the balance for later invoices. */
  to: "card" | "balance";
  link: string;
}> = (brand, { invoice, to, link, ...data }) => {
  const amount = formatMoney(data.amount, data.currency);
  const of = invoice === null ? "an invoice" : `invoice ${invoice}`;
  return message(brand, `${amount} of ${of} refunded`, [
    paragraph(
      to === "card"
        ? `We refunded ${amount} of ${of} to the card that paid it. This takes five to ten days.`
        : `We refunded ${amount} of ${of} as credit. Your next invoice uses it.`,
    ),
    action("Open your invoices", link),
    facts(...(invoice === null ? [] : ([["Invoice", invoice]] as const)), [
      to === "card" ? "To your card" : "To your credit",
      amount,
    ]),
  ]);
};

/** Warns that the card for the next charge will expire. Sent 30 and 7 days before. */
export const cardExpiringMail: Mail<{
  /** For example `visa`. */
  cardBrand: string;
  last4: string;
  /** 1 to 12 */
  expMonth: number;
  expYear: number;
  days: number;
  /** The next charge, or null if there is none. */
  nextCharge: { readonly amount: Cents; readonly currency: string; readonly at: Date } | null;
  link: string;
}> = (brand, { cardBrand, last4, expMonth, expYear, days, nextCharge: charge, link }) => {
  const card = `${cardBrand} card ending in ${last4}`;
  const expiry = `${String(expMonth).padStart(2, "0")}/${expYear}`;
  const next =
    charge === null
      ? ""
      : ` The next charge is ${formatMoney(charge.amount, charge.currency)} on ${formatDate(charge.at)}.`;
  return message(brand, `Your card ending in ${last4} expires in ${days} days`, [
    paragraph(`Your ${card} expires ${expiry}, in ${days} days.${next}`),
    action("Add another card", link),
  ]);
};

/** Tells a manager that a subscription renews, its price (tax included), and how many of its seats are not used. */
export const renewalComingMail: Mail<
  Payment & {
    interval: "month" | "year";
    seats: number;
    /** Number of seats without use for `UNUSED_DAYS`. Null if it is not known, or managers may not know it. */
    unusedSeats: number | null;
    renewsAt: Date;
  }
> = (brand, { description, interval, seats, unusedSeats, renewsAt, link, ...data }) => {
  const amount = formatMoney(data.amount, data.currency);
  const date = formatDate(renewsAt);
  const unused = unusedSeats ?? 0;
  const choices = interval === "year" ? "change seats, switch to monthly billing or cancel" : "change seats or cancel";
  return message(brand, `${description} renews on ${date} for ${amount}`, [
    paragraph(
      `${description} with ${seats === 1 ? "1 seat" : `${seats} seats`} renews for another ${interval} on ${date}. We will charge ${amount} then.`,
    ),
    ...(unused > 0 ? [paragraph(unusedSentence(unused))] : []),
    paragraph(`You do not need to do anything. To ${choices}, do so before that day.`),
    action("Look at the subscription", link),
    facts(
      ["License", description],
      ["Seats", String(seats)],
      ...(unused > 0 ? [["Not Used", String(unused)] as const] : []),
      ["Renewal Date", date],
      ["Amount", amount],
    ),
  ]);
};

function unusedSentence(count: number): string {
  const start = count === 1 ? "1 of its seats has" : `${count} of its seats have`;
  return `${start} not been used for ${UNUSED_DAYS} days. Manage Team lists ${count === 1 ? "it" : "them"}.`;
}

/** Reports to a manager that a subscription has ended, and the effect on its seats. */
export const subscriptionEndedMail: Mail<{
  description: string;
  endedAt: Date;
  cause: "cancelled" | "unpaid";
  link: string;
}> = (brand, { description, endedAt, cause, link }) =>
  message(brand, `${description} has ended`, [
    paragraph(
      `The subscription of ${description} ended on ${formatDate(endedAt)}, ${cause === "cancelled" ? "because it was canceled" : "because it could not be paid"}.`,
    ),
    paragraph("Its seats no longer give access. Nothing was deleted: a new subscription restores the seats that fit."),
    action("Look at the license", link),
  ]);

/** Reports that all papers of a year can be downloaded (DOC-07). The link requires a session of the payer. */
export const papersReadyMail: Mail<{ year: number; link: string; days: number }> = (brand, { year, link, days }) =>
  message(brand, `Your ${brand.provider} papers of ${year} are ready`, [
    paragraph(`All invoices and credit notes of ${year} are in one file, with a list of them.`),
    action("Download the papers", link),
    paragraph(`The file can be downloaded for ${days} days, when you are signed in.`),
  ]);
