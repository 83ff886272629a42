import { formatDate } from "@foyer/domain/dates";
import { formatMoney, type Cents } from "@foyer/domain/money";
import { action, facts, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Tells a manager, 30 days before, that a yearly subscription renews, and its price. */
export function yearlyRenewalComingMail(
  brand: MailBrand,
  data: {
    readonly description: string;
    readonly seats: number;
    /** Tax included. */
    readonly amount: Cents;
    readonly currency: string;
    readonly renewsAt: Date;
    readonly link: string;
  },
): Message {
  const amount = formatMoney(data.amount, data.currency);
  const date = formatDate(data.renewsAt);
  const seats = data.seats === 1 ? "1 seat" : `${data.seats} seats`;
  return message(brand, `${data.description} renews on ${date} for ${amount}`, [
    paragraph(`${data.description} with ${seats} renews for another year on ${date}. We will charge ${amount} then.`),
    paragraph("You need not do anything. To change seats, switch to monthly billing or cancel, do it before that day."),
    action("Look at the subscription", data.link),
    facts(["License", data.description], ["Seats", String(data.seats)], ["Renewal Date", date], ["Amount", amount]),
  ]);
}
