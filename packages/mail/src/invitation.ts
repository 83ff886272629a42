import { formatDate } from "@foyer/domain/dates";
import { action, facts, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Invites an address to a seat of a license (INV-05). */
export function invitationMail(
  brand: MailBrand,
  data: {
    readonly managerEmail: string;
    /** The displayed name of the license. */
    readonly description: string;
    readonly link: string;
    readonly expiresAt: Date;
  },
): Message {
  return message(brand, `${data.managerEmail} invites you to ${data.description}`, [
    paragraph(`${data.managerEmail} has a seat of ${data.description} for you.`),
    action("Accept the invitation", data.link),
    facts(
      ["License", data.description],
      ["Team Manager", data.managerEmail],
      ["Open until", formatDate(data.expiresAt)],
    ),
    paragraph(`You need a ${brand.provider} account to use it; the link helps you make one.`),
    paragraph("If you do not know who sent this, you can ignore it."),
  ]);
}
