import { action, message, paragraph, type MailBrand, type Message } from "./message.ts";
import { notMe } from "./not-me.ts";

/** To the old address: a change was requested. Contains the link that undoes it (EMAIL-03, R-33, KEY-09). */
export function emailChangeNoticeMail(
  brand: MailBrand,
  data: {
    readonly username: string;
    readonly newEmail: string;
    readonly undoLink: string;
    readonly hours: number;
    readonly notMeLink: string;
  },
): Message {
  return message(brand, `The address of your ${brand.provider} account is about to change`, [
    paragraph(`Somebody signed in as ${data.username} asked to change the account's address to ${data.newEmail}.`),
    paragraph("It changes once the new address is confirmed. If it was you, all is well."),
    action("Keep this address", data.undoLink),
    paragraph(`That link works for ${data.hours} hours, also after the change.`),
    ...notMe(data.notMeLink),
  ]);
}
