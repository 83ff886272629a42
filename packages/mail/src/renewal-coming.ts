import { UNUSED_DAYS } from "@foyer/domain/activations";
import { formatDate } from "@foyer/domain/dates";
import { formatMoney, type Cents } from "@foyer/domain/money";
import { action, facts, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Tells a manager that a subscription renews, its price, and how many of its seats are not used. */
export function renewalComingMail(
  brand: MailBrand,
  data: {
    readonly description: string;
    readonly interval: "month" | "year";
    readonly seats: number;
    /** Number of seats without use for `UNUSED_DAYS`. Null if it is not known, or managers may not know it. */
    readonly unusedSeats: number | null;
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
  const unused = data.unusedSeats ?? 0;
  const isYearly = data.interval === "year";
  const choices = isYearly ? "change seats, switch to monthly billing or cancel" : "change seats or cancel";
  return message(brand, `${data.description} renews on ${date} for ${amount}`, [
    paragraph(
      `${data.description} with ${seats} renews for another ${data.interval} on ${date}. We will charge ${amount} then.`,
    ),
    ...(unused > 0 ? [paragraph(unusedSentence(unused))] : []),
    paragraph(`You need not do anything. To ${choices}, do it before that day.`),
    action("Look at the subscription", data.link),
    facts(
      ["License", data.description],
      ["Seats", String(data.seats)],
      ...(unused > 0 ? [["Not Used", String(unused)] as const] : []),
      ["Renewal Date", date],
      ["Amount", amount],
    ),
  ]);
}

function unusedSentence(count: number): string {
  const start = count === 1 ? "1 of its seats has" : `${count} of its seats have`;
  return `${start} not been used for ${UNUSED_DAYS} days. Manage Team lists ${count === 1 ? "it" : "them"}.`;
}
