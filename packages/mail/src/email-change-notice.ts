import { action, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** To the old address: that a change was asked for, and the link that undoes it (EMAIL-03, R-33). */
export function emailChangeNoticeMail(
  brand: MailBrand,
  data: { readonly username: string; readonly newEmail: string; readonly undoLink: string; readonly hours: number },
): Message {
  return message(brand, `The address of your ${brand.provider} account is about to change`, [
    paragraph(`Somebody signed in as ${data.username} asked to change the account's address to ${data.newEmail}.`),
    paragraph("It changes once the new address is confirmed. If it was you, all is well."),
    action("If it was not you, keep this address", data.undoLink),
    paragraph(`The link works for ${data.hours} hours, also after the change. Then change your password, too.`),
  ]);
}
