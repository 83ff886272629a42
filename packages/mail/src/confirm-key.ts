import { code, message, paragraph, type MailBrand, type Message } from "./message.ts";

/**
 * Sends the key that confirms an address at sign-up. The key is alone on a line of the text (contract,
 * `verify_email/`).
 */
export function confirmKeyMail(brand: MailBrand, data: { readonly key: string; readonly minutes: number }): Message {
  return message(brand, `Your ${brand.provider} confirm key`, [
    paragraph(`Enter this key to go on with your ${brand.provider} account:`),
    code(data.key),
    paragraph(`The key works for ${data.minutes} minutes and once. A newer one takes its place.`),
    paragraph("If you did not ask for an account, you can ignore this message."),
  ]);
}
