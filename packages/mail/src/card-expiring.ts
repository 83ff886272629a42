import { formatDate } from "@foyer/domain/dates";
import { formatMoney, type Cents } from "@foyer/domain/money";
import { action, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Warns that the card for the next charge will expire. Sent 30 and 7 days before. */
export function cardExpiringMail(
  brand: MailBrand,
  data: {
    /** For example `visa`. */
    readonly cardBrand: string;
    readonly last4: string;
    /** 1 to 12 */
    readonly expMonth: number;
    readonly expYear: number;
    readonly days: number;
    /** The next charge, or null if there is none. */
    readonly nextCharge: { readonly amount: Cents; readonly currency: string; readonly at: Date } | null;
    readonly link: string;
  },
): Message {
  const card = `${data.cardBrand} card ending in ${data.last4}`;
  const expiry = `${String(data.expMonth).padStart(2, "0")}/${data.expYear}`;
  const charge = data.nextCharge;
  const next =
    charge === null
      ? ""
      : ` The next charge is ${formatMoney(charge.amount, charge.currency)} on ${formatDate(charge.at)}.`;
  return message(brand, `Your card ending in ${data.last4} expires in ${data.days} days`, [
    paragraph(`Your ${card} expires ${expiry}, in ${data.days} days.${next}`),
    action("Add another card", data.link),
  ]);
}
