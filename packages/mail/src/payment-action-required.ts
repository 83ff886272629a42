import { formatMoney, type Cents } from "@foyer/domain/money";
import { action, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Asks a manager to confirm a charge with the bank. */
export function paymentActionRequiredMail(
  brand: MailBrand,
  data: { readonly description: string; readonly amount: Cents; readonly currency: string; readonly link: string },
): Message {
  const amount = formatMoney(data.amount, data.currency);
  return message(brand, `Confirm the payment of ${amount} for ${data.description}`, [
    paragraph(
      `Your bank wants you to confirm the payment of ${amount} for ${data.description}. Nothing is charged before.`,
    ),
    action("Confirm the payment", data.link),
  ]);
}
