import { action, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Sent after "This was not me": what was done, and the owner's link to set a new password. */
export function notMeResetMail(
  brand: MailBrand,
  data: { readonly username: string; readonly link: string; readonly minutes: number },
): Message {
  const { username, link, minutes } = data;
  return message(brand, `Set a new password for your ${brand.provider} account`, [
    paragraph(
      `You told us that something on the account ${username} was not you. All its sessions have ended, and the old password no longer works.`,
    ),
    action("Set a new password", link),
    paragraph(`The link works for ${minutes} minutes and once. After that, ask for a new one on the sign-in page.`),
    paragraph(
      `If signing in then asks for a code that you do not have, or the account has an address that is not yours, write to ${brand.contacts.support}. Our support team has been told.`,
    ),
  ]);
}
