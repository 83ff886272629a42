import { message, paragraph, type MailBrand, type Message } from "./message.ts";
import { notMe } from "./not-me.ts";

/** To a recent former address of an account: a person reported "This was not me" for the account. */
export function notMeFormerAddressMail(
  brand: MailBrand,
  data: {
    readonly username: string;
    /** The account's address, masked. */
    readonly mailedTo: string;
    /** Restores this address for the account, or null if that is no longer possible. */
    readonly notMeLink: string | null;
  },
): Message {
  const { username, mailedTo, notMeLink } = data;
  return message(brand, `Your ${brand.provider} account was secured`, [
    paragraph(`Somebody told us that something on the account ${username} was not its owner.`),
    paragraph(
      `All its sessions have ended, its password no longer works, and a link to set a new one was mailed to ${mailedTo}.`,
    ),
    ...(notMeLink === null
      ? [paragraph(`If ${mailedTo} is not your address, write to ${brand.contacts.support}.`)]
      : [
          paragraph(
            "Until lately this was the account's address. The link below also gives the account this address again.",
          ),
          ...notMe(notMeLink),
        ]),
  ]);
}
