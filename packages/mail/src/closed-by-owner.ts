import { formatDate } from "@foyer/domain/dates";
import { action, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** To an owner who closed the account: how to reopen it, and what happens otherwise (ERASE-02). */
export function closedByOwnerMail(
  brand: MailBrand,
  data: { readonly username: string; readonly link: string; readonly until: Date; readonly erasedBy: Date },
): Message {
  return message(brand, `You closed your ${brand.provider} account`, [
    paragraph(`The account ${data.username} was closed with its password. Nobody can sign in to it any more.`),
    paragraph(`You can come back until ${formatDate(data.until)}: then everything is as it was.`),
    action("Open my account again", data.link),
    paragraph(
      `Otherwise its data is deleted by ${formatDate(data.erasedBy)}. Invoices stay, as the law wants them kept, and what a court or the law has us keep for longer.`,
    ),
    paragraph("If it was not you, open the account again and choose a new password."),
  ]);
}
