import { formatDate } from "@foyer/domain/dates";
import { formatMoney, type Cents } from "@foyer/domain/money";
import { action, facts, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Reports to a manager that a renewal could not be charged, when it is retried, and what to do. */
export function paymentFailedMail(
  brand: MailBrand,
  data: {
    readonly description: string;
    readonly amount: Cents;
    readonly currency: string;
    /** Null after the last try. */
    readonly retryAt: Date | null;
    readonly link: string;
  },
): Message {
  const amount = formatMoney(data.amount, data.currency);
  const next =
    data.retryAt === null
      ? "It will not be tried again by itself. The subscription ends unless the invoice is paid."
      : `It is tried again on ${formatDate(data.retryAt)}. Until then everything keeps working.`;
  return message(brand, `Payment of ${amount} for ${data.description} failed`, [
    paragraph(`We could not charge ${amount} for ${data.description}. ${next}`),
    paragraph("A new default card is tried at once."),
    action("Look at the payment", data.link),
    facts(
      ["License", data.description],
      ["Amount", amount],
      ["Next try", data.retryAt === null ? "none" : formatDate(data.retryAt)],
    ),
  ]);
}
