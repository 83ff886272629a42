import { formatMoney, type Cents } from "@foyer/domain/money";
import { action, code, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Tells a buyer that the license is there, or active again. */
export function licenseBoughtMail(
  brand: MailBrand,
  data: {
    readonly description: string;
    readonly seats: number;
    /** True if an ended license is active again. */
    readonly isReturn: boolean;
    /** Null for a license without a key. */
    readonly key: string | null;
    /** Seats that did not fit, with some of their addresses; null if all fit. */
    readonly ended: { readonly count: number; readonly addresses: string[] } | null;
    /** What was paid; null if it is not known. */
    readonly paid: { readonly amount: Cents; readonly currency: string } | null;
    /** Page with the receipt. */
    readonly papers: string;
    readonly link: string;
  },
): Message {
  const { description, isReturn, key, ended, link, paid, papers } = data;
  const seats = seatCount(data.seats);
  return message(brand, isReturn ? `${description} is active again` : `Your license of ${description}`, [
    paragraph(
      isReturn
        ? `Your license of ${description} has a subscription again, for ${seats}. The seats that fit are back.`
        : `Thank you for buying ${description}. Your license has ${seats}, and you manage it.`,
    ),
    paragraph(isReturn ? "You can see who has a seat." : "Take a seat yourself, or invite the people who will use it."),
    ...(ended === null ? [] : [paragraph(endedSentence(ended))]),
    ...(key === null ? [] : [paragraph("This is your license key. Your account page shows it too:"), code(key)]),
    action("Open the license", link),
    ...(paid === null
      ? []
      : [
          paragraph(
            `You paid ${formatMoney(paid.amount, paid.currency)}. Your papers have the invoice and the receipt.`,
          ),
          action("Open the receipt", papers),
        ]),
  ]);
}

const seatCount = (count: number): string => (count === 1 ? "1 seat" : `${count.toLocaleString("en-US")} seats`);

function endedSentence({ count, addresses }: { readonly count: number; readonly addresses: string[] }): string {
  const more = count - addresses.length;
  const others = more === 0 ? "" : ` and ${more.toLocaleString("en-US")} more`;
  return `${seatCount(count)} did not fit and ended: ${addresses.join(", ")}${others}.`;
}
