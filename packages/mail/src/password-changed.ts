import { formatDate } from "@foyer/domain/dates";
import { action, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Tells that the password was changed or reset. */
export function passwordChangedMail(
  brand: MailBrand,
  data: { readonly username: string; readonly at: Date; readonly resetLink: string },
): Message {
  return message(brand, `Your ${brand.provider} password was changed`, [
    paragraph(
      `The password of the account ${data.username} was changed on ${formatDate(data.at)}. Other sessions were signed out.`,
    ),
    paragraph("If it was you, all is well."),
    paragraph(`If it was not you, reset the password now and write to ${brand.contacts.support}.`),
    action("Reset the password", data.resetLink),
  ]);
}
