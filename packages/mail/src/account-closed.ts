import { message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Reports that an account was closed. */
export function accountClosedMail(brand: MailBrand, data: { readonly username: string }): Message {
  return message(brand, `Your ${brand.provider} account was closed`, [
    paragraph(`The account ${data.username} was closed. Nobody can sign in to it any more.`),
    paragraph("Its data is deleted within 60 days. Invoices stay, as the law wants them kept."),
    paragraph(`If you did not expect this, write to ${brand.contacts.support}.`),
  ]);
}
