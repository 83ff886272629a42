import { formatMoney, type Cents } from "@foyer/domain/money";
import { action, facts, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Reports a refund to a manager: the bank confirmed the payment after the change was no longer possible. */
export function paymentReturnedMail(
  brand: MailBrand,
  data: {
    readonly description: string;
    /** Amount to the card. */
    readonly amount: Cents;
    /** Amount to the balance for later invoices, or zero. */
    readonly credit: Cents;
    readonly currency: string;
    readonly link: string;
  },
): Message {
  const amount = formatMoney(data.amount, data.currency);
  const credit = formatMoney(data.credit, data.currency);
  const isShared = data.credit > 0;
  return message(brand, `Payment of ${amount} for ${data.description} returned`, [
    paragraph(
      `Your bank confirmed a payment of ${amount} for ${data.description} when the billing period it was for had ended. The change was not made, and the payment is returned to your card. Banks take five to ten days for it.`,
    ),
    ...(isShared ? [paragraph(`The credit of ${credit} that was used is on your account again.`)] : []),
    action("Look at the subscription", data.link),
    facts(
      ["License", data.description],
      ["To your card", amount],
      ...(isShared ? ([["To your credit", credit]] as const) : []),
    ),
  ]);
}
