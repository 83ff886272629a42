import { formatDate } from "@foyer/domain/dates";
import { action, facts, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** To the vendor's support: an owner reported "This was not me" about an event. */
export function notMeReportMail(
  brand: MailBrand,
  data: {
    readonly username: string;
    /** The event's kind in the record. */
    readonly event: string;
    readonly eventAt: Date;
    readonly at: Date;
    /** True if reported by a mailed link, false if by a signed-in person. */
    readonly byLink: boolean;
    readonly link: string;
  },
): Message {
  return message(brand, `“This was not me”: ${data.username}`, [
    paragraph(
      "The owner of an account says that something on it was not her. Its sessions and its password have ended.",
    ),
    facts(
      ["Account", data.username],
      ["About", `${data.event}, ${timeOf(data.eventAt)}`],
      ["Reported", timeOf(data.at)],
      ["By", data.byLink ? "the link of a mail" : "somebody who was signed in"],
    ),
    action("Open the account", data.link),
    paragraph("Close the report in the machine room when you have looked after the account."),
  ]);
}

const timeOf = (at: Date): string => `${formatDate(at)}, ${at.toISOString().slice(11, 16)} UTC`;
