import { action, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Tells the owner of an address that a person tried to sign up with it. */
export function signUpAttemptedMail(
  brand: MailBrand,
  data: { readonly username: string; readonly signInLink: string; readonly resetLink: string },
): Message {
  return message(brand, `You already have a ${brand.provider} account`, [
    paragraph(`Somebody, perhaps you, tried to make a ${brand.provider} account with this address.`),
    paragraph(`There is one already. Its account name is ${data.username}. Nothing was changed.`),
    action("Sign in", data.signInLink),
    action("If you forgot the password, reset it", data.resetLink),
    paragraph("If it was not you, you need not do anything."),
  ]);
}
