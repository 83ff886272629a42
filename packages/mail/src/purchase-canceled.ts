import { formatMoney, type Cents } from "@foyer/domain/money";
import { action, facts, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Reports to the buyer that the vendor canceled a purchase, and what is given back. */
export function purchaseCanceledMail(
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
  const toCard = data.amount > 0;
  const toCredit = data.credit > 0;
  return message(brand, `Purchase of ${data.description} canceled`, [
    paragraph(`Your purchase of ${data.description} was canceled. Its license and its seats have ended.`),
    ...(toCard ? [paragraph(`${amount} goes back to the card that paid. Banks take five to ten days for it.`)] : []),
    ...(toCredit ? [paragraph(`${credit} is on your account again, for later invoices.`)] : []),
    action("Look at your invoices", data.link),
    facts(
      ["License", data.description],
      ...(toCard ? ([["To your card", amount]] as const) : []),
      ...(toCredit ? ([["To your credit", credit]] as const) : []),
    ),
  ]);
}
