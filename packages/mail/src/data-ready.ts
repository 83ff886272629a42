import { action, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Reports that the requested personal data is ready (ERASE-05). The link requires a session. */
export function dataReadyMail(
  brand: MailBrand,
  data: { readonly username: string; readonly link: string; readonly days: number },
): Message {
  return message(brand, `Your ${brand.provider} data is ready`, [
    paragraph(`You asked for everything that is kept about the ${brand.provider} account ${data.username}.`),
    action("Download my data", data.link),
    paragraph(`The link works for ${data.days} days, and only when you are signed in.`),
    paragraph("If you did not ask for it, somebody else is signed in to your account: choose a new password."),
  ]);
}
