import { formatMoney, type Cents } from "@foyer/domain/money";
import { action, facts, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Reports to a customer that the vendor's staff gave money of an invoice back. */
export function refundMadeMail(
  brand: MailBrand,
  data: {
    /** Null for an invoice without a number. */
    readonly invoice: string | null;
    readonly amount: Cents;
    readonly currency: string;
    /** To the card that paid, or to the balance for later invoices. */
    readonly to: "card" | "balance";
    readonly link: string;
  },
): Message {
  const amount = formatMoney(data.amount, data.currency);
  const of = data.invoice === null ? "an invoice" : `invoice ${data.invoice}`;
  return message(brand, `${amount} of ${of} given back`, [
    paragraph(
      data.to === "card"
        ? `We gave ${amount} of ${of} back to the card that paid it. Banks take five to ten days for it.`
        : `We gave ${amount} of ${of} back as credit. Your next invoice uses it.`,
    ),
    action("Open your papers", data.link),
    facts(...(data.invoice === null ? [] : ([["Invoice", data.invoice]] as const)), [
      data.to === "card" ? "To your card" : "To your credit",
      amount,
    ]),
  ]);
}
