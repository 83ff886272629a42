import { formatDate } from "@foyer/domain/dates";
import { type Cents, formatMoney } from "@foyer/domain/money";
import { action, type Block, facts, type Mail, type MailBrand, message, paragraph } from "./message.ts";

/** The customer whose mails a billing contact gets. */
interface About {
  /** The buyer on the invoices, or an empty text. */
  buyer: string;
  /** Page of the contact: the papers, and a button that stops the mails. */
  link: string;
}

interface Payment extends About {
  amount: Cents;
  currency: string;
}

const firmOf = (brand: MailBrand, { buyer }: About): string => (buyer === "" ? `a ${brand.provider} customer` : buyer);

function withEnd(brand: MailBrand, about: About, blocks: readonly Block[]): readonly Block[] {
  return [
    ...blocks,
    action("See the invoices", about.link),
    paragraph("The link shows the invoices for 30 days. Anyone who has it can see them."),
    paragraph(`You get this email as a billing contact of ${firmOf(brand, about)}.`),
    stop(about),
  ];
}

const stop = ({ link }: About): Block => action("Stop these emails", `${link}&stop=1`);

/** Asks an address whether it wants to get a customer's mails about payments (DOC-05). */
export const billingContactMail: Mail<About> = (brand, about) => {
  const firm = firmOf(brand, about);
  return message(brand, `Do you want to get the ${brand.provider} invoices of ${firm}?`, [
    paragraph(`${firm} named you as a billing contact for ${brand.provider}. You get nothing until you confirm.`),
    action("Open and confirm", about.link),
    paragraph("If you do not want these emails, do nothing, or stop them:"),
    stop(about),
  ]);
};

/** Reports a paid invoice to a billing contact. */
export const contactInvoiceMail: Mail<Payment & { number: string }> = (brand, data) => {
  const amount = formatMoney(data.amount, data.currency);
  const text = `The ${brand.provider} invoice ${data.number} of ${firmOf(brand, data)} is paid.`;
  return message(
    brand,
    `${brand.provider} invoice ${data.number}: ${amount}`,
    withEnd(brand, data, [paragraph(text), facts(["Invoice", data.number], ["Amount", amount])]),
  );
};

/** Reports a failed payment to a billing contact. */
export const contactPaymentFailedMail: Mail<Payment & { description: string; retryAt: Date | null }> = (
  brand,
  data,
) => {
  const amount = formatMoney(data.amount, data.currency);
  const next =
    data.retryAt === null ? "We do not try again automatically." : `We try again on ${formatDate(data.retryAt)}.`;
  return message(
    brand,
    `Payment of ${amount} for ${data.description} failed`,
    withEnd(brand, data, [
      paragraph(`The payment of ${amount} for ${data.description} of ${firmOf(brand, data)} failed. ${next}`),
      paragraph("The payer can pay it now with another card."),
    ]),
  );
};

/** Tells a billing contact that a yearly subscription renews, and its price, tax included. */
export const contactRenewalMail: Mail<Payment & { description: string; seats: number; renewsAt: Date }> = (
  brand,
  data,
) => {
  const amount = formatMoney(data.amount, data.currency);
  const date = formatDate(data.renewsAt);
  const seats = data.seats === 1 ? "1 seat" : `${data.seats} seats`;
  return message(
    brand,
    `${data.description} renews on ${date} for ${amount}`,
    withEnd(brand, data, [
      paragraph(`${data.description} with ${seats} of ${firmOf(brand, data)} renews for another year on ${date}.`),
      facts(["Seats", String(data.seats)], ["Renewal Date", date], ["Amount", amount]),
    ]),
  );
};
