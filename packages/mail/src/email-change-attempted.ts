import { action, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Tells the owner of an address that a person requested it for another account. */
export function emailChangeAttemptedMail(
  brand: MailBrand,
  data: { readonly username: string; readonly signInLink: string },
): Message {
  return message(brand, `Your address already has a ${brand.provider} account`, [
    paragraph(`Somebody, perhaps you, asked to use this address for another ${brand.provider} account.`),
    paragraph(`It has an account already. Its account name is ${data.username}. Nothing was changed.`),
    action("Sign in", data.signInLink),
    paragraph("If it was not you, you need not do anything."),
  ]);
}
