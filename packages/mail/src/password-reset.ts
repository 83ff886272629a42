import { action, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Sends the link to set a new password after it was forgotten. */
export function passwordResetMail(
  brand: MailBrand,
  data: { readonly username: string; readonly link: string; readonly minutes: number },
): Message {
  return message(brand, `Reset your ${brand.provider} password`, [
    paragraph(`Somebody, we hope you, asked to reset the password of the account ${data.username}.`),
    action("Set a new password", data.link),
    paragraph(`The link works for ${data.minutes} minutes and once. A newer one takes its place.`),
    paragraph("If you did not ask for it, you can ignore this message: your password stays as it is."),
  ]);
}
