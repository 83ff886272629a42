import { formatDate } from "@foyer/domain/dates";
import { action, facts, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** To the vendor's own support: an owner said of something on her account "This was not me". */
export function notMeReportMail(
  brand: MailBrand,
  data: {
    readonly username: string;
    /** What it was about, by the record's word. */
    readonly event: string;
    readonly eventAt: Date;
    readonly at: Date;
    /** By the link of a mail; otherwise by somebody who was signed in. */
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
