import { message, paragraph, type MailBrand, type Message } from "./message.ts";
import { notMe } from "./not-me.ts";

/** To both addresses: staff changed an account's address. */
export function addressChangedMail(
  brand: MailBrand,
  data: { readonly username: string; readonly email: string; readonly notMeLink: string },
): Message {
  return message(brand, `The address of your ${brand.provider} account was changed`, [
    paragraph(`Our support team changed the address of the account ${data.username} to ${data.email}.`),
    paragraph(`If you did not ask for it, write to ${brand.contacts.support}.`),
    ...notMe(data.notMeLink),
  ]);
}
