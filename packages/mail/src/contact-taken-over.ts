import { action, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** To the former contact of a license: another person is the contact now. Contains the link that undoes it. */
export function contactTakenOverMail(
  brand: MailBrand,
  data: {
    readonly description: string;
    /** Account name of the new contact. */
    readonly contact: string;
    readonly undoLink: string;
    readonly hours: number;
  },
): Message {
  const { description, contact, undoLink, hours } = data;
  return message(brand, `You are no longer the contact of ${description}`, [
    paragraph(
      `${contact} is the contact of ${description} now. Another Team Manager changed it. If you agreed, all is well.`,
    ),
    action("If you did not, take it back", undoLink),
    paragraph(
      `The link works for ${hours} hours. Then the license has the Team Managers again that it had before, with you as its contact.`,
    ),
  ]);
}
