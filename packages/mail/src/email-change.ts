import { action, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** To the new address: the link that confirms it. The account keeps the old address until then (EMAIL-03). */
export function emailChangeMail(
  brand: MailBrand,
  data: { readonly username: string; readonly newEmail: string; readonly link: string; readonly hours: number },
): Message {
  return message(brand, `Confirm your new address for ${brand.provider}`, [
    paragraph(`${data.newEmail} shall become the address of the ${brand.provider} account ${data.username}.`),
    action("Confirm this address", data.link),
    paragraph(`The link works for ${data.hours} hours and once. Until then the old address stays in force.`),
    paragraph("If you did not ask for it, you can ignore this message."),
  ]);
}
